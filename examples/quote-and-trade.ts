/**
 * Reads a book, says what an order would cost, places it and shows what became of it. The transaction is built by the
 * service, checked here against what was asked for, and signed by the wallet.
 *
 *   npx tsx examples/quote-and-trade.ts
 */
import { prettifyTokenAmount } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { createClient, createTrader, type Market, mintKey, ONE, quoteOrder } from 'sibyl/client'

const reader = createClient({ url: process.env.SIBYL_URL ?? 'http://127.0.0.1:3000' })
const show = (amount: bigint | string): string => prettifyTokenAmount(amount, 18) ?? '?'

const { network } = await reader.status()
const wallet = PrivateKeyWallet.Random(network.group)
const client = reader.withKey((await mintKey(reader, wallet, { name: 'quote and trade' })).key)
await client.faucet({ address: wallet.address }) // on a devnet; elsewhere the wallet brings its own coins

const market = await marketWithOffers()
console.log(`market ${market.id}: ${market.question}`)

const order = { side: 'buy', outcome: 'yes', quantity: 5n * ONE } as const
const quote = quoteOrder(await client.markets.orderBook({ address: market.marketAddress }), order)
if (quote.worstPrice === null) throw new Error('nobody sells here; place a limit order instead')
console.log(
  `${show(quote.filled)} shares would cost ${show(quote.notional)} and a fee of ${show(quote.fee)}, ` +
    `${quote.averagePrice} thousandths on average, ${quote.worstPrice} at worst`,
)

const trader = await createTrader({ client, signer: wallet })
const done = await trader.sendAndWait({
  kind: 'placeOrder',
  address: market.marketAddress,
  side: order.side,
  outcome: order.outcome,
  quantity: String(order.quantity),
  price: quote.worstPrice,
  timeInForce: 'ioc', // what does not fill at once is not left in the book
})
console.log(`${done.status} in block ${done.blockHash}`)
for (const { fillType, quantity, price, makerAddress } of done.trades)
  console.log(`  ${fillType} of ${show(quantity)} at ${price} with ${makerAddress}`)

const { positions } = await client.users.positions({ address: trader.address })
for (const { positionType, shares, entryPrice } of positions)
  console.log(`now holds ${show(shares)} ${positionType}, bought at ${entryPrice}`)

/** The busiest market that somebody sells yes on. */
async function marketWithOffers(): Promise<Market> {
  for await (const found of client.markets.list.iterate({ sort: 'volume' }, { rowsMax: 1_000 }))
    if (found.state === 'open' && found.bestAskYes !== null) return found
  throw new Error('nobody sells anywhere; try examples/market-making.ts first')
}
