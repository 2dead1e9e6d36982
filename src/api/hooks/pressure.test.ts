import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { defaultServerLimits } from '../settings.ts'
import { createPressure } from './pressure.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** A guard whose timer never comes: what is in flight is all it knows. */
const create = (inFlightMax: number) =>
  createPressure(
    { ...defaultServerLimits, inFlightMax, eventLoopDelayMaxMs: 3_600_000 },
    { every: () => () => undefined, after: () => () => undefined },
    () => undefined,
  )

describe('places in flight', () => {
  test('default: one address holds half of 512, and the next address the other half', () => {
    const pressure = create(512)
    const enter = (address: string) => Array.from({ length: 300 }, () => pressure.enter(address))
    expect(enter('192.0.2.1').filter(Boolean)).toHaveLength(256)
    expect(pressure.reason()).toBe(null)
    expect(enter('192.0.2.2').filter(Boolean)).toHaveLength(256)
    expect(pressure.reason()).toBe('in_flight')
  })
  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
  ])('behavior: of %i places an address holds %i', (inFlightMax, share) => {
    const pressure = create(inFlightMax)
    for (let n = 0; n < share; n++) expect(pressure.enter('192.0.2.1')).toBe(true)
    expect(pressure.enter('192.0.2.1')).toBe(false)
  })
  test('behavior: a place given back is free once, for its own address', () => {
    const pressure = create(4)
    const enter = (address: string) => pressure.enter(address)
    expect(['a', 'a', 'a', 'b'].map(enter)).toEqual([true, true, false, true])
    pressure.leave('b')
    expect(['a', 'b', 'b', 'b'].map(enter)).toEqual([false, true, true, false])
    expect(pressure.reason()).toBe('in_flight')
    pressure.leave('a')
    expect(pressure.reason()).toBe(null)
    expect(['a', 'a'].map(enter)).toEqual([true, false])
  })
  test('behavior: who has left altogether begins anew', () => {
    const pressure = create(2)
    for (let n = 0; n < 3; n++) {
      expect([pressure.enter('a'), pressure.enter('a')]).toEqual([true, false])
      pressure.leave('a')
    }
    expect(pressure.reason()).toBe(null)
  })
  test('behavior: of addresses whose requests are answered nothing is kept', () => {
    const pressure = create(4)
    collect()
    const before = process.memoryUsage().heapUsed
    for (let n = 0; n < 100_000; n++) {
      const address = `192.0.2.${n}`
      expect(pressure.enter(address)).toBe(true)
      pressure.leave(address)
    }
    collect()
    // A map of them alone is 7 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(2_000_000)
    expect(pressure.enter('192.0.2.1')).toBe(true)
  })
})
