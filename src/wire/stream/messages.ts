import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import { ErrorShape } from '../schemas/error.ts'
import { Address, Amount, INTEGER_MAX, Named, Nullable, Timestamp, Word } from '../schemas/fields.ts'
import { Market } from '../schemas/market.ts'
import { Round, Submission } from '../schemas/oracle.ts'
import { Order, Position } from '../schemas/order.ts'
import { Parlay } from '../schemas/parlay.ts'
import { Trade } from '../schemas/trade.ts'
import { Proposal } from '../schemas/voting.ts'

const Id = Type.Integer({ minimum: 1 })
const Price = (description: string) => Nullable(Type.Integer({ minimum: 1, maximum: 999, description }))
const Whole = (description: string) => Type.Integer({ minimum: 0, maximum: INTEGER_MAX, description })
const MarketState = Word(['open', 'closed', 'proposed', 'disputed', 'resolved'], 'at this block')
const market = { marketAddress: Address('the market’s contract'), marketId: Id }
const TxId = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'the transaction' })

const bestPrices = {
  bestBidYes: Price('highest price somebody buys yes at'),
  bestAskYes: Price('lowest price somebody sells yes at'),
  bestBidNo: Price('1000 − bestAskYes'),
  bestAskNo: Price('1000 − bestBidYes'),
}

const ChangedLevel = Type.Object(
  {
    price: Type.Integer({ minimum: 1, maximum: 999, description: 'of yes, thousandths' }),
    quantity: Amount('all that rests at this price now; 0: nothing any more'),
    orderCount: Whole('orders at this price now'),
  },
  { additionalProperties: false },
)

/** `data` of each message of the feed, by its type. */
export const feedMessages = {
  created: Market,
  state: Named(
    'StateMessage',
    {
      ...market,
      state: MarketState,
      resolved: Type.Boolean(),
      finalOutcome: Nullable(Type.Integer({ minimum: 1, maximum: 3, description: '1 yes, 2 no, 3 void' })),
    },
    'a market’s state after the block',
  ),
  ticker: Named(
    'TickerMessage',
    {
      ...market,
      ...bestPrices,
      lastPrice: Price('of yes in the last trade'),
      volume: Amount('sum of amountUsd over its trades'),
      openInterest: Amount('pairs of shares that exist'),
      tradeCount: Whole('trades so far'),
    },
    'a market’s prices and totals after the block',
  ),
  book: Named(
    'BookMessage',
    {
      ...market,
      prev: Whole('version of the book message before; a full book needs none'),
      version: Whole('the index’s revision, as in the order book’s answer'),
      full: Type.Boolean({ description: 'these are all levels: what is not listed is gone' }),
      bids: Type.Array(ChangedLevel, { description: 'levels that buy yes, or sell no at 1000 − price' }),
      asks: Type.Array(ChangedLevel, { description: 'levels that sell yes, or buy no at 1000 − price' }),
      ...bestPrices,
    },
    'price levels that changed, with all that rests there now',
  ),
  trade: Trade,
  order: Order,
  fill: Named(
    'FillMessage',
    {
      role: Word(['maker', 'taker'], 'this wallet’s part in it'),
      orderId: Type.Integer({ minimum: 1, description: 'this wallet’s order' }),
      trade: Trade,
    },
    'a trade of this wallet',
  ),
  position: Position,
  settled: Named(
    'SettledMessage',
    { ...market, positionType: Word(['yes', 'no'], 'which outcome'), paid: Amount('collateral paid') },
    'a position was paid out',
  ),
  parlay: Parlay,
  stake: Named(
    'StakeMessage',
    {
      address: Address('the wallet'),
      staked: Amount('tokens that count for the tier'),
      unlocking: Amount('tokens on their way out'),
      unlocksAt: Nullable(Timestamp('when they can be withdrawn')),
    },
    'a wallet’s stake after the block',
  ),
  vote: Named(
    'VoteMessage',
    {
      proposalId: Id,
      voter: Address('who voted'),
      weight: Whole('of the vote'),
      txId: TxId,
      votedAt: Timestamp('block time'),
    },
    'a vote on a proposal',
  ),
  'dispute-vote': Named(
    'DisputeVoteMessage',
    {
      ...market,
      voteRound: Id,
      voter: Address('who committed'),
      weight: Whole('of the vote'),
      voteChoice: Type.Integer({
        minimum: 0,
        maximum: 3,
        description: '1 yes, 2 no, 3 too early, 0 still secret',
      }),
      committedAt: Timestamp('block time'),
      revealedAt: Nullable(Timestamp('block time')),
      slashed: Nullable(Amount('stake tokens lost, once known')),
      stakeReward: Nullable(Amount('stake tokens won, once known')),
      bondReward: Nullable(Amount('collateral won, once known')),
    },
    'a juror’s vote: committed, revealed or paid',
  ),
  action: Named(
    'ActionMessage',
    {
      action: Word(['reveal', 'withdraw'], 'what the wallet should do now'),
      marketAddress: Nullable(Address('the market it is about')),
      by: Nullable(Timestamp('when it is too late')),
    },
    'something became due for this wallet',
  ),
  proposal: Proposal,
  submission: Named(
    'SubmissionMessage',
    { ...market, submission: Submission },
    'an outcome was submitted, disputed or closed',
  ),
  round: Named('RoundMessage', { ...market, round: Round }, 'a round of votes opened, moved on or ended'),
  removed: Named(
    'RemovedMessage',
    {
      type: Word(
        [
          'created',
          'order',
          'position',
          'parlay',
          'stake',
          'vote',
          'dispute-vote',
          'proposal',
          'submission',
          'round',
        ],
        'the type under which it was told',
      ),
      id: Type.String({ description: 'its id; a market’s address, a round’s or submission’s number' }),
      marketAddress: Nullable(Address('the market it belonged to')),
    },
    'a reorganisation undid what made this: it does not exist',
  ),
  included: Named(
    'IncludedMessage',
    {
      txId: TxId,
      scriptOk: Type.Boolean({ description: 'false: its script failed, so it had no effect' }),
    },
    'a transaction of the venue is in this block',
  ),
  confirmed: Named(
    'ConfirmedMessage',
    { txId: TxId, includedAtHeight: Whole('the block that holds it'), confirmations: Whole('blocks on it') },
    'a transaction of the venue has its confirmations',
  ),
  orphaned: Named(
    'OrphanedMessage',
    { txId: TxId },
    'the block that held this transaction is no longer on the main chain',
  ),
  block: Named(
    'BlockMessage',
    {
      height: Whole('of the block'),
      hash: Type.String(),
      timestamp: Whole('block time, Unix milliseconds'),
      version: Whole('the index’s revision after it'),
    },
    'the last message of a block, and of a reorganisation: everything before it is told',
  ),
  reorg: Named(
    'ReorgMessage',
    {
      toHeight: Whole('the last block that still holds'),
      droppedFromSeq: Whole('messages from this seq up to this one no longer hold'),
    },
    'the chain reorganised; the books, orders and positions it touched follow as they are now',
  ),
} satisfies Record<string, TSchema>

export type FeedType = keyof typeof feedMessages

const ofMarkets = ['markets', 'market:{address}'] as const
const ofWallet = ['wallet:{address}'] as const
const ofOracle = ['oracle:{address}'] as const
const ofTx = ['tx:{txId}'] as const

/** On which channels a type is told. */
export const feedChannels: Readonly<Record<FeedType, readonly string[]>> = {
  created: ['markets'],
  state: ofMarkets,
  ticker: ofMarkets,
  book: ['market:{address}'],
  trade: ['market:{address}'],
  order: ofWallet,
  fill: ofWallet,
  position: ofWallet,
  settled: ofWallet,
  parlay: ofWallet,
  stake: ofWallet,
  vote: ofWallet,
  'dispute-vote': [...ofWallet, ...ofOracle],
  action: ofWallet,
  proposal: ['proposals'],
  submission: ofOracle,
  round: ofOracle,
  removed: ['the channel it was told on'],
  included: ofTx,
  confirmed: ofTx,
  orphaned: ofTx,
  block: ['blocks'],
  reorg: ['every connection'],
}
export type FeedData = { [T in FeedType]: Type.Static<(typeof feedMessages)[T]> }

export const Cursor = Type.String({
  pattern: '^[0-9a-f]{8}-(0|[1-9][0-9]{0,15})$',
  description: 'epoch and seq of a message',
})

/** A message of the feed as it is sent. */
export const feedEnvelope = (type: FeedType) =>
  Type.Object(
    {
      seq: Type.Integer({
        minimum: 1,
        maximum: INTEGER_MAX,
        description: 'one more than the message before',
      }),
      epoch: Type.String({ pattern: '^[0-9a-f]{8}$', description: 'names this build of the index' }),
      channel: Type.String(),
      type: Type.Literal(type),
      blockHeight: Whole('the block it is of'),
      at: Timestamp('time of that block'),
      data: feedMessages[type],
    },
    { additionalProperties: false, title: `${type} envelope` },
  )

/** What a connection says about itself; it has no seq. */
export const controlMessages = {
  subscribed: Type.Object(
    {
      type: Type.Literal('subscribed'),
      id: Type.Optional(Type.String({ description: 'of the request it answers' })),
      channels: Type.Array(Type.String(), { description: 'all that this connection has now' }),
      head: Cursor,
      blockHeight: Type.Optional(
        Type.Integer({
          description:
            'which block the index is at, for X-Min-Block-Height of what is read beside the stream',
        }),
      ),
    },
    { additionalProperties: false, description: 'the channels of this connection' },
  ),
  heartbeat: Type.Object(
    {
      type: Type.Literal('heartbeat'),
      head: Cursor,
      lagMs: Whole('how far the index is behind its node'),
    },
    { additionalProperties: false, description: 'nothing is missing up to head' },
  ),
  resync: Type.Object(
    {
      type: Type.Literal('resync'),
      reason: Word(
        ['too_old', 'other_epoch', 'ahead', 'gap'],
        'why what was asked for cannot be told: no longer kept, of another index, not yet told, or lost',
      ),
      head: Cursor,
    },
    { additionalProperties: false, description: 'messages are missing: read anew, and go on from head' },
  ),
  goodbye: Type.Object(
    {
      type: Type.Literal('goodbye'),
      reason: Word(['stopping', 'slow'], 'the service stops, or this reader does not keep up'),
      retryMs: Whole('come back after this long'),
      resume: Nullable(Cursor),
    },
    { additionalProperties: false, description: 'the connection ends; resume from the cursor' },
  ),
  error: Type.Object(
    {
      type: Type.Literal('error'),
      id: Type.Optional(Type.String({ description: 'of the request it answers' })),
      error: ErrorShape,
    },
    { additionalProperties: false, description: 'a request was refused' },
  ),
  pong: Type.Object(
    { type: Type.Literal('pong'), id: Type.Optional(Type.String()), head: Cursor },
    { additionalProperties: false, description: 'the answer to a ping: nothing is missing up to head' },
  ),
  authenticated: Type.Object(
    { type: Type.Literal('authenticated'), id: Type.Optional(Type.String()) },
    { additionalProperties: false, description: 'the key is good' },
  ),
} satisfies Record<string, TSchema>

export type ControlType = keyof typeof controlMessages
export type ControlMessage = { [T in ControlType]: Type.Static<(typeof controlMessages)[T]> }[ControlType]

export type FeedMessage = {
  [T in FeedType]: {
    readonly seq: number
    readonly epoch: string
    readonly channel: string
    readonly type: T
    readonly blockHeight: number
    readonly at: string
    readonly data: FeedData[T]
  }
}[FeedType]

const ClientId = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: 'comes back in the answer' }),
)
const Channels = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 100 })

/** What a client may say on a WebSocket. */
export const requestMessages = {
  subscribe: Type.Object(
    { op: Type.Literal('subscribe'), id: ClientId, channels: Channels, after: Type.Optional(Cursor) },
    { additionalProperties: false, description: 'more channels, from a cursor or from now on' },
  ),
  unsubscribe: Type.Object(
    { op: Type.Literal('unsubscribe'), id: ClientId, channels: Channels },
    { additionalProperties: false, description: 'fewer channels' },
  ),
  ping: Type.Object(
    { op: Type.Literal('ping'), id: ClientId },
    { additionalProperties: false, description: 'are you there' },
  ),
  auth: Type.Object(
    { op: Type.Literal('auth'), id: ClientId, key: Type.String({ minLength: 1, maxLength: 200 }) },
    { additionalProperties: false, description: 'the API key, for who cannot set a header' },
  ),
} satisfies Record<string, TSchema>

export type RequestMessage = {
  [T in keyof typeof requestMessages]: Type.Static<(typeof requestMessages)[T]>
}[keyof typeof requestMessages]
