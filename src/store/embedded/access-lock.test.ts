import { describe, expect, test } from 'vitest'
import { Fault } from '../../kit/index.ts'
import { createAccessLock } from './access-lock.ts'

const patient = { aheadMax: 2, waitingMax: 10, waitMs: 60_000 }

describe('createAccessLock', () => {
  test('default: one at a time, in order of arrival', async () => {
    const accessLock = createAccessLock(patient)
    const passed: number[] = []
    const leaveFirst = await accessLock.acquire('exclusive')
    const others = [1, 2, 3].map(async (n) => {
      const leave = await accessLock.acquire('exclusive')
      passed.push(n)
      leave()
    })
    expect(passed).toEqual([])
    leaveFirst()
    await Promise.all(others)
    expect(passed).toEqual([1, 2, 3])
  })
  test('behavior: so many go together, one alone waits for them and is not overtaken', async () => {
    const accessLock = createAccessLock(patient)
    const passed: string[] = []
    const enter = async (name: string, as: 'shared' | 'exclusive') => {
      const leave = await accessLock.acquire(as)
      passed.push(name)
      return leave
    }
    const [first, second] = await Promise.all([enter('first', 'shared'), enter('second', 'shared')])
    const third = enter('third', 'shared')
    const alone = enter('exclusive', 'exclusive')
    const fourth = enter('fourth', 'shared')
    const fifth = enter('fifth', 'shared')
    first()
    const leaveThird = await third
    second()
    expect(passed).toEqual(['first', 'second', 'third'])
    leaveThird()
    const leaveAlone = await alone
    expect(passed).toEqual(['first', 'second', 'third', 'exclusive'])
    leaveAlone()
    await Promise.all([fourth, fifth])
    expect(passed).toEqual(['first', 'second', 'third', 'exclusive', 'fourth', 'fifth'])
  })
  test('behavior: leaving twice lets one through', async () => {
    const accessLock = createAccessLock(patient)
    const leave = await accessLock.acquire('exclusive')
    const second = accessLock.acquire('exclusive')
    let isThirdIn = false
    const third = accessLock.acquire('exclusive').then((leaveThird) => {
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
    const accessLock = createAccessLock({ ...patient, waitingMax: 1 })
    const leave = await accessLock.acquire('exclusive')
    const waiting = accessLock.acquire('exclusive')
    await expect(accessLock.acquire('exclusive')).rejects.toMatchObject({ kind: 'overload' })
    leave()
    ;(await waiting)()
  })
  test('error: nobody stands longer than the limit, and the line goes on without them', async () => {
    const accessLock = createAccessLock({ ...patient, waitMs: 20 })
    const leave = await accessLock.acquire('exclusive')
    await expect(accessLock.acquire('exclusive')).rejects.toMatchObject({ kind: 'database' })
    leave()
    ;(await accessLock.acquire('exclusive'))()
  })
  test('error: shut for those in the line and those who come', async () => {
    const accessLock = createAccessLock(patient)
    await accessLock.acquire('exclusive')
    const waiting = accessLock.acquire('exclusive')
    const gone = new Fault('database', 'gone')
    accessLock.shut(gone)
    await expect(waiting).rejects.toBe(gone)
    await expect(accessLock.acquire('exclusive')).rejects.toBe(gone)
  })
})
