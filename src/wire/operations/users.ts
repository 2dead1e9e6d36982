import * as Type from 'typebox'
import { activityTypes } from '../../domain/index.ts'
import { read, readPrivately } from '../operation.ts'
import { Action, Activity } from '../schemas/activity.ts'
import { Filled, Strict, Word } from '../schemas/fields.ts'
import { Choice, ofMarket } from '../schemas/filters.ts'
import { PendingReveal, revealStatuses } from '../schemas/oracle.ts'
import { Order, Position } from '../schemas/order.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX, pageOf, pageQuery, WALLET_PAGE_SIZE } from '../schemas/pagination.ts'
import { Parlay, ParlayStatus } from '../schemas/parlay.ts'
import { WalletPath } from '../schemas/paths.ts'
import { Portfolio, PortfolioPosition } from '../schemas/portfolio.ts'
import { Trade } from '../schemas/trade.ts'
import { Balances, Vault } from '../schemas/vault.ts'

export const listOrders = read({
  path: '/v1/users/{address}/orders',
  tag: 'users',
  summary: 'A wallet’s orders, newest first',
  description:
    'Open ones unless `status` says otherwise. What an order has filled and paid so far stands in it.',
  params: WalletPath,
  query: Strict(
    {
      ...ofMarket,
      status: Choice(['open', 'filled', 'cancelled', 'all'], 'open', 'which of them'),
      ...pageQuery(WALLET_PAGE_SIZE),
    },
    'filters and page',
  ),
  answer: pageOf({ orders: Type.Array(Order) }, 'a page of orders'),
  answerMeaning: 'a page of orders',
})

export const listPositions = read({
  path: '/v1/users/{address}/positions',
  tag: 'users',
  summary: 'What a wallet holds, newest first',
  description:
    'One row for each outcome a wallet holds or has held; shares locked in resting orders are among them.',
  params: WalletPath,
  query: Strict(
    {
      ...ofMarket,
      settled: Type.Optional(Type.Boolean({ description: 'only settled ones, or only unsettled ones' })),
      ...pageQuery(WALLET_PAGE_SIZE),
    },
    'filters and page',
  ),
  answer: pageOf({ positions: Type.Array(Position) }, 'a page of positions'),
  answerMeaning: 'a page of positions',
})

export const getPortfolio = read({
  path: '/v1/users/{address}/portfolio',
  tag: 'users',
  summary: 'What a wallet’s positions cost, brought and are worth',
  description:
    'In collateral, by average cost. Shares are valued at the middle of the book, without one side at the last trade, without a trade at one half, after resolution at what they pay.',
  params: WalletPath,
  query: Strict(
    {
      ...ofMarket,
      open: Type.Optional(Type.Boolean({ description: 'only positions with shares, or only those without' })),
      ...pageQuery(WALLET_PAGE_SIZE),
    },
    'filter and page; the sums are of all positions',
  ),
  answer: pageOf(
    { positions: Type.Array(PortfolioPosition), total: Portfolio },
    'sums, and a page of positions',
  ),
  answerMeaning: 'the portfolio at one block',
})

export const listUserTrades = read({
  path: '/v1/users/{address}/trades',
  tag: 'users',
  summary: 'A wallet’s trades as maker or taker, newest first',
  description: 'Each trade once, also when maker and taker are the same person’s wallets.',
  params: WalletPath,
  query: Strict({ ...ofMarket, ...pageQuery() }, 'filter and page'),
  answer: pageOf({ trades: Type.Array(Trade) }, 'a page of trades'),
  answerMeaning: 'a page of trades',
})

export const listPendingReveals = readPrivately({
  path: '/v1/users/{address}/pending-reveals',
  tag: 'users',
  summary: 'A wallet’s committed votes and their reveals, newest first',
  description:
    'Votes committed from this wallet: what became of them, and whether the service was given the means to reveal them. The vote itself is shown only to a key of the wallet.',
  params: WalletPath,
  query: Strict(
    {
      ...ofMarket,
      status: Type.Optional(Word([...revealStatuses], 'only these')),
      limit: Filled(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, description: 'how many' }), PAGE_SIZE),
    },
    'filter and size',
  ),
  answer: Strict({ pendingReveals: Type.Array(PendingReveal) }, 'reveals'),
  answerMeaning: 'the newest reveals',
})

export const getVault = read({
  path: '/v1/users/{address}/vault',
  tag: 'users',
  summary: 'A wallet’s stake, tier, weight and running unlock',
  description: 'A wallet that never staked has zeros and no tier.',
  params: WalletPath,
  answer: Vault,
  answerMeaning: 'the stake; zeros for a wallet that never staked',
})

export const listActivity = read({
  path: '/v1/users/{address}/activity',
  tag: 'users',
  summary: 'Everything a wallet did, newest first',
  description:
    'Orders, fills, cancels, splits, settlements, parlays, stakes, votes, bonds and swaps in one list. With Accept: text/csv the page comes as CSV, its cursor in X-Next-Cursor.',
  params: WalletPath,
  query: Strict(
    {
      ...ofMarket,
      type: Type.Optional(Word([...activityTypes], 'only these')),
      ...pageQuery(WALLET_PAGE_SIZE),
    },
    'filters and page',
  ),
  answer: pageOf({ activity: Type.Array(Activity) }, 'a page of entries'),
  answerMeaning: 'a page of entries',
  alsoAs: 'text/csv',
})

export const listActions = read({
  path: '/v1/users/{address}/actions',
  tag: 'users',
  summary: 'What a wallet should do now, and by when',
  description:
    'Votes to reveal, to commit and to cast, stakes to withdraw, shares to settle, bonds to claim, orders that end within an hour. At most 50 of each.',
  params: WalletPath,
  answer: Strict({ actions: Type.Array(Action) }, 'what ends first at the head'),
  answerMeaning: 'the actions at one block',
})

export const getBalances = read({
  path: '/v1/users/{address}/balances',
  tag: 'users',
  summary: 'What a wallet holds in coins: native, collateral, stake and other tokens',
  description:
    'Asked of the node once a block: the only read of a wallet that fails while the node is away. What resting orders, stakes and bonds hold is in the contracts and not here.',
  params: WalletPath,
  answer: Balances,
  answerMeaning: 'the coins, as far as the node lists them',
  errors: ['UPSTREAM_ERROR'],
})

export const listUserParlays = read({
  path: '/v1/users/{address}/parlays',
  tag: 'users',
  summary: 'Parlays a wallet offered or took, newest first',
  description: 'In every state: offered, taken, cancelled, settled.',
  params: WalletPath,
  query: Strict(
    { ...ofMarket, status: Type.Optional(ParlayStatus('all')), ...pageQuery() },
    'filters and page; of a market: those with a leg on it',
  ),
  answer: pageOf({ parlays: Type.Array(Parlay) }, 'a page of parlays'),
  answerMeaning: 'a page of parlays',
})

export const listParlays = read({
  path: '/v1/parlays',
  tag: 'parlays',
  summary: 'Parlay offers, newest first',
  description:
    'Open offers unless `status` says otherwise. Whoever takes one bets that at least one leg fails.',
  query: Strict({ status: Type.Optional(ParlayStatus('open')), ...pageQuery() }, 'filter and page'),
  answer: pageOf({ parlays: Type.Array(Parlay) }, 'a page of parlays'),
  answerMeaning: 'a page of parlays',
})
