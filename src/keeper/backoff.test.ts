import { describe, expect, test } from 'vitest'
import { Bug, createManualClock, Fault } from '../kit/index.ts'
import { CannotBuild } from '../transaction/index.ts'
import { createBackoff } from './backoff.ts'
import type { KeeperObservation } from './observation.ts'

const bug = new Bug('an indexed market has a contract address')

function open() {
  const clock = createManualClock(1_763_164_800_000)
  const seen: KeeperObservation[] = []
  const backoff = createBackoff({
    monotonic: () => clock.nowMs(),
    observe: (observation) => void seen.push(observation),
  })
  let runs = 0
  const breaks = async (): Promise<never> => {
    runs += 1
    throw bug
  }
  return { clock, seen, backoff, breaks, runs: () => runs }
}

describe('createBackoff', () => {
  test('default: passes the result on and says nothing', async () => {
    const { backoff, seen } = open()
    expect(await backoff.attempt({ duty: 'freeze-periods' }, async () => 7)).toBe(7)
    expect(seen).toEqual([])
  })
  test('behavior: what breaks is told with its cause and left alone, twice as long each time up to a minute', async () => {
    const { backoff, clock, seen, breaks, runs } = open()
    const pauses = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]
    for (const [done, pauseMs] of pauses.entries()) {
      expect(await backoff.attempt({ duty: 'pay-fees', task: 'pay-fees 1' }, breaks)).toBe(undefined)
      expect(seen.at(-1)).toEqual({
        kind: 'broken',
        duty: 'pay-fees',
        task: 'pay-fees 1',
        pauseMs,
        cause: bug,
      })
      clock.advance(pauseMs - 1)
      expect(await backoff.attempt({ duty: 'pay-fees', task: 'pay-fees 1' }, breaks)).toBe(undefined)
      expect([runs(), seen.length]).toEqual([done + 1, done + 1])
      clock.advance(1)
    }
  })
  test('behavior: others go on, and what works again starts from the first pause', async () => {
    const { backoff, clock, seen, breaks } = open()
    await backoff.attempt({ duty: 'pay-fees', task: 'pay-fees 1' }, breaks)
    expect(await backoff.attempt({ duty: 'pay-fees', task: 'pay-fees 2' }, async () => 'sent')).toBe('sent')
    expect(await backoff.attempt({ duty: 'pay-fees' }, async () => 'listed')).toBe('listed')
    clock.advance(1_000)
    expect(await backoff.attempt({ duty: 'pay-fees', task: 'pay-fees 1' }, async () => 'sent')).toBe('sent')
    await backoff.attempt({ duty: 'pay-fees', task: 'pay-fees 1' }, breaks)
    expect(seen.map((one) => one.kind === 'broken' && one.pauseMs)).toEqual([1_000, 1_000])
  })
  test('behavior: an error of no kind is a bug too', async () => {
    const { backoff, seen } = open()
    const cause = new TypeError('x is not a function')
    expect(await backoff.attempt({ duty: 'round' }, () => Promise.reject(cause))).toBe(undefined)
    expect(seen).toEqual([{ kind: 'broken', duty: 'round', task: null, pauseMs: 1_000, cause }])
  })
  test('error: trouble of the world passes through and pauses nothing', async () => {
    const { backoff, seen } = open()
    for (const trouble of [
      new Fault('database', 'away'),
      new CannotBuild('not-enough-balance', 'no coins'),
    ]) {
      await expect(backoff.attempt({ duty: 'pay-fees' }, () => Promise.reject(trouble))).rejects.toBe(trouble)
      expect(await backoff.attempt({ duty: 'pay-fees' }, async () => 1)).toBe(1)
    }
    expect(seen).toEqual([])
  })
})
