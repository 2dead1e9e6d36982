import { describe, expect, test } from 'vitest'
import { createCatchingUp } from './catching-up.ts'

function watch(isTTY: boolean) {
  const written: string[] = []
  const told: number[] = []
  const observe = createCatchingUp({ isTTY, write: (text) => written.push(text) }, ({ percent }) =>
    told.push(percent),
  )
  const apply = (height: number, nodeHeight: number, blockCount = 50) =>
    observe({ kind: 'applied', height, blockCount, eventCount: 0, nodeHeight })
  return { written, told, apply }
}

describe('createCatchingUp', () => {
  test('default: a bar in a terminal, cleared at the tip', () => {
    const { written, told, apply } = watch(true)
    for (let height = 49; height <= 999; height += 50) apply(height, 999)
    expect(written[0]).toContain('Catching up with the chain')
    expect(written.at(-1)).toBe('\r\u001b[2K')
    expect(told).toEqual([])
  })
  test('default: lines where nobody watches, one per tenth of the way', () => {
    const { written, told, apply } = watch(false)
    for (let height = 49; height <= 999; height += 50) apply(height, 999)
    expect(written).toEqual([])
    expect(told).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  })
  test('behavior: following the tip says nothing', () => {
    const { written, told, apply } = watch(true)
    for (let height = 1_000; height < 1_300; height++) apply(height, height, 1)
    apply(1_350, 1_400)
    expect([...written, ...told]).toEqual([])
  })
  test('behavior: a second long way is shown again', () => {
    const { told, apply } = watch(false)
    apply(100, 500)
    apply(500, 500, 400)
    apply(600, 1_000, 100)
    apply(1_000, 1_000, 400)
    expect(told).toEqual([11, 100, 20, 100])
  })
})
