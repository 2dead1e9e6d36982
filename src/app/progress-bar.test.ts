import { expect, test } from 'vitest'
import { createProgressBar } from './progress-bar.ts'

function drawn(isTTY: boolean, columns = 80): string[] {
  const written: string[] = []
  const show = createProgressBar('Making', { isTTY, columns, write: (text) => written.push(text) })
  for (let done = 1; done <= 400; done++) show({ done, total: 400 })
  return written
}

test('default: one line that is drawn anew at every percent, and cleared at the end', () => {
  const written = drawn(true)
  expect(written).toHaveLength(101)
  expect(written[50]).toBe(`\rMaking ${'█'.repeat(15)}${'░'.repeat(15)}  50 %`)
  expect(written.at(-1)).toBe('\r\u001b[2K')
})
test('behavior: it fits into a narrow terminal, and stays away where it cannot', () => {
  expect(drawn(true, 24)[50]).toBe(`\rMaking ${'█'.repeat(5)}${'░'.repeat(5)}  50 %`)
  expect(Math.max(...drawn(true, 24).map((text) => text.length))).toBeLessThanOrEqual(24)
  expect(drawn(true, 15).filter((text) => text.includes('Making'))).toEqual([])
})
test('behavior: nothing where nobody watches', () => expect(drawn(false)).toEqual([]))
