import { describe, expect, test } from 'vitest'
import { sleep, withDeadline } from './deadline.ts'

const late = () => new Error('too late')

describe('withDeadline', () => {
  test('default: passes the result on', async () => {
    expect(await withDeadline(60_000, async () => 7, late)).toBe(7)
  })
  test('error: work that never ends, and ignores its signal, is given up', async () => {
    await expect(withDeadline(1, () => new Promise(() => undefined), late)).rejects.toThrow('too late')
  })
  test('behavior: the signal aborts with the same error', async () => {
    let reason: unknown
    const work = (signal: AbortSignal) =>
      new Promise<never>(() => signal.addEventListener('abort', () => (reason = signal.reason)))
    await expect(withDeadline(1, work, late)).rejects.toThrow('too late')
    expect(reason).toEqual(new Error('too late'))
  })
})

describe('sleep', () => {
  test('behavior: an abort ends it at once', async () => {
    const controller = new AbortController()
    const sleeping = sleep(60_000, controller.signal)
    controller.abort()
    await sleeping
    await sleep(60_000, controller.signal)
  })
})
