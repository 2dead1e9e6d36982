import { finalizeMarket, unitOf } from '../../../src/bindings/index.ts'
import {
  type BuildFacts,
  type BuildTx,
  sealVote,
  subjectOf,
  type TxRequest,
  termsOf,
  type VenuePin,
  type WalletCoin,
} from '../../../src/client/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { createSeededRandom } from '../../../src/kit/index.ts'
import { type BuildStage, signerOf } from './build-stage.ts'
import type { Wallet } from './wallet.ts'

/** A request, what the builder answered, and all a caller could know. */
export interface GenuineBuild {
  readonly request: TxRequest
  readonly build: BuildTx
  readonly facts: BuildFacts & { readonly coins: readonly WalletCoin[] }
}

const DAY = 24 * 60 * 60_000

export const pinOf = ({ deployment }: BuildStage): VenuePin => ({
  networkId: deployment.networkId,
  venueId: deployment.contracts.venue.id,
  group: deployment.group,
  collateralId: deployment.tokens.collateral.id,
  unit: unitOf(deployment.tokens.collateral),
  stakeTokenId: deployment.tokens.stake.id,
  bondMax: deployment.bondMax,
})

/** At least one build of every kind, each made for the state it needs, signed and included. */
export async function collectBuilds(stage: BuildStage): Promise<GenuineBuild[]> {
  const { deployment, devnet, database } = stage
  const venue = pinOf(stage)
  const all: GenuineBuild[] = []
  const pass = (ms: number) => devnet.controls.setTime({ advanceMs: ms })
  const numbers = new Map<string, number>()
  const subjects = new Map<string, string>()
  const openMarkets = async (options?: Parameters<BuildStage['openMarkets']>[0]): Promise<string[]> => {
    const opened = await stage.openMarkets(options)
    const rows = await database.query<{
      id: number
      market_address: string
      leg: number
      text_hash: string
      ends_at_ms: number
    }>({
      label: 'test-market-numbers',
      sql: 'select m.id, m.market_address, m.leg, p.text_hash, p.ends_at_ms from markets m join proposals p on p.id = m.proposal_id',
      values: [],
    })
    for (const row of rows) {
      numbers.set(row.market_address, row.id)
      const { text_hash: textHash, leg, ends_at_ms: endsAtMs } = row
      subjects.set(row.market_address, subjectOf({ textHash, leg, endsAtMs: Number(endsAtMs) }))
    }
    return opened
  }
  type Unsigned = {
    [K in TxRequest['kind']]: Omit<Extract<TxRequest, { kind: K }>, 'signerAddress' | 'signerPublicKey'>
  }[TxRequest['kind']]
  const make = async (
    wallet: Wallet,
    unsigned: Unsigned,
    facts: Partial<BuildFacts> = {},
  ): Promise<BuildTx> => {
    const request = { ...unsigned, ...signerOf(wallet) } as TxRequest // what was left out is added
    const coins = (await stage.chain.listCoins(wallet.address)).map(({ ref, attoAlph, tokens }) => ({
      key: ref.key,
      attoAlph,
      tokens,
    }))
    const build = await stage.send(wallet, buildOf(stage, request))
    const marketNumber = 'address' in request ? numbers.get(request.address) : undefined
    const named =
      'address' in request ? request.address : 'marketAddress' in request ? request.marketAddress : ''
    const subject = subjects.get(named)
    const nowMs = devnet.clock.nowMs()
    all.push({ request, build, facts: { venue, marketNumber, subject, nowMs, ...facts, coins } })
    return build
  }
  const staker = async (): Promise<Wallet> => {
    const wallet = stage.wallet({ stake: 600_000n * ONE, collateral: 1_000n * ONE })
    await make(wallet, { kind: 'vaultDeposit', amount: String(500_000n * ONE) })
    return wallet
  }
  const newestId = async (table: 'proposals' | 'parlays' | 'orders'): Promise<number> => {
    await stage.index()
    const column = table === 'orders' ? 'order_id' : 'id'
    const [row] = await database.query<{ id: number }>({
      label: `test-newest-${table}`,
      sql: `select ${column} as id from ${table} order by ${column} desc limit 1`,
      values: [],
    })
    return row?.id ?? 0
  }

  // Vault, with a wallet whose key is not the ordinary one.
  const saver = stage.wallet({ stake: 100n * ONE, keyType: 'gl-secp256k1' })
  await make(saver, { kind: 'vaultDeposit', amount: String(60n * ONE) })
  await make(saver, { kind: 'vaultUnlock', amount: String(60n * ONE) })
  pass(deployment.periods.unlockMs)
  await make(saver, { kind: 'vaultWithdraw' })

  // Proposals: bare, and with everything there is, metadata in an order of its own.
  const proposer = await staker()
  const endsAt = new Date(devnet.clock.nowMs() + 60 * DAY).toISOString()
  await make(proposer, { kind: 'proposeSingle', question: 'Will it?', category: 'Test', endsAt })
  await make(proposer, {
    kind: 'proposeSingle',
    question: 'Wird es größer? 🚀',
    category: 'Test',
    endsAt,
    rules: 'r'.repeat(900),
    resolutionSources: 'https://example.org/s',
    imageUrl: 'https://example.org/i.png',
    tags: ['b', 'a'],
    metadata: { z: [1, { b: null, a: 1.5 }], '10': 1, '9': 'x' },
  })
  await make(proposer, { kind: 'vote', proposalId: await newestId('proposals') })
  await make(proposer, {
    kind: 'proposeLinked',
    masterQuestion: 'Which?',
    masterImageUrl: 'https://example.org/m.png',
    category: 'Test',
    endsAt,
    tags: ['x'],
    legs: Array.from({ length: 20 }, (_, i) => ({
      question: `${i}? ${'x'.repeat(250)}`,
      metadata: { i, filler: 'y'.repeat(400) },
    })),
  })
  pass(deployment.periods.votingMs)

  // Orders of every time in force, cancels, parlays.
  const [market = '', other = ''] = await openMarkets({ legs: 2 })
  const alice = stage.wallet({ collateral: 10_000n * ONE, coins: 3 })
  const bert = stage.wallet({ collateral: 10_000n * ONE, keyType: 'gl-secp256k1' })
  const order = { kind: 'placeOrder', address: market, side: 'buy', outcome: 'yes', price: 400 } as const
  const quantity = String(10n * ONE)
  await make(alice, { ...order, quantity })
  await make(bert, { ...order, outcome: 'no', price: 600, quantity, referer: saver.address })
  await make(alice, {
    ...order,
    side: 'sell',
    price: 700,
    quantity: String(3n * ONE),
    timeInForce: 'post-only',
  })
  await make(bert, { ...order, type: 'market', price: 710, quantity: String(2n * ONE) })
  await make(bert, { ...order, side: 'sell', outcome: 'no', price: 900, quantity: String(2n * ONE) })
  const resting = await newestId('orders')
  pass(1)
  await make(bert, { kind: 'cancelOrder', address: market, id: resting })
  await make(bert, { ...order, side: 'sell', outcome: 'no', price: 901, quantity: String(2n * ONE) })
  const again = await newestId('orders')
  pass(1)
  await make(bert, { kind: 'cancelOrderByPost', address: market, id: again })
  for (const price of [10, 20, 30]) await make(alice, { ...order, price, quantity })
  await stage.index()
  pass(1)
  await make(alice, { kind: 'cancelAll', address: market })
  const endsItself = new Date(devnet.clock.nowMs() + 60_000).toISOString()
  await make(alice, { ...order, price: 11, quantity, timeInForce: 'gtd', expiresAt: endsItself })
  await make(alice, { kind: 'split', address: market, quantity })
  await make(alice, { kind: 'merge', address: market, quantity: String(ONE) })
  await stage.index()
  pass(1)
  const orderLocks = async (): Promise<Map<number, bigint>> => {
    const rows = await database.query<{ order_id: number; locked_collateral: bigint | string }>({
      label: 'test-order-locks',
      sql: "select order_id, locked_collateral from orders where status = 'open' and market_id = $1",
      values: [numbers.get(market) ?? 0],
    })
    return new Map(rows.map((row) => [row.order_id, BigInt(row.locked_collateral)]))
  }
  const quoted = { side: 'buy', outcome: 'yes', price: 12, quantity } as const
  const cancelAll = { kind: 'quote', address: market, cancel: 'all' } as const
  const orders = [{ ...quoted, expiresAt: endsItself }, quoted]
  await make(alice, { ...cancelAll, orders }, { orderLocks: await orderLocks() })
  await stage.index()
  pass(1)
  const cancelOne = { kind: 'quote', address: market, cancel: [await newestId('orders')] } as const
  await make(alice, { ...cancelOne, orders: [{ ...quoted, price: 13 }] }, { orderLocks: await orderLocks() })
  const legs = [
    { marketAddress: market, outcome: 'yes' },
    { marketAddress: other, outcome: 'no' },
  ] as const
  const offer = { kind: 'offerParlay', amount: String(10n * ONE), combinedOdds: '3001', legs } as const
  await make(alice, offer)
  const taken = await newestId('parlays')
  const takerAmount = 20_010_000_000_000_000_000n
  const [shown] = await database.query<{ expires_at_ms: number }>({
    label: 'test-offer',
    sql: 'select expires_at_ms from parlays where id = $1',
    values: [taken],
  })
  const terms = termsOf({
    maker: alice.address,
    amount: 10n * ONE,
    combinedOdds: 3001n,
    expiresAtMs: Number(shown?.expires_at_ms),
    legs: legs.map(({ marketAddress, outcome }) => ({ subject: subjects.get(marketAddress) ?? '', outcome })),
  })
  await make(bert, { kind: 'takeParlay', id: taken }, { takerAmount, terms })
  const expiresAt = new Date(devnet.clock.nowMs() + DAY).toISOString()
  await make(alice, { ...offer, expiresAt })
  const untaken = await newestId('parlays')
  pass(1)
  await make(alice, { kind: 'cancelParlay', id: untaken })

  // A dispute from submission to settlement.
  const voters = [
    await staker(),
    await staker(),
    await staker(),
    await staker(),
    await staker(),
    await staker(),
  ]
  const submitter = stage.wallet({ collateral: 1_000n * ONE })
  const disputer = stage.wallet({ collateral: 1_000n * ONE, keyType: 'gl-secp256k1' })
  pass(30 * DAY)
  await make(submitter, { kind: 'submitOutcome', marketAddress: market, outcome: 'yes' })
  await make(
    disputer,
    { kind: 'disputeOutcome', marketAddress: market },
    { submission: 1, disputedOutcome: 1 },
  )
  const random = createSeededRandom('ballots')
  const sealed = voters.map((voter) =>
    sealVote(venue, { marketAddress: market, voterAddress: voter.address, voteRound: 1, vote: 1 }, random),
  )
  for (const [index, voter] of voters.entries()) {
    const { commitHash = '' } = sealed[index] ?? {}
    await make(voter, { kind: 'commitVote', marketAddress: market, commitHash, voteRound: 1 })
  }
  pass(deployment.periods.commitMs)
  for (const { salt, voterAddress, vote } of sealed)
    await make(submitter, {
      kind: 'revealVote',
      marketAddress: market,
      voterAddress,
      vote,
      salt,
      voteRound: 1,
    })
  pass(deployment.periods.revealMs)
  const marketNumber = numbers.get(market) ?? 0
  const finalize = finalizeMarket({ oracleId: deployment.contracts.oracle.id, marketNumber })
  await stage.call(finalize)
  pass(deployment.periods.appealMs)
  await stage.call(finalize)
  await make(alice, { kind: 'settle', address: market })
  return all
}

/** The builder's method behind an operation of the API. */
async function buildOf({ builder }: BuildStage, request: TxRequest): Promise<string> {
  const { kind, ...input } = request
  const at = 'address' in input ? { ...input, marketAddress: input.address } : input
  const of = 'id' in at ? { ...at, orderId: at.id, parlayId: at.id } : at
  const method = kind === 'cancelOrderByPost' ? 'POST' : 'DELETE'
  const build = builder[methods[kind]] as (request: object) => Promise<string> // the table says which takes what
  return build('orderId' in of && kind.startsWith('cancelOrder') ? { ...of, method } : of)
}

const methods = {
  placeOrder: 'placeOrder',
  cancelOrder: 'cancelOrder',
  cancelOrderByPost: 'cancelOrder',
  cancelAll: 'cancelAll',
  quote: 'quote',
  split: 'split',
  merge: 'merge',
  settle: 'settle',
  vaultDeposit: 'vaultDeposit',
  vaultUnlock: 'vaultUnlock',
  vaultWithdraw: 'vaultWithdraw',
  vote: 'votingVote',
  proposeSingle: 'proposeSingle',
  proposeLinked: 'proposeLinked',
  offerParlay: 'offerParlay',
  takeParlay: 'takeParlay',
  cancelParlay: 'cancelParlay',
  submitOutcome: 'oracleSubmit',
  disputeOutcome: 'oracleDispute',
  commitVote: 'oracleCommit',
  revealVote: 'oracleReveal',
} as const satisfies Record<TxRequest['kind'], keyof BuildStage['builder']>
