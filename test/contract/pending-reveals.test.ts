import { addressFromContractId } from '@alephium/web3'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commits, rounds } from '../../src/store/index.ts'
import { putRelayedReveal } from '../../src/store/writes/keeper.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { emptyTables, putRows } from '../support/rows.ts'
import { createWallet, mint } from '../support/wallet.ts'

const market = addressFromContractId('cd'.repeat(32))
const txId = 'ab'.repeat(32)

describeOnBothDatabases('pending reveals', (context) => {
  const voter = createWallet()
  const other = createWallet()
  let api: TestApi
  let keys: { readonly voter: string; readonly other: string }

  beforeAll(async () => {
    api = await createTestApi({ database: context.database })
    keys = { voter: (await mint(api, voter)).key, other: (await mint(api, other)).key }
  })
  afterAll(() => api?.close())
  beforeEach(async () => {
    await emptyTables(context.database, rounds, commits, { name: 'relayed_reveals' })
    await putRows(context.database, rounds, [
      { marketId: 1, round: 1, commitEndsAtMs: 1_000, revealEndsAtMs: 2_000 },
    ])
  })

  const relay = (id: number, vote: 1 | 2 | 3, createdAtMs = id) =>
    putRelayedReveal(context.database, {
      id,
      marketId: 1,
      marketAddress: market,
      voter: voter.address,
      round: 1,
      vote,
      sealedSalt: new Uint8Array([id]),
      commitTxId: txId,
      createdAtMs,
    })
  const shownTo = async (key?: string, address = voter.address) => {
    const url = `/v1/users/${address}/pending-reveals`
    const answer = await api.request('GET', url, key === undefined ? {} : { key })
    const shown = answer.json().pendingReveals as { id: number; voteChoice: number }[]
    return {
      cacheControl: answer.headers['cache-control'],
      votes: shown.map((row) => [row.id, row.voteChoice]),
    }
  }

  test('behavior: a vote that is still secret is shown to the key of its voter, and to no other key', async () => {
    await relay(7, 2)
    const cacheControl = 'no-store'
    expect(await shownTo(keys.voter)).toEqual({ cacheControl, votes: [[7, 2]] })
    expect(await shownTo(keys.voter, `${voter.address}:0`)).toEqual({ cacheControl, votes: [[7, 2]] })
    expect(await shownTo(keys.other)).toEqual({ cacheControl, votes: [[7, 0]] })
    expect(await shownTo()).toEqual({ cacheControl, votes: [[7, 0]] })
  })
  test('behavior: what a key sees of its own wallet it sees of no other one', async () => {
    await relay(7, 2)
    expect(await shownTo(keys.voter, other.address)).toEqual({ cacheControl: 'no-store', votes: [] })
  })
  test('behavior: of what was handed over in one moment the greater id comes first', async () => {
    const ids = [5, 9, 1, 3, 8, 2, 7, 4, 6]
    for (const id of ids) await relay(id, 1, 77)
    await relay(10, 3, 76)
    expect((await shownTo()).votes.map(([id]) => id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 10])
    const { json } = await api.request('GET', `/v1/users/${voter.address}/pending-reveals?limit=3`)
    expect(json().pendingReveals.map(({ id }: { id: number }) => id)).toEqual([9, 8, 7])
  })
  test('behavior: a vote that the chain shows is everybody’s to see', async () => {
    await relay(7, 2)
    await putRows(context.database, commits, [
      { id: 7, marketId: 1, round: 1, voter: voter.address, vote: 1, commitTxId: txId, committedAtMs: 7 },
    ])
    for (const key of [keys.voter, keys.other, undefined])
      expect((await shownTo(key)).votes).toEqual([[7, 1]])
  })
})
