import { describe, expect, test } from 'vitest'
import { rowOf } from '../../../test/support/rows.ts'
import { markets, positions } from '../../store/index.ts'
import { withResolved } from './block-changes.ts'

describe('withResolved', () => {
  const open = rowOf(markets, { id: 1, resolved: false })
  const resolution = [{ before: open, after: { ...open, resolved: true } }]
  const position = (id: number) => rowOf(positions, { id, marketId: 1, isSettled: false })

  test('behavior: positions of a resolved market follow those that changed, by id, however they were found', () => {
    const changed = [{ before: position(4), after: position(4) }]
    const held = [position(5), position(2), position(4), { ...position(1), isSettled: true }, position(3)]
    const told = withResolved(changed, resolution, () => held)
    expect(told.map(({ after }) => after!.id)).toEqual([4, 2, 3, 5])
  })
})
