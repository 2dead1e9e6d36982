import { describe, expect, test } from 'vitest'
import { Fault } from '../kit/index.ts'
import { createTurnstile } from './turnstile.ts'

const patient = { waitingMax: 10, waitMs: 60_000 }

describe('createTurnstile', () => {
  test('default: one at a time, in order of arrival', async () => {
    const turnstile = createTurnstile(patient)
    const passed: number[] = []
    const leaveFirst = await turnstile.enter()
    const others = [1, 2, 3].map(async (n) => {
      const leave = await turnstile.enter()
      passed.push(n)
      leave()
    })
    expect(passed).toEqual([])
    leaveFirst()
    await Promise.all(others)
    expect(passed).toEqual([1, 2, 3])
  })
  test('behavior: leaving twice lets one through', async () => {
    const turnstile = createTurnstile(patient)
    const leave = await turnstile.enter()
    const second = turnstile.enter()
    let isThirdIn = false
    const third = turnstile.enter().then((leaveThird) => {
      isThirdIn = true
      leaveThird()
    })
    leave()
    leave()
    const leaveSecond = await second
    expect(isThirdIn).toBe(false)
    leaveSecond()
    await third
  })
  test('error: a line that is full', async () => {
    const turnstile = createTurnstile({ ...patient, waitingMax: 1 })
    const leave = await turnstile.enter()
    const waiting = turnstile.enter()
    await expect(turnstile.enter()).rejects.toMatchObject({ kind: 'overload' })
    leave()
    ;(await waiting)()
  })
  test('error: nobody stands longer than the limit, and the line goes on without them', async () => {
    const turnstile = createTurnstile({ ...patient, waitMs: 20 })
    const leave = await turnstile.enter()
    await expect(turnstile.enter()).rejects.toMatchObject({ kind: 'database' })
    leave()
    ;(await turnstile.enter())()
  })
  test('error: shut for those in the line and those who come', async () => {
    const turnstile = createTurnstile(patient)
    await turnstile.enter()
    const waiting = turnstile.enter()
    const gone = new Fault('database', 'gone')
    turnstile.shut(gone)
    await expect(waiting).rejects.toBe(gone)
    await expect(turnstile.enter()).rejects.toBe(gone)
  })
})
