import { describe, expect, test } from 'vitest'
import { Fault } from '../kit/index.ts'
import { createTurnstile } from './turnstile.ts'

const patient = { aheadMax: 2, waitingMax: 10, waitMs: 60_000 }

describe('createTurnstile', () => {
  test('default: one at a time, in order of arrival', async () => {
    const turnstile = createTurnstile(patient)
    const passed: number[] = []
    const leaveFirst = await turnstile.enter('alone')
    const others = [1, 2, 3].map(async (n) => {
      const leave = await turnstile.enter('alone')
      passed.push(n)
      leave()
    })
    expect(passed).toEqual([])
    leaveFirst()
    await Promise.all(others)
    expect(passed).toEqual([1, 2, 3])
  })
  test('behavior: so many go together, one alone waits for them and is not overtaken', async () => {
    const turnstile = createTurnstile(patient)
    const passed: string[] = []
    const enter = async (name: string, as: 'together' | 'alone') => {
      const leave = await turnstile.enter(as)
      passed.push(name)
      return leave
    }
    const [first, second] = await Promise.all([enter('first', 'together'), enter('second', 'together')])
    const third = enter('third', 'together')
    const alone = enter('alone', 'alone')
    const fourth = enter('fourth', 'together')
    const fifth = enter('fifth', 'together')
    first()
    const leaveThird = await third
    second()
    expect(passed).toEqual(['first', 'second', 'third'])
    leaveThird()
    const leaveAlone = await alone
    expect(passed).toEqual(['first', 'second', 'third', 'alone'])
    leaveAlone()
    await Promise.all([fourth, fifth])
    expect(passed).toEqual(['first', 'second', 'third', 'alone', 'fourth', 'fifth'])
  })
  test('behavior: leaving twice lets one through', async () => {
    const turnstile = createTurnstile(patient)
    const leave = await turnstile.enter('alone')
    const second = turnstile.enter('alone')
    let isThirdIn = false
    const third = turnstile.enter('alone').then((leaveThird) => {
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
    const leave = await turnstile.enter('alone')
    const waiting = turnstile.enter('alone')
    await expect(turnstile.enter('alone')).rejects.toMatchObject({ kind: 'overload' })
    leave()
    ;(await waiting)()
  })
  test('error: nobody stands longer than the limit, and the line goes on without them', async () => {
    const turnstile = createTurnstile({ ...patient, waitMs: 20 })
    const leave = await turnstile.enter('alone')
    await expect(turnstile.enter('alone')).rejects.toMatchObject({ kind: 'database' })
    leave()
    ;(await turnstile.enter('alone'))()
  })
  test('error: shut for those in the line and those who come', async () => {
    const turnstile = createTurnstile(patient)
    await turnstile.enter('alone')
    const waiting = turnstile.enter('alone')
    const gone = new Fault('database', 'gone')
    turnstile.shut(gone)
    await expect(waiting).rejects.toBe(gone)
    await expect(turnstile.enter('alone')).rejects.toBe(gone)
  })
})
