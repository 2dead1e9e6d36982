import { addressFromContractId } from '@alephium/web3'
import { describe, expect, test } from 'vitest'
import type { ContractValue } from '../../domain/index.ts'
import { Bug } from '../../kit/index.ts'
import { artifacts } from '../artifacts.ts'
import { decodeEvent } from './decode-event.ts'

const at = (digit: string) => addressFromContractId(digit.repeat(64))
const addresses = {
  Vault: at('1'),
  Voting: at('2'),
  Oracle: at('3'),
  Parlays: at('4'),
  Market: at('5'),
  Desk: at('6'),
}
const venue = {
  vault: addresses.Vault,
  voting: addresses.Voting,
  oracle: addresses.Oracle,
  parlays: addresses.Parlays,
  desk: addresses.Desk,
  isMarket: (address: string) => address === addresses.Market,
}

/** What a field of a type may hold, at its edges. */
const edges: Readonly<Record<string, readonly ContractValue[]>> = {
  Bool: [true, false].map((value) => ({ type: 'Bool', value })),
  U256: [0n, 1n, 4n, 255n, 2n ** 53n, 2n ** 256n - 1n].map((value) => ({
    type: 'U256',
    value: String(value),
  })),
  ByteVec: ['', '00', 'ff', 'c3', 'ff'.repeat(33), '01'.repeat(5_000)].map((value) => ({
    type: 'ByteVec',
    value,
  })),
  Address: [at('0'), '2'.repeat(10_000)].map((value) => ({ type: 'Address', value })),
}

const events = (Object.keys(addresses) as (keyof typeof addresses)[]).flatMap((contract) =>
  artifacts[contract].events.map((event) => ({ contract, ...event, name: `${contract}.${event.name}` })),
)

describe('events of the venue', () => {
  test.each(events)('behavior: no value of $name is refused', ({ contract, index, fields }) => {
    for (let turn = 0; turn < 6; turn++) {
      const values = fields.map(({ type }, place) => {
        const choices = edges[type] ?? []
        return choices[(turn + (turn > 2 ? place : 0)) % choices.length]!
      })
      const raw = { txId: '', contractAddress: addresses[contract], eventIndex: index, fields: values }
      expect(decodeEvent(venue, raw)).not.toBeNull()
    }
  })
  test.each(events)('error: $name with a field more, or of another type', ({ contract, index, fields }) => {
    const raw = { txId: '', contractAddress: addresses[contract], eventIndex: index }
    const values = fields.map(({ type }) => edges[type]![0]!)
    const odd: ContractValue = { type: 'I256', value: '0' }
    expect(() => decodeEvent(venue, { ...raw, fields: [...values, odd] })).toThrow(Bug)
    expect(() => decodeEvent(venue, { ...raw, fields: values.map(() => odd) })).toThrow(Bug)
  })
})
