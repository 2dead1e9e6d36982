import { addressFromContractId } from '@alephium/web3'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { markets, searchWords } from '../../src/store/index.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { emptyTables, putRows } from '../support/rows.ts'

const creator = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'

describeOnBothDatabases('a misspelt search', (context) => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ database: context.database })
  })
  afterAll(() => api?.close())
  beforeEach(() => emptyTables(context.database, markets, searchWords))

  const market = (id: number, question: string, masterQuestion: string | null = null) => ({
    ...{ id, proposalId: id, question, masterQuestion, creator, state: 'open' as const },
    marketAddress: addressFromContractId(`d${id}`.repeat(32)),
    ...{ eventId: null, metadata: null, category: null, imageUrl: null, masterImage: null },
  })
  const found = async (q: string) => {
    const { results, fuzzyFallbackUsed } = (await api.request('GET', `/v1/search?q=${q}`)).json()
    const ids = results.map(({ data }: { data: { id: number } }) => data.id)
    return { ids: ids.sort(), fuzzyFallbackUsed }
  }

  test('behavior: a leg is found by a word that stands in its event’s question alone', async () => {
    await putRows(context.database, markets, [
      market(1, 'Alice', 'Who harvests the cloves of Zanzibar'),
      market(2, 'Bob', 'Who harvests the dates of Medina'),
    ])
    await putRows(context.database, searchWords, [{ word: 'zanzibar', ndoc: 1 }])
    expect(await found('zanzibra')).toEqual({ ids: [1], fuzzyFallbackUsed: true })
  })

  test('behavior: of words that are equally near the rarest are left out', async () => {
    const words = ['gorvak', 'gorvam', 'gorvat', 'gorvap']
    await putRows(
      context.database,
      markets,
      words.map((word, index) => market(index + 1, word)),
    )
    await putRows(
      context.database,
      searchWords,
      words.map((word, index) => ({ word, ndoc: index + 1 })),
    )
    expect(await found('gorvax')).toEqual({ ids: [2, 3, 4], fuzzyFallbackUsed: true })
  })
})
