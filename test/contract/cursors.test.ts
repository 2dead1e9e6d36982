import { addressFromContractId } from '@alephium/web3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activity, commits, markets, orders, parlays, positions, trades } from '../../src/store/index.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { putRows } from '../support/rows.ts'

const ann = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
const [first, second] = ['c1', 'c2'].map((byte) => addressFromContractId(byte.repeat(32))) as [string, string]
const txId = 'ab'.repeat(32)

describeOnBothDatabases('cursors', (context) => {
  let api: TestApi
  const ids = [1, 2, 3, 4]

  beforeAll(async () => {
    const { database } = context
    const unset = { refererAddress: null, expiresAtMs: null, endedHeight: null, eventId: null }
    await putRows(
      database,
      markets,
      [first, second].map((marketAddress, index) => ({
        id: index + 1,
        marketAddress,
        state: 'open' as const,
        ...unset,
      })),
    )
    const side = 'buy' as const
    const outcome = 'yes' as const
    const common = { marketId: 1, side, outcome, price: 400, quantity: 1n, txId }
    await putRows(
      database,
      activity,
      ids.map((id) => ({ ...common, id, wallet: ann, type: 'order-placed' as const, note: null })),
    )
    await putRows(
      database,
      orders,
      ids.map((id) => ({ ...common, ...unset, id, orderId: id, trader: ann, status: 'open' as const })),
    )
    await putRows(
      database,
      trades,
      ids.map((id) => ({
        ...{ ...common, ...unset, id, height: id, fillType: 'transfer' as const },
        ...{ makerAddress: ann, takerAddress: ann },
      })),
    )
    await putRows(
      database,
      positions,
      ids.slice(0, 2).map((id) => ({
        ...{ id, userAddress: ann, marketId: 1, shares: 1n, entryPrice: null },
        positionType: id === 1 ? ('yes' as const) : ('no' as const),
      })),
    )
    const legs = [{ marketAddress: first, outcome }]
    await putRows(
      database,
      parlays,
      ids.map((id) => ({ id, maker: ann, legs, status: 'open' as const, txId })),
    )
    await putRows(
      database,
      commits,
      ids.map((id) => ({
        id,
        marketId: 1,
        round: 1,
        voter: `${ann.slice(0, -1)}${id}`,
        commitTxId: txId,
        revealTxId: txId,
      })),
    )
    api = await createTestApi({ database })
  })
  afterAll(() => api?.close())

  test.each([
    ['/v1/users/{wallet}/activity', 'type=order-placed', 'type=order-filled'],
    ['/v1/users/{wallet}/activity', 'type=order-placed', ''],
    ['/v1/users/{wallet}/activity', 'marketId=1', 'marketId=2'],
    ['/v1/users/{wallet}/activity', 'marketId=1', ''],
    ['/v1/users/{wallet}/parlays', 'marketId=1', 'marketId=2'],
    ['/v1/users/{wallet}/parlays', 'marketId=1', ''],
    ['/v1/users/{wallet}/parlays', 'status=open', 'status=taken'],
    ['/v1/users/{wallet}/orders', 'marketId=1', 'marketId=2'],
    ['/v1/users/{wallet}/orders', 'status=open', 'status=all'],
    ['/v1/users/{wallet}/trades', 'marketId=1', 'marketId=2'],
    ['/v1/users/{wallet}/positions', 'marketId=1', 'marketId=2'],
    ['/v1/users/{wallet}/positions', 'settled=false', 'settled=true'],
    ['/v1/users/{wallet}/portfolio', 'marketId=1', 'marketId=2'],
    ['/v1/users/{wallet}/portfolio', 'open=true', 'open=false'],
    ['/v1/oracle/disputes/{market}/votes', 'voteRound=1', 'voteRound=2'],
  ])('behavior: of %s under "%s" one goes on, and under "%s" it is refused', async (list, own, other) => {
    const path = list.replace('{wallet}', ann).replace('{market}', first)
    const one = await api.request('GET', `${path}?limit=1&${own}`)
    const { nextCursor } = one.json().pagination
    expect({ status: one.status, cursor: typeof nextCursor }).toEqual({ status: 200, cursor: 'string' })
    expect((await api.request('GET', `${path}?limit=1&${own}&cursor=${nextCursor}`)).status).toBe(200)
    const refused = await api.request('GET', `${path}?${other}&cursor=${nextCursor}`.replace('?&', '?'))
    expect([refused.status, refused.json().details.field]).toEqual([400, 'cursor'])
  })
})
