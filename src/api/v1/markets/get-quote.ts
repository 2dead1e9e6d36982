import {
  averagePriceOf,
  bookSideOf,
  CONTRACT_LIMIT,
  FILLS_MAX,
  missing,
  parseAmount,
  type QuoteTerms,
  quoteFills,
  refuse,
  slippageBpsOf,
} from '../../../domain/index.ts'
import { listFacingOrders } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { invalid } from '../../errors/invalid.ts'
import { read } from '../../reads/read.ts'
import { rowMarket, rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const getQuote = defineRoute(
  operations.getQuote,
  read(async ({ params, query }, parts) => {
    const { side, outcome, price = null, trader } = query
    const size = readSize(query)
    const { view, atMs, market, orders } = await listFacingOrders(parts.database.points, {
      marketAddress: rowMarket(params.address, parts),
      side: bookSideOf(side, outcome) === 'bid' ? 'ask' : 'bid',
      // One more than can fill: it may keep what is left from resting.
      limit: FILLS_MAX + 1,
    })
    if (market === null) throw missing('marketAddress', params.address)
    if (market.state !== 'open')
      throw refuse('MARKET_CLOSED', { marketAddress: params.address, state: market.state })
    const terms: QuoteTerms = {
      side,
      outcome,
      size,
      price,
      trader: trader === undefined ? null : rowWallet(trader, parts),
      fillsMax: FILLS_MAX,
      restingMin: 10n ** BigInt(parts.venue.tokens.collateral.decimals),
      nowMs: atMs,
    }
    const quote = quoteFills(orders, terms)
    const { fills, filled, notional, fee, resting } = quote
    const best = { bid: market.bestBidYes, ask: market.bestAskYes }
    const body = {
      marketAddress: rowMarket(params.address, parts),
      side,
      outcome,
      quantity: String('quantity' in size ? size.quantity : filled),
      filled: String(filled),
      averagePrice: averagePriceOf(side, quote),
      worstPrice: fills.at(-1)?.price ?? null,
      notional: String(notional),
      fee: String(fee),
      total: String(side === 'buy' ? notional + fee : notional - fee),
      fills: fills.map((fill) => ({
        ...fill,
        quantity: String(fill.quantity),
        collateral: String(fill.collateral),
      })),
      resting: String(resting),
      slippageBps: slippageBpsOf(terms, quote, best),
      payout: side === 'buy' ? String(filled) : null,
      version: view.revision,
      blockHeight: view.height,
    }
    return { view, text: JSON.stringify(body) }
  }),
)

function readSize(query: {
  readonly side: 'buy' | 'sell'
  readonly quantity?: string
  readonly spend?: string
}): QuoteTerms['size'] {
  const { side, quantity, spend } = query
  if ((quantity === undefined) === (spend === undefined))
    throw invalid('quantity', quantity, 'give quantity, or for a buy spend: one of them')
  if (quantity !== undefined) {
    const shares = readAmount('quantity', quantity)
    // No market takes such an order.
    if (shares >= CONTRACT_LIMIT) throw invalid('quantity', quantity, 'quantity must be below 2^128')
    return { quantity: shares }
  }
  if (side === 'sell') throw invalid('spend', spend, 'spend is for buys: say the quantity to sell')
  return { spend: readAmount('spend', spend!) }
}

function readAmount(field: string, text: string): bigint {
  const amount = parseAmount(text)
  if (amount === null || amount === 0n)
    throw invalid(field, text, `${field} must be digits without sign or leading zero, from 1 to 2^256-1`)
  return amount
}
