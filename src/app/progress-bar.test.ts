import { expect, test } from 'vitest'
import { createProgressBar } from './progress-bar.ts'

function drawn(isTTY: boolean): string[] {
  const written: string[] = []
  const show = createProgressBar('Making', { isTTY, write: (text) => written.push(text) })
  for (let done = 1; done <= 400; done++) show({ done, total: 400 })
  return written
}

test('default: one line that is drawn anew at every percent, and cleared at the end', () => {
  const written = drawn(true)
  expect(written).toHaveLength(101)
  expect(written[50]).toBe(`\rMaking ${'█'.repeat(15)}${'░'.repeat(15)}  50 %`)
  expect(written.at(-1)).toBe('\r\u001b[2K')
})
test('behavior: nothing where nobody watches', () => expect(drawn(false)).toEqual([]))
