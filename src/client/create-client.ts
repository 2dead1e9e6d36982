import { type Clock, type Random, sleep, systemClock, systemRandom } from '../kit/index.ts'
import { type IterateOptions, iterate } from './iterate.ts'
import type { Market, OperationId, Operations, Pagination } from './operations.ts'
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

type Input<O extends OperationId> = Operations[O]['input']
type Answer<O extends OperationId> = Operations[O]['answer']

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
type WholeMarkets = Omit<Answer<'get_markets'>, 'markets'> & { readonly markets: readonly Market[] }
type WholeMarketsInput = Omit<Input<'get_markets'>, 'fields'>
export interface MarketsMethod extends Tagged<'get_markets'> {
  (input: WholeMarketsInput, options?: CallOptions): Promise<WholeMarkets>
  (input: Input<'get_markets'>, options?: CallOptions): Promise<Answer<'get_markets'>>
  iterate(
    input: Omit<WholeMarketsInput, 'page'>,
    options?: IterateOptions,
  ): AsyncGenerator<Market, void, undefined>
}

export interface Client extends Methods {
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
  return {
    url: options.url,
    wait: world.wait,
    withKey: (key) => createClient({ ...options, key }),
    ...methodsOver(
      createTransport({ url: options.url, key: options.key ?? null, onRepeat: options.onRepeat }, world),
    ),
  }
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
    status: plain('get_status'),
    limits: plain('get_limits'),
    health: plain('get_health'),
    ready: plain('get_ready'),
    metrics: plain('get_metrics'),
    search: method('get_search'),
    /** Coins for a wallet, on a devnet only. */
    faucet: method('post_faucet'),

    auth: {
      challenge: method('post_auth_challenge'),
      /** Never repeated by itself after an uncertain failure: each call mints another key. */
      mint: method('post_auth_keys'),
      list: plain('get_auth_keys'),
      revoke: method('delete_auth_keys_id'),
    },
    markets: {
      list: list('get_markets', 'markets') as unknown as MarketsMethod, // without `fields` markets come whole
      get: method('get_markets_address'),
      trades: list('get_markets_address_trades', 'trades'),
      orderBook: method('get_markets_address_orderbook'),
    },
    events: {
      list: list('get_events', 'events'),
      get: method('get_events_id'),
    },
    users: {
      orders: list('get_users_address_orders', 'orders'),
      positions: list('get_users_address_positions', 'positions'),
      trades: list('get_users_address_trades', 'trades'),
      pendingReveals: method('get_users_address_pending_reveals'),
      vault: method('get_users_address_vault'),
      parlays: list('get_users_address_parlays', 'parlays'),
    },
    parlays: {
      list: list('get_parlays', 'parlays'),
    },
    voting: {
      proposals: list('get_voting_proposals', 'proposals'),
      proposal: method('get_voting_proposals_id'),
      period: plain('get_voting_period'),
    },
    oracle: {
      dispute: method('get_oracle_disputes_address'),
      relayReveal: method('post_oracle_pending_reveals'),
    },
    transactions: {
      get: method('get_transactions_txId'),
    },
    /** Unsigned transactions. Check what comes back with verifyBuild before signing, or use a Trader, which does. */
    tx: {
      placeOrder: method('post_tx_markets_address_orders'),
      cancelOrder: method('delete_tx_markets_address_orders_id'),
      /** The same for callers whose proxies drop the body of a DELETE. */
      cancelOrderByPost: method('post_tx_markets_address_orders_id_cancel'),
      cancelAll: method('post_tx_markets_address_cancel_all'),
      settle: method('post_tx_markets_address_settle'),
      vaultDeposit: method('post_tx_vault_deposit'),
      vaultUnlock: method('post_tx_vault_unlock'),
      vaultWithdraw: method('post_tx_vault_withdraw'),
      vote: method('post_tx_voting_vote'),
      proposeSingle: method('post_tx_proposals_single'),
      proposeLinked: method('post_tx_proposals_linked'),
      offerParlay: method('post_tx_proposals_parlay'),
      takeParlay: method('post_tx_parlays_id_take'),
      cancelParlay: method('post_tx_parlays_id_cancel'),
      submitOutcome: method('post_tx_oracle_submit'),
      disputeOutcome: method('post_tx_oracle_dispute'),
      commitVote: method('post_tx_oracle_commit'),
      revealVote: method('post_tx_oracle_reveal'),
    },
  }
}
