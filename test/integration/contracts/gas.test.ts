import { expect, test } from 'vitest'
import { ENTRY_DEPOSIT, PROPOSAL_DEPOSIT } from '../../../src/bindings/index.ts'
import { measureGovernance } from '../../support/venue/measure.ts'

/** No call of the governing contracts depends on how many others there are, so each has a price; docs/gas.md lists it. */
const GAS_MAX = 130_000

test('behavior: every call stays below its bound and leaves exactly its deposits behind', async () => {
  const rows = await measureGovernance()
  expect(rows.filter((row) => row.gas > GAS_MAX)).toEqual([])
  const deposits = Object.fromEntries(rows.map((row) => [row.call, row.deposit]))
  expect(deposits).toMatchObject({
    'vault deposit, first': ENTRY_DEPOSIT,
    'vault deposit, further': 0n,
    'propose single, opening a period': PROPOSAL_DEPOSIT + 2n * ENTRY_DEPOSIT,
    'propose linked, 20 legs': 20n * PROPOSAL_DEPOSIT + ENTRY_DEPOSIT,
    commit: ENTRY_DEPOSIT,
    'reveal for another': 0n,
    'vault withdraw, the whole stake': -ENTRY_DEPOSIT,
  })
})
