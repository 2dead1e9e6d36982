import { describe, expect, test } from 'vitest'
import { createStops } from './stops.ts'

describe('createStops', () => {
  test('default: the youngest stops first, each once', async () => {
    const order: string[] = []
    const stops = createStops(() => undefined)
    stops.add('database', () => void order.push('database'))
    stops.add('api', async () => void order.push('api'))
    await Promise.all([stops.run(), stops.run()])
    await stops.run()
    expect(order).toEqual(['api', 'database'])
  })
  test('error: one that fails is told about and does not hold up the others', async () => {
    const told: unknown[] = []
    const order: string[] = []
    const cause = new Error('stuck')
    const stops = createStops((name, why) => told.push([name, why]))
    stops.add('database', () => void order.push('database'))
    stops.add('api', () => Promise.reject(cause))
    await stops.run()
    expect(order).toEqual(['database'])
    expect(told).toEqual([['api', cause]])
  })
})
