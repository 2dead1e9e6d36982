import { expect, test } from 'vitest'
import type { Database, Lister } from '../../src/store/index.ts'
import { emptyIndex } from '../simulation/indexer/dump.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createScriptedChain } from '../simulation/indexer/scripted-chain.ts'
import { createWorld } from '../simulation/indexer/world.ts'
import { createTestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'

/** Which statement of an answer comes first, and what it is an answer to. */
const answers = [
  [
    'the last page of matches',
    'list-markets',
    '/v1/markets?endsAfter=2000-01-01T00:00:00.000Z&status=all&order=asc&limit=1&fields=id&page=LAST',
  ],
  ['a bounded count', 'list-markets', '/v1/markets?minVolume=0&status=all&limit=3&countUpTo=500&facets=true'],
  ['the last page by number', 'list-markets', '/v1/markets?status=all&order=asc&limit=1&fields=id&page=LAST'],
  ['facets', 'list-markets', '/v1/markets?status=all&facets=true&limit=1&fields=id'],
  ['a portfolio', 'list-portfolio', '/v1/users/TRADER/portfolio?marketId=999999'],
  ['what nearly matches', 'search-markets', '/v1/search?q=bitconi'],
] as const

describeOnBothDatabases('an answer of several statements', (context) => {
  test.each(answers)(
    'behavior: of %s is of one block, whatever is indexed meanwhile',
    async (_what, first, address) => {
      const real = context.database
      await emptyIndex(real)
      const chain = createScriptedChain()
      const world = createWorld({ actionsMax: 12 })
      const indexer = makeIndexer(chain, real)
      const mine = async () => {
        const salt = `one moment ${chain.main.length}`
        chain.mine({ ...world.makeBlock(salt), salt })
        await catchUp(indexer)
      }
      const other = await createTestApi({ database: real })
      for (let block = 1; block <= 30; block++) await mine()
      const { markets, pagination } = (
        await other.request('GET', '/v1/markets?status=all&sort=volume')
      ).json()
      const trades = await other.request('GET', `/v1/markets/${markets[0].marketAddress}/trades`)
      const url = address
        .replace('LAST', String(pagination.total - 1))
        .replace('TRADER', trades.json().trades[0].takerAddress)
      const ask = async () => {
        const { status, body, headers } = await other.request('GET', url)
        return { status, body, height: headers['x-block-height'] }
      }
      const before = await ask()
      const change = async () => {
        while ((await ask()).body === before.body) await mine()
      }

      let changed: Promise<void> | null = null
      const changing = <T extends Lister>(lister: T): T => ({
        ...lister,
        query: async (statement: Parameters<Lister['query']>[0]) => {
          const rows = await lister.query(statement)
          if (statement.label === first && changed === null) {
            changed = change()
            // Whoever writes to the embedded index waits until the answer is there.
            if (context.engine === 'server') await changed
          }
          return rows
        },
        together: (work: (reader: Lister) => Promise<unknown>) =>
          lister.together((reader) => work(changing(reader))),
      })
      const database: Database = { ...changing(real), search: changing(real.search) }
      const api = await createTestApi({ database })
      const { status, body, headers } = await api.request('GET', url)
      expect({ status, body, height: headers['x-block-height'] }).toEqual(before)
      expect(changed).not.toBeNull()
      await changed
      const tip = { 'x-min-block-height': String(chain.main.length - 1) }
      const after = await api.request('GET', url, { headers: tip })
      expect(after.body).not.toBe(before.body)
      expect(after.body).toBe((await ask()).body)
      await api.close()
      await other.close()
    },
  )
})
