import { type Clock, type Random, sleep, systemClock, systemRandom } from '../kit/index.ts'
import type {
  FeedMessage,
  InputOf,
  Market,
  OperationId,
  Operations,
  OutputOf,
  Pagination,
} from '../wire/index.ts'
import { type IterateOptions, iterate } from './iterate.ts'
import { follow, type StreamMessage, type StreamOptions } from './stream/follow.ts'
import { keepBook, type LocalBook, WHOLE_BOOK } from './stream/local-book.ts'
import {
  type CallOptions,
  createTransport,
  type RepeatInfo,
  type Surroundings,
  type Transport,
} from './transport.ts'

export interface ClientOptions {
  /** Where the service listens: `http://127.0.0.1:3000`. */
  readonly url: string
  /** An API key; reads work without one, builds do not. */
  readonly key?: string | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
  readonly wait?: Surroundings['wait'] | undefined
  /** Told before every pause: a call that is repeated can take minutes. */
  readonly onRepeat?: ((repeat: RepeatInfo) => void) | undefined
}

type Input<O extends OperationId> = InputOf<Operations[O]>
type Answer<O extends OperationId> = OutputOf<Operations[O]>

/** One operation of the API; `operation` is its name in the OpenAPI. */
interface Tagged<O extends OperationId> {
  readonly operation: O
}
export interface Method<O extends OperationId> extends Tagged<O> {
  (input: Input<O>, options?: CallOptions): Promise<Answer<O>>
}
/** An operation without parameters. */
export interface PlainMethod<O extends OperationId> extends Tagged<O> {
  (options?: CallOptions): Promise<Answer<O>>
}
/** A list: call it for one page, or iterate over all rows. */
export interface ListMethod<O extends OperationId, K extends keyof Answer<O>> extends Tagged<O> {
  (input: Input<O>, options?: CallOptions): Promise<Answer<O>>
  iterate(
    input: Omit<Input<O>, 'page'>,
    options?: IterateOptions,
  ): AsyncGenerator<RowOf<Answer<O>[K]>, void, undefined>
}
type RowOf<List> = List extends readonly (infer Row)[] ? Row : never

/** `fields` asks for a part of each market; without it markets come whole. */
type WholeMarkets = Omit<Answer<'listMarkets'>, 'markets'> & { readonly markets: readonly Market[] }
type WholeMarketsInput = Omit<Input<'listMarkets'>, 'fields'>
export interface MarketsMethod extends Tagged<'listMarkets'> {
  (input: WholeMarketsInput, options?: CallOptions): Promise<WholeMarkets>
  (input: Input<'listMarkets'>, options?: CallOptions): Promise<Answer<'listMarkets'>>
  iterate(
    input: Omit<WholeMarketsInput, 'page'>,
    options?: IterateOptions,
  ): AsyncGenerator<Market, void, undefined>
}

export interface Client extends Methods {
  /**
   * Messages of the feed; `subscribed` when a connection has begun, so that nothing is missed between what is read then
   * and the next message; `resync` when some are missing: read anew what you keep. Reconnects and resumes by itself; ends
   * with the signal, or when the service refuses.
   */
  stream(options: StreamOptions): AsyncGenerator<FeedMessage | StreamState, void, undefined>
  /** A book that stays equal to the service's; yields after every change. */
  book(
    marketAddress: string,
    options?: Omit<StreamOptions, 'channels' | 'after'>,
  ): AsyncGenerator<LocalBook, void, undefined>
  readonly url: string
  /** Pauses as the client does; the helpers that poll use it. */
  readonly wait: Surroundings['wait']
  /** The same client with another key, or without one. */
  withKey(key: string | undefined): Client
}

/** A client of one service: a method for every operation of its OpenAPI. */
export function createClient(options: ClientOptions): Client {
  const world: Surroundings = {
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    wait: options.wait ?? sleep,
  }
  const target = { url: options.url, key: options.key ?? null }
  const methods = methodsOver(createTransport({ ...target, onRepeat: options.onRepeat }, world))
  return {
    url: options.url,
    wait: world.wait,
    withKey: (key) => createClient({ ...options, key }),
    stream: (streamOptions) => onlyTold(follow(target, world, streamOptions)),
    book(address, bookOptions = {}) {
      const messages = follow(target, world, { ...bookOptions, channels: [`market:${address}`] })
      return keepBook(messages, (minBlockHeight) =>
        methods.markets.orderBook({ address, depth: WHOLE_BOOK }, { minBlockHeight }),
      )
    },
    ...methods,
  }
}

type StreamState = Extract<StreamMessage, { type: 'subscribed' | 'resync' }>

async function* onlyTold(
  messages: AsyncGenerator<StreamMessage, void, undefined>,
): AsyncGenerator<FeedMessage | StreamState, void, undefined> {
  for await (const message of messages)
    if ('seq' in message || message.type === 'resync' || message.type === 'subscribed') yield message
}

type Methods = ReturnType<typeof methodsOver>

function methodsOver({ call }: Transport) {
  function method<O extends OperationId>(operation: O): Method<O> {
    const send = (input: Input<O>, callOptions?: CallOptions) => call(operation, input, callOptions)
    return Object.assign(send, { operation })
  }
  function plain<O extends OperationId>(operation: O): PlainMethod<O> {
    const send = (callOptions?: CallOptions) => call(operation, {} as Input<O>, callOptions) // it has no parameters
    return Object.assign(send, { operation })
  }
  function list<O extends OperationId, K extends keyof Answer<O>>(operation: O, rows: K): ListMethod<O, K> {
    const askPage = async (input: { readonly cursor?: string }, callOptions: CallOptions) => {
      const answer = await call(operation, input as Input<O>, callOptions)
      const page = answer as { readonly pagination: Pagination } & Record<K, readonly RowOf<Answer<O>[K]>[]> // as every list
      return { rows: page[rows], pagination: page.pagination }
    }
    return Object.assign(method(operation), {
      iterate: (input: Omit<Input<O>, 'page'>, iterateOptions?: IterateOptions) =>
        iterate(askPage, input as { readonly cursor?: string }, iterateOptions),
    })
  }

  return {
    status: plain('getStatus'),
    limits: plain('getLimits'),
    stats: plain('getVenueStats'),
    leaderboard: method('getLeaderboard'),
    health: plain('getHealth'),
    ready: plain('getReadiness'),
    metrics: plain('getMetrics'),
    search: method('search'),
    /** Coins for a wallet, on a devnet only. */
    faucet: method('fundWallet'),
    /** On the embedded devnet, from its own machine only. */
    devnet: {
      mine: method('mineBlocks'),
      advanceTime: method('advanceTime'),
      setMining: method('setMining'),
      reorganise: method('reorganise'),
      fault: method('causeFault'),
    },

    auth: {
      challenge: method('createChallenge'),
      /** Never repeated by itself after an uncertain failure: each call mints another key. */
      mint: method('mintKey'),
      list: plain('listKeys'),
      revoke: method('revokeKey'),
    },
    markets: {
      list: list('listMarkets', 'markets') as unknown as MarketsMethod, // without `fields` markets come whole
      get: method('getMarket'),
      trades: list('listTrades', 'trades'),
      orderBook: method('getOrderBook'),
      candles: method('listCandles'),
      quote: method('getQuote'),
      stats: method('getMarketStats'),
      holders: list('listHolders', 'holders'),
    },
    events: {
      list: list('listEvents', 'events'),
      get: method('getEvent'),
    },
    users: {
      orders: list('listOrders', 'orders'),
      positions: list('listPositions', 'positions'),
      trades: list('listUserTrades', 'trades'),
      pendingReveals: method('listPendingReveals'),
      vault: method('getVault'),
      balances: method('getBalances'),
      activity: list('listActivity', 'activity'),
      actions: method('listActions'),
      portfolio: list('getPortfolio', 'positions'),
      parlays: list('listUserParlays', 'parlays'),
    },
    parlays: {
      list: list('listParlays', 'parlays'),
    },
    voting: {
      proposals: list('listProposals', 'proposals'),
      proposal: method('getProposal'),
      votes: list('listProposalVotes', 'votes'),
      period: plain('getVotingPeriod'),
    },
    oracle: {
      disputes: list('listDisputes', 'disputes'),
      dispute: method('getDispute'),
      votes: list('listDisputeVotes', 'votes'),
      relayReveal: method('relayReveal'),
    },
    transactions: {
      get: method('getTransaction'),
    },
    /** Unsigned transactions. Check what comes back with verifyBuild before signing, or use a Trader, which does. */
    tx: {
      placeOrder: method('placeOrder'),
      cancelOrder: method('cancelOrder'),
      /** The same for callers whose proxies drop the body of a DELETE. */
      cancelOrderByPost: method('cancelOrderByPost'),
      cancelAll: method('cancelAll'),
      quote: method('replaceQuotes'),
      split: method('split'),
      merge: method('merge'),
      settle: method('settle'),
      vaultDeposit: method('vaultDeposit'),
      vaultUnlock: method('vaultUnlock'),
      vaultWithdraw: method('vaultWithdraw'),
      vote: method('vote'),
      proposeSingle: method('proposeSingle'),
      proposeLinked: method('proposeLinked'),
      offerParlay: method('offerParlay'),
      takeParlay: method('takeParlay'),
      cancelParlay: method('cancelParlay'),
      submitOutcome: method('submitOutcome'),
      disputeOutcome: method('disputeOutcome'),
      commitVote: method('commitVote'),
      revealVote: method('revealVote'),
    },
  }
}
