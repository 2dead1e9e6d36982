import { NodeProvider } from '@alephium/web3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractAddressOf, readState } from '../../src/bindings/index.ts'
import { type Client, createTrader, type Parlay, UntrustedBuild } from '../../src/client/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { assert } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'
import { pinOf } from '../support/venue/genuine-builds.ts'

/** A service that shows one parlay and builds for another, and says of every market whatever makes that fit. */
let own: TestDatabase
let database: Database
let stage: BuildStage
beforeAll(async () => {
  own = await createTestDatabase('embedded')
  database = await own.open()
  stage = await openBuildStage(database, 'take-parlay-lies')
})
afterAll(async () => {
  await stage.close()
  await database.close()
  await own.drop()
})

test('behavior: a trader takes the parlay that was shown, leg by leg, or none', async () => {
  const markets = await stage.openMarkets({ legs: 4 })
  const [a = '', b = '', c = '', d = ''] = markets
  const endsAtMs = Number(
    (
      await database.query<{ ends_at_ms: number }>({
        label: 'test-end',
        sql: 'select ends_at_ms from proposals limit 1',
        values: [],
      })
    )[0]?.ends_at_ms,
  )
  const { votingMs, minTradingMs } = stage.deployment.periods
  const endsInMs = endsAtMs - stage.devnet.clock.nowMs() - votingMs - minTradingMs
  const [twin = ''] = await stage.openMarkets({ legs: 4, endsInMs })
  const subjectAt = async (market: string) => {
    const state = await stage.chain.findContractState(market)
    return state === null ? null : readState('Market', state)?.subject
  }
  const maker = stage.wallet({ collateral: 100n * ONE })
  const taker = stage.wallet({ collateral: 100n * ONE })
  const expiresAt = new Date(stage.devnet.clock.nowMs() + 24 * 3_600_000).toISOString()
  const terms = { amount: String(10n * ONE), combinedOdds: '3001', expiresAt }
  const bets = (first: string, second: string) => [
    { marketAddress: first, outcome: 'yes' as const },
    { marketAddress: second, outcome: 'no' as const },
  ]
  for (const legs of [bets(a, b), bets(c, d), bets(twin, d)])
    await stage.send(maker, stage.builder.offerParlay({ ...signerOf(maker), ...terms, legs }))

  const [proposal] = await database.query<{ text_hash: string; ends_at_ms: number }>({
    label: 'test-proposal',
    sql: 'select p.text_hash, p.ends_at_ms from proposals p join markets m on m.proposal_id = p.id limit 1',
    values: [],
  })
  assert(proposal !== undefined, 'the markets come of a proposal')
  /** Builds genuinely; the markets it shows as the proposal's legs are the caller's choice. */
  const service = (marketAddresses: readonly string[]) =>
    ({
      tx: {
        takeParlay: async ({ id }: { readonly id: number }) =>
          parseAnswer(await stage.builder.takeParlay({ ...signerOf(taker), parlayId: id })),
      },
      markets: { get: async () => ({ id: 1, proposalId: 1 }) },
      voting: {
        proposal: async () => ({
          textHash: proposal.text_hash,
          endsAt: new Date(Number(proposal.ends_at_ms)).toISOString(),
          marketAddresses,
        }),
      },
    }) as unknown as Client // all that taking an offer may ask
  const signer = { getSelectedAccount: async () => ({ ...taker, group: 0 }) } as never // it signs nothing
  const node = new NodeProvider(stage.devnet.url, undefined, stage.devnet.fetch)
  const shown = { id: 1, maker: maker.address, takerAmount: '20010000000000000000', ...terms }
  const take = async (id: number, offer: object, order: readonly string[] = markets): Promise<string> => {
    const trader = await createTrader({ client: service(order), signer, venue: pinOf(stage), node })
    try {
      await trader.build({ kind: 'takeParlay', id }, { offer: { ...shown, ...offer } as Parlay })
      return 'believed'
    } catch (error) {
      if (error instanceof UntrustedBuild) return error.field
      throw error
    }
  }

  expect(await take(1, { legs: bets(a, b) })).toBe('believed')
  expect(await take(2, { id: 2, legs: bets(c, d) })).toBe('believed')
  expect(await take(1, { legs: bets(b, a) })).toBe('offer')
  // Offer 2 is about c and d. It is shown as one about a and b, and the service says that those are c and d.
  expect(await take(2, { id: 2, legs: bets(a, b) })).toBe('offer')
  expect(await take(2, { id: 2, legs: bets(a, b) }, [c, d, a, b])).toBe('offer')
  // The same markets, and terms that are not those of the chain.
  expect(await take(1, { amount: String(11n * ONE), legs: bets(a, b) })).toBe('script')
  // A market of the same words and end as `a` is about the same thing, and may still end differently.
  expect(await subjectAt(twin)).toBe(await subjectAt(a))
  expect(await take(3, { id: 3, legs: bets(a, d) })).toBe('offer')
  expect(await take(3, { id: 3, legs: bets(twin, d) })).toBe('believed')
  // What is neither yes nor no would count as no.
  const words = [
    { marketAddress: a, outcome: 'yes' },
    { marketAddress: b, outcome: 'YES' },
  ]
  expect(await take(1, { legs: words })).toBe('offer')
  expect(await take(1, { id: 2, legs: bets(a, b) })).toBe('offer')

  // A contract that is no market, and one that runs a market's code and was not made by the venue's vote.
  const { venue } = stage.deployment.contracts
  const state = await stage.chain.findContractState(venue.address)
  const root = state === null ? null : readState('Venue', state)
  assert(root !== null, 'the venue is there')
  expect(await take(1, { legs: bets(venue.address, b) })).toBe('contracts')
  expect(await take(1, { legs: bets(contractAddressOf(root.marketTemplate), b) })).toBe('market')
})
