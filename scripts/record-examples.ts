import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashMessage } from '../src/alephium/index.ts'
import { contractAddressOf, finalizeMarket, marketIdOf } from '../src/bindings/index.ts'
import { ballotOf } from '../src/demo/ballot.ts'
import { type RoleName, roleNames } from '../src/demo/demo-cast.ts'
import { ONE } from '../src/domain/index.ts'
import { type OperationId, operations, streamOperation } from '../src/wire/index.ts'
import { openDemoVenue } from './generate/demo-venue.ts'

/**
 * `npm run generate -- examples`: one request of every operation to the demo's venue, and its answer, for the OpenAPI. The
 * clock stands still and chance has a seed, so that the same code records the same.
 */
interface Asked {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: object
}

interface Example extends Asked {
  readonly answers: Record<string, unknown>
}

const root = join(import.meta.dirname, '..')
const file = 'src/api/openapi/examples.ts'
/** A reader sees from two rows what a list is. */
const ROWS = 2
const LINES = 3

const recorded = new Map<string, Example>()
const venue = await openDemoVenue()
const { api, stage, devnet, deployment } = venue
const { commitMs, disputeMs, unlockMs } = deployment.periods
const { oracle, voting } = deployment.contracts
let key: string | undefined

const whole = (count: number): string => String(BigInt(count) * ONE)
const marketAt = (number: number): string => contractAddressOf(marketIdOf(voting.id, number))
const isoIn = (ms: number): string => new Date(devnet.controls.nowMs() + ms).toISOString()
const short = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.slice(0, ROWS).map(short)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, short(inner)]))
      : value

/** Asks, and keeps the first request of an operation with its answer. */
// biome-ignore lint/suspicious/noExplicitAny: answers are checked against the OpenAPI before they are looked into.
async function ask(id: OperationId, asked: Asked = {}, accept = 'application/json'): Promise<any> {
  const { method, path } = operations[id]
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => String(asked.params?.[name]))
  const query = new URLSearchParams(
    Object.entries(asked.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const { status, body, headers } = await api.request(
    method,
    query.size === 0 ? filled : `${filled}?${query}`,
    {
      headers: { accept, host: '127.0.0.1:8080' },
      ...(key === undefined ? {} : { key }),
      ...(asked.body === undefined ? {} : { json: asked.body }),
    },
  )
  if (status !== 200 && status !== 204) throw new Error(`${id}: ${status} ${body}`)
  const type = String(headers['content-type']).split(';')[0] ?? ''
  const answer = type === 'application/json' ? JSON.parse(body) : body
  const example = recorded.get(id) ?? { ...asked, answers: {} }
  if (status === 200) example.answers[type] ??= type === 'application/json' ? short(answer) : linesOf(body)
  recorded.set(id, example)
  return answer
}

/** The first lines of a text; of metrics those about the index’s height, which are the same on every machine. */
const linesOf = (text: string): string =>
  `${(text.startsWith('#')
    ? text.split('\n').filter((line) => line.includes('sibyl_index_height'))
    : text.split('\n')
  )
    .slice(0, LINES)
    .join('\n')}\n`

const signer = (name: RoleName): object => {
  const { address, publicKey } = stage.wallet(name)
  return { signerAddress: address, signerPublicKey: publicKey }
}
const build = (id: OperationId, name: RoleName, asked: Asked = {}) =>
  ask(id, { ...asked, body: { ...signer(name), ...asked.body } })
async function send(id: OperationId, name: RoleName, asked: Asked = {}): Promise<string> {
  const { unsignedTx, txId } = await build(id, name, asked)
  await venue.submit(unsignedTx, stage.wallet(name).sign(txId))
  return txId
}
async function pass(ms: number): Promise<void> {
  devnet.controls.setTime({ advanceMs: ms })
  devnet.controls.mine()
  await venue.index()
}

// A key, and one that is revoked again.
const demo = stage.wallet('demo')
async function mintKey(name: string): Promise<{ readonly id: string; readonly key: string }> {
  const { challenge } = await ask('createChallenge', { body: { address: demo.address } })
  const signature = demo.sign(hashMessage(challenge, 'alephium'))
  const { address, publicKey } = demo
  return ask('mintKey', { body: { address, publicKey, signature, name, scopes: ['read', 'write:tx'] } })
}
const minted = await mintKey('my bot')
key = minted.key
const { id: spareId } = await mintKey('spare')
await ask('listKeys')
await ask('revokeKey', { params: { id: spareId } })

// Trading.
const market = { address: marketAt(1) }
const order = { side: 'buy', outcome: 'yes', price: 320, quantity: whole(25) } as const
const txId = await send('placeOrder', 'demo', { params: market, body: { ...order, timeInForce: 'gtc' } })
await pass(1)
const { orders } = await ask('listOrders', { params: { address: demo.address } })
const orderPath = { ...market, id: orders[0].orderId }
await build('cancelOrder', 'demo', { params: orderPath })
await build('cancelOrderByPost', 'demo', { params: orderPath })
await build('cancelAll', 'demo', { params: market })
const quoted = [order, { ...order, outcome: 'no', price: 560 }] as const
await build('replaceQuotes', 'demo', { params: market, body: { cancel: 'all', orders: quoted } })
await send('split', 'demo', { params: market, body: { quantity: whole(50) } })
await build('merge', 'demo', { params: market, body: { quantity: whole(10) } })

// Stakes, proposals and parlays.
await build('vaultDeposit', 'demo', { body: { amount: whole(5_000) } })
await send('vaultUnlock', 'cara', { body: { amount: whole(1_000) } })
const { proposals } = await ask('listProposals', { query: { limit: ROWS } })
await build('vote', 'demo', { body: { proposalId: proposals[1].id } })
const proposal = {
  category: 'Transport',
  endsAt: isoIn(60 * 24 * 60 * 60_000),
  rules: 'Yes if passengers may board it before the closing time.',
  resolutionSources: 'The operator’s timetable.',
  tags: ['trains'],
}
await build('proposeSingle', 'demo', {
  body: { ...proposal, question: 'Will the night train run again this year?', metadata: { city: 'Zurich' } },
})
await build('proposeLinked', 'demo', {
  body: {
    ...proposal,
    rules: 'The city that is served first. At most one leg resolves to yes.',
    masterQuestion: 'Where will the night train stop first?',
    legs: [{ question: 'Lyon' }, { question: 'Milan' }],
  },
})
await send('offerParlay', 'demo', {
  body: {
    amount: whole(10),
    combinedOdds: '4000',
    legs: [
      { marketAddress: marketAt(1), outcome: 'yes' },
      { marketAddress: marketAt(3), outcome: 'no' },
    ],
  },
})
const { parlays } = await ask('listParlays', { query: { status: 'open' } })
const offers: { readonly id: number; readonly maker: string }[] = parlays
const isOwn = ({ maker }: { readonly maker: string }): boolean => maker === demo.address
await build('cancelParlay', 'demo', { params: { id: offers.find(isOwn)!.id } })
await build('takeParlay', 'demo', { params: { id: offers.find((offer) => !isOwn(offer))!.id } })

// A vote on a disputed market, handed to the relay.
const anna = stage.wallet('anna')
const disputed = 12
const ballot = ballotOf('anna', {
  marketId: marketIdOf(voting.id, disputed),
  round: 1,
  voter: anna.address,
  vote: 1,
})
const commitTxId = await send('commitVote', 'anna', {
  body: { marketAddress: marketAt(disputed), commitHash: ballot.commitHash, voteRound: 1 },
})
await ask('relayReveal', {
  body: {
    marketAddress: marketAt(disputed),
    voterAddress: anna.address,
    voteRound: 1,
    voteChoice: 1,
    salt: ballot.salt,
    commitTxId,
  },
})

// What there is to read.
const trader = { address: stage.wallet('emil').address }
await ask('listMarkets', { query: { status: 'open', sort: 'volume', limit: ROWS } })
await ask('getMarket', { params: market })
await ask('listTrades', { params: market, query: { limit: ROWS } })
await ask('getOrderBook', { params: market, query: { depth: ROWS } })
await ask('listCandles', {
  params: market,
  query: { interval: '1h', from: isoIn(-24 * 60 * 60_000), to: isoIn(0) },
})
await ask('getQuote', { params: market, query: { side: 'buy', outcome: 'yes', spend: whole(100) } })
await ask('getMarketStats', { params: market })
await ask('listHolders', { params: market, query: { limit: ROWS } })
await ask('listEvents', { query: { withLegs: true } })
await ask('getEvent', { params: { id: 1 } })
await ask('search', { query: { q: 'moon' } })
await ask('listPositions', { params: trader })
await ask('listUserTrades', { params: trader, query: { limit: ROWS } })
await ask('getPortfolio', { params: trader })
await ask('getBalances', { params: trader })
await ask('listActivity', { params: trader, query: { limit: ROWS } })
await ask('listActivity', { params: trader, query: { limit: ROWS } }, 'text/csv')
await ask('listActions', { params: { address: anna.address } })
await ask('listPendingReveals', { params: { address: anna.address } })
await ask('getVault', { params: { address: anna.address } })
await ask('listUserParlays', { params: { address: stage.wallet('gina').address } })
await ask('getProposal', { params: { id: 1 } })
await ask('listProposalVotes', { params: { id: 1 } })
await ask('getVotingPeriod')
await ask('listDisputes')
const decided = { address: marketAt(14) }
await ask('getDispute', { params: decided })
await ask('listDisputeVotes', { params: decided })
for (const id of ['getStatus', 'getLimits', 'getVenueStats', 'getHealth', 'getReadiness'] as const)
  await ask(id)
await ask('getMetrics')
await ask('getLeaderboard', { query: { by: 'profit', window: 'all', limit: ROWS } })
await ask('getTransaction', { params: { txId } })
await recordStream()

// What needs time: a reveal, an outcome and its dispute, the payment, the stake that is free.
await pass(commitMs)
await build('revealVote', 'anna', {
  body: { marketAddress: marketAt(disputed), voterAddress: anna.address, vote: 1, salt: ballot.salt },
})
const ended = 11
await pass(45 * 60_000)
await send('submitOutcome', 'demo', { body: { marketAddress: marketAt(ended), outcome: 'yes' } })
await build('disputeOutcome', 'iris', { body: { marketAddress: marketAt(ended) } })
await pass(disputeMs + 1)
await stage.send('karl', finalizeMarket({ oracleId: oracle.id, marketNumber: ended }))
await venue.index()
const { holders } = await ask('listHolders', { params: { address: marketAt(ended) } })
const winner = roleNames.find((name) =>
  holders.some(
    ({ address, positionType }: Record<string, string>) =>
      positionType === 'yes' && address === stage.wallet(name).address,
  ),
)
if (winner === undefined) throw new Error('nobody won')
await build('settle', winner, { params: { address: marketAt(ended) } })
await pass(unlockMs)
await build('vaultWithdraw', 'cara')

// The devnet's own, last: they move what all others saw.
await ask('fundWallet', { body: { address: demo.address } })
await ask('mineBlocks', { body: { blocks: 1 } })
await ask('advanceTime', { body: { advanceMs: 3_600_000 } })
await ask('setMining', { body: { mode: 'instant' } })
await ask('reorganise', { body: { depth: 1 } })
await ask('causeFault', { body: { kind: 'delay', route: '/transactions', count: 1 } })
await venue.close()

const missing = Object.keys(operations).filter((id) => !recorded.has(id))
if (missing.length > 0) throw new Error(`nothing was asked of ${missing.join(', ')}`)
const text = `/**
 * Requests to the demo’s venue and what it answered, by operation. Recorded by \`npm run generate -- examples\`; never edited
 * by hand. Lists are cut short.
 */
export const examples: Readonly<Record<string, Example>> = ${JSON.stringify(Object.fromEntries([...recorded].sort(([a], [b]) => (a < b ? -1 : 1))))}

interface Example {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  /** By content type. */
  readonly answers: Readonly<Record<string, unknown>>
}
`
writeFileSync(
  join(root, file),
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=${file}`], {
    input: text,
    maxBuffer: 2 ** 26,
  }),
)
process.stdout.write(`wrote ${file}\n`)

/** The greeting and the first messages behind a cursor, as they come. */
async function recordStream(): Promise<void> {
  const { port } = await api.api.start()
  const query = { channels: `market:${market.address}`, after: '5eed5eed-1' }
  const { body } = await fetch(`http://127.0.0.1:${port}/v1/stream?${new URLSearchParams(query)}`)
  let heard = ''
  for await (const chunk of body!) {
    heard += Buffer.from(chunk).toString()
    const frames = heard.split('\n\n')
    if (frames.length <= LINES) continue
    recorded.set(streamOperation.id, {
      query,
      answers: { 'text/event-stream': `${frames.slice(0, LINES).join('\n\n')}\n\n` },
    })
    return
  }
}
