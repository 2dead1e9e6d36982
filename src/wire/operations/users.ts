import * as Type from 'typebox'
import { read, readPrivately } from '../operation.ts'
import { Address, Filled, INTEGER_MAX, Strict, Word } from '../schemas/fields.ts'
import { Choice } from '../schemas/filters.ts'
import { PendingReveal, revealStatuses } from '../schemas/oracle.ts'
import { Order, Position } from '../schemas/order.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX, pageOf, pageQuery, WALLET_PAGE_SIZE } from '../schemas/pagination.ts'
import { Parlay, ParlayStatus } from '../schemas/parlay.ts'
import { WalletPath } from '../schemas/paths.ts'
import { Portfolio, PortfolioPosition } from '../schemas/portfolio.ts'
import { Trade } from '../schemas/trade.ts'
import { Vault } from '../schemas/vault.ts'

export const listOrders = read({
  path: '/v1/users/{address}/orders',
  tag: 'users',
  summary: 'A wallet’s orders, newest first',
  params: WalletPath,
  query: Strict(
    {
      marketAddress: Type.Optional(Address('only orders on this market')),
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
  params: WalletPath,
  query: Strict(
    {
      marketId: Type.Optional(
        Type.Integer({ maximum: INTEGER_MAX, description: 'only positions in this market' }),
      ),
      settled: Type.Optional(Type.Boolean({ description: 'only settled ones, or only unsettled ones' })),
      ...pageQuery(WALLET_PAGE_SIZE),
    },
    'filters and page',
  ),
  answer: pageOf({ positions: Type.Array(Position) }, 'a page of positions'),
  answerMeaning: 'a page of positions',
})

export const getPortfolio = read({
  id: 'getPortfolio',
  path: '/v1/users/{address}/portfolio',
  tag: 'users',
  summary: 'What a wallet’s positions cost, brought and are worth',
  description:
    'In collateral, by average cost. Shares are valued at the middle of the book, without one side at the last trade, without a trade at one half, after resolution at what they pay.',
  params: WalletPath,
  query: Strict(
    {
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
  params: WalletPath,
  query: Strict(pageQuery(), 'page of the list'),
  answer: pageOf({ trades: Type.Array(Trade) }, 'a page of trades'),
  answerMeaning: 'a page of trades',
})

export const listPendingReveals = readPrivately({
  path: '/v1/users/{address}/pending-reveals',
  tag: 'users',
  summary: 'A wallet’s committed votes and their reveals, newest first',
  params: WalletPath,
  query: Strict(
    {
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
  params: WalletPath,
  answer: Vault,
  answerMeaning: 'the stake; zeros for a wallet that never staked',
})

export const listUserParlays = read({
  path: '/v1/users/{address}/parlays',
  tag: 'users',
  summary: 'Parlays a wallet offered or took, newest first',
  params: WalletPath,
  query: Strict({ status: Type.Optional(ParlayStatus('all')), ...pageQuery() }, 'filter and page'),
  answer: pageOf({ parlays: Type.Array(Parlay) }, 'a page of parlays'),
  answerMeaning: 'a page of parlays',
})

export const listParlays = read({
  path: '/v1/parlays',
  tag: 'parlays',
  summary: 'Parlay offers, newest first',
  query: Strict({ status: Type.Optional(ParlayStatus('open')), ...pageQuery() }, 'filter and page'),
  answer: pageOf({ parlays: Type.Array(Parlay) }, 'a page of parlays'),
  answerMeaning: 'a page of parlays',
})
