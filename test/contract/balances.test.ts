import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { paperDeployment } from '../support/venue/paper-venue.ts'

const ann = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'

describeOnBothDatabases('balances', (context) => {
  const { collateral, stake } = paperDeployment.tokens
  const strangers = Array.from({ length: 102 }, (_, index) => index.toString(16).padStart(64, '0'))
  let api: TestApi

  beforeAll(async () => {
    // The node lists what strangers sent first, and in no order that means anything.
    const tokens = new Map(
      [...strangers.toReversed(), stake.id, collateral.id].map((id, index) => [
        id,
        { amount: BigInt(index + 1), locked: BigInt(index) },
      ]),
    )
    const native = { amount: 9n, locked: 2n }
    const node = {
      url: 'http://127.0.0.1:22973',
      tip: async () => null,
      balances: async () => ({ native, tokens, coins: 7 }),
    }
    api = await createTestApi({ database: context.database, parts: { node } })
  })
  afterAll(() => api?.close())

  test('behavior: the venue’s own tokens are told apart, and of all others the first hundred', async () => {
    const { status, json } = await api.request('GET', `/v1/users/${ann}/balances`)
    const { others, ...own } = json()
    expect([status, own]).toEqual([
      200,
      {
        address: ann,
        native: { amount: '9', locked: '2' },
        stake: { amount: '103', locked: '102' },
        collateral: { amount: '104', locked: '103' },
        coins: 7,
      },
    ])
    expect(others).toEqual(
      strangers
        .slice(0, 100)
        .map((tokenId, index) => ({ tokenId, amount: String(102 - index), locked: String(101 - index) })),
    )
  })
  test('behavior: an address in a group that is not its own is nobody’s, and no node is asked for it', async () => {
    const held: string[] = []
    for (const group of [0, 1, 2, 3]) {
      const { json } = await api.request('GET', `/v1/users/${ann}:${group}/balances`)
      const { address, native, stake, coins } = json()
      held.push(`${native.amount} ${stake.amount} ${coins}`)
      expect(address).toBe(coins === 0 ? `${ann}:${group}` : ann)
    }
    expect(held.sort()).toEqual(['0 0 0', '0 0 0', '0 0 0', '9 103 7'])
  })
})
