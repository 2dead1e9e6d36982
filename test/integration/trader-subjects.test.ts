import { NodeProvider } from '@alephium/web3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createTrader, type TradeRequest, UntrustedBuild } from '../../src/client/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { assert } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'
import { pinOf } from '../support/venue/genuine-builds.ts'

/** A service that builds genuinely, and may show another question than the one it builds for. */
let own: TestDatabase
let database: Database
let stage: BuildStage
beforeAll(async () => {
  own = await createTestDatabase('embedded')
  database = await own.open()
  stage = await openBuildStage(database, 'trader-subjects')
})
afterAll(async () => {
  await stage.close()
  await database.close()
  await own.drop()
})

test('behavior: a trader trades in, votes on and answers the question that was shown, or none', async () => {
  const { builder, devnet } = stage
  const markets = await stage.openMarkets({ legs: 2 })
  const [market = ''] = markets
  const wallet = stage.wallet({ collateral: 1_000n * ONE, stake: 600_000n * ONE })
  const from = signerOf(wallet)
  await stage.send(wallet, builder.vaultDeposit({ ...from, amount: String(500_000n * ONE) }))

  const proposals = async () =>
    database.query<{ id: number; text_hash: string; ends_at_ms: number; number: number | null }>({
      label: 'test-proposals',
      sql: `select p.id, p.text_hash, p.ends_at_ms, m.id as number
            from proposals p left join markets m on m.proposal_id = p.id and m.leg = 0 order by p.id`,
      values: [],
    })
  const service = (shown: { readonly legs: readonly string[]; readonly textHash?: string }) =>
    ({
      tx: {
        split: async ({ quantity }: { readonly quantity: string }) =>
          parseAnswer(await builder.split({ ...from, marketAddress: market, quantity })),
        vote: async ({ proposalId }: { readonly proposalId: number }) =>
          parseAnswer(await builder.votingVote({ ...from, proposalId })),
        submitOutcome: async () =>
          parseAnswer(await builder.oracleSubmit({ ...from, marketAddress: market, outcome: 'yes' })),
      },
      markets: { get: async () => ({ id: (await proposals())[0]?.number, proposalId: 1 }) },
      voting: {
        proposal: async ({ id }: { readonly id: number }) => {
          const proposal = (await proposals()).find((each) => each.id === id)
          assert(proposal !== undefined, 'the proposal is indexed')
          return {
            textHash: shown.textHash ?? proposal.text_hash,
            endsAt: new Date(Number(proposal.ends_at_ms)).toISOString(),
            marketAddresses: shown.legs,
          }
        },
      },
    }) as unknown as Client // all that these requests may ask
  const signer = { getSelectedAccount: async () => ({ ...wallet, group: 0 }) } as never // it signs nothing
  const node = new NodeProvider(devnet.url, undefined, devnet.fetch)
  const build = async (request: TradeRequest, shown: Parameters<typeof service>[0]): Promise<string> => {
    const trader = await createTrader({ client: service(shown), signer, venue: pinOf(stage), node })
    try {
      await trader.build(request)
      return 'believed'
    } catch (error) {
      if (error instanceof UntrustedBuild) return error.field
      throw error
    }
  }
  const asItIs = { legs: markets }
  const asTheOtherLeg = { legs: markets.toReversed() }
  const asAnotherQuestion = { legs: markets, textHash: 'ab'.repeat(32) }

  const split: TradeRequest = { kind: 'split', address: market, quantity: String(ONE) }
  expect(await build(split, asItIs)).toBe('believed')
  expect(await build(split, asTheOtherLeg)).toBe('script')
  expect(await build(split, asAnotherQuestion)).toBe('script')

  const endsAt = new Date(devnet.clock.nowMs() + 60 * 24 * 3_600_000).toISOString()
  await stage.send(
    wallet,
    builder.proposeSingle({ ...from, category: 'Test', question: 'Will it rain?', endsAt }),
  )
  await stage.index()
  const vote: TradeRequest = { kind: 'vote', proposalId: (await proposals()).at(-1)?.id ?? 0 }
  expect(await build(vote, asItIs)).toBe('believed')
  expect(await build(vote, asAnotherQuestion)).toBe('script')

  devnet.controls.setTime({ advanceMs: 30 * 24 * 3_600_000 })
  const submit: TradeRequest = { kind: 'submitOutcome', marketAddress: market, outcome: 'yes' }
  expect(await build(submit, asItIs)).toBe('believed')
  expect(await build(submit, asTheOtherLeg)).toBe('script')
  expect(await build(submit, asAnotherQuestion)).toBe('script')
})
