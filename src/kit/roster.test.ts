import { expect, test } from 'vitest'
import { createRoster } from './roster.ts'

test('default: whoever came and did not go, oldest first', () => {
  const roster = createRoster<{ readonly name: string }>()
  const names = () => roster.items().map(({ name }) => name)
  const leaves = ['a', 'b', 'c'].map((name) => roster.add({ name }))
  leaves[0]!()
  roster.add({ name: 'd' })
  expect(names()).toEqual(['b', 'c', 'd'])
  leaves[2]!()
  leaves[1]!()
  expect(names()).toEqual(['d'])
})
