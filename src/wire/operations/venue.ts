import * as Type from 'typebox'
import { type OperationSpec, operation, read, readPrivately } from '../operation.ts'
import { Address, Filled, Named, Strict, Word } from '../schemas/fields.ts'
import { Choice } from '../schemas/filters.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../schemas/pagination.ts'
import { TransactionPath } from '../schemas/paths.ts'
import { LeaderboardRow, leaderboardSorts, leaderboardWindows, VenueStats } from '../schemas/portfolio.ts'
import { Limits, Status } from '../schemas/status.ts'
import { Transaction } from '../schemas/transaction.ts'

export const getStatus = readPrivately({
  path: '/v1/status',
  tag: 'venue',
  summary: 'Network, tokens, contracts and parameters, and how fresh the index is',
  description:
    'Everything a client needs to know before its first order: which chain and contracts, decimals of tokens, fees, bonds and periods as deployed, and whether reads are fresh.',
  answer: Status,
  answerMeaning: 'the venue’s facts',
})

export const getLimits = readPrivately({
  path: '/v1/limits',
  tag: 'venue',
  summary: 'Rate limits and sizes',
  description:
    'What a caller may do a minute, how many streams it may hold, and how large things may be; `yours` are those of the key that was sent.',
  answer: Limits,
  answerMeaning: 'how much a caller may ask for',
})

export const getVenueStats = read({
  path: '/v1/stats',
  tag: 'venue',
  summary: 'The venue at a glance',
  description: 'Counts and sums over all markets; volume of the last 24 hours before the served block.',
  answer: VenueStats,
  answerMeaning: 'the numbers at one block',
})

export const getLeaderboard = read({
  path: '/v1/leaderboard',
  tag: 'venue',
  summary: 'Wallets by realised profit or by volume',
  description: 'Realised profit is received − paid for what is closed; a window counts what happened in it.',
  query: Strict(
    {
      by: Choice(leaderboardSorts, 'profit', 'sort key, largest first'),
      window: Choice(leaderboardWindows, 'all', 'the last day or week by the hour, or all'),
      limit: Filled(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, description: 'how many' }), PAGE_SIZE),
    },
    'which board',
  ),
  answer: Strict({ wallets: Type.Array(LeaderboardRow) }, 'the best, first to last'),
  answerMeaning: 'the board at one block',
})

export const getTransaction = readPrivately({
  path: '/v1/transactions/{txId}',
  tag: 'transactions',
  summary: 'What became of a transaction',
  description: 'Never cached: what the mempool knows no block has said.',
  params: TransactionPath,
  answer: Transaction,
  answerMeaning: 'its state, what it caused, and what was built',
  errors: ['UPSTREAM_ERROR'],
})

export const fundWallet = operation({
  method: 'POST',
  path: '/v1/faucet',
  tag: 'devnet',
  summary: 'Fund a wallet on the embedded devnet',
  description:
    '100 ALPH, 100,000 collateral and 1,100,000 stake tokens, each in 5 coins; a groupless address in the venue’s group. Everywhere else this path does not exist.',
  access: 'public',
  body: Named('FaucetRequest', { address: Address('the wallet to fund') }, 'whom to fund'),
  answer: Named(
    'Funding',
    { txId: Type.String({ description: 'the transaction that pays' }) },
    'a payment of the faucet',
  ),
  answerMeaning: 'funded',
  errors: ['NOT_FOUND'],
})

export const getHealth = operation({
  method: 'GET',
  path: '/health',
  tag: 'operations',
  summary: 'Is the process alive',
  description:
    'Asks nobody: a supervisor restarts the process when this fails, and a restart heals no database.',
  access: 'public',
  answer: Strict({ status: Word(['ok'], 'always ok') }, 'alive'),
  answerMeaning: 'alive',
})

export const getReadiness = operation({
  method: 'GET',
  path: '/ready',
  tag: 'operations',
  summary: 'Should this process get traffic',
  description:
    'Not ready while it starts or stops, while the database is away, and while the index lags too far.',
  access: 'public',
  answer: Strict({ ready: Type.Boolean() }, 'ready'),
  answerMeaning: 'send traffic',
})

export const getMetrics = operation({
  method: 'GET',
  path: '/metrics',
  tag: 'operations',
  summary: 'Counters for Prometheus',
  description: 'Requests, index, keeper, database and process, in Prometheus’ text format.',
  access: 'public',
  contentType: 'text/plain',
  answer: Type.String(),
  answerMeaning: 'Prometheus text format',
})

const control = <O extends Pick<OperationSpec, 'path' | 'summary' | 'body' | 'answer' | 'answerMeaning'>>(
  spec: O,
) => ({
  method: 'POST' as const,
  tag: 'devnet',
  description:
    'For whoever sits at the machine: asked for under another name than its own, by a page from elsewhere, or without the embedded devnet, this path does not exist.',
  access: 'public' as const,
  errors: ['NOT_FOUND'] as const,
  ...spec,
})

const yearMs = 366 * 24 * 60 * 60_000

export const mineBlocks = control({
  path: '/v1/devnet/mine',
  summary: 'Mine blocks on the embedded devnet',
  body: Named(
    'MineRequest',
    { blocks: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'one unless said' })) },
    'how many',
  ),
  answer: Named('MinedBlocks', { blocks: Type.Array(Type.String()) }, 'their hashes, in order'),
  answerMeaning: 'mined',
})

export const advanceTime = control({
  path: '/v1/devnet/time',
  summary: 'Move the embedded devnet’s clock forward',
  body: Named(
    'TimeRequest',
    {
      advanceMs: Type.Integer({ minimum: 1, maximum: yearMs, description: 'milliseconds, at most 366 days' }),
    },
    'how far',
  ),
  answer: Named('DevnetTime', { nowMs: Type.Integer() }, 'the clock after it'),
  answerMeaning: 'moved',
})

export const setMining = control({
  path: '/v1/devnet/mining',
  summary: 'Say when the embedded devnet mines',
  body: Named(
    'MiningRequest',
    { mode: Word(['instant', 'manual'], 'with every transaction, or when asked') },
    'when',
  ),
  answerMeaning: 'set',
})

export const reorganise = control({
  path: '/v1/devnet/reorg',
  summary: 'Take blocks of the embedded devnet back',
  body: Named(
    'ReorgRequest',
    {
      depth: Type.Integer({ minimum: 1, maximum: 100, description: 'so many blocks' }),
      replay: Type.Optional(Type.Boolean({ description: 'mine their transactions again; true unless said' })),
    },
    'how deep',
  ),
  answer: Named(
    'Reorganised',
    { dropped: Type.Array(Type.String()), tip: Type.String({ description: 'the block it goes on from' }) },
    'what left the chain',
  ),
  answerMeaning: 'reorganised',
})

export const causeFault = control({
  path: '/v1/devnet/fault',
  summary: 'Let the embedded devnet’s node answer wrongly',
  body: Named(
    'FaultRequest',
    {
      kind: Word(['delay', 'drop', 'status', 'garbage'], 'late, not at all, with status 503, or unreadable'),
      route: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'a path prefix of the node such as /transactions, or * for all',
      }),
      count: Type.Integer({ minimum: 1, maximum: 100, description: 'so many answers' }),
    },
    'which answers',
  ),
  answerMeaning: 'will happen',
})
