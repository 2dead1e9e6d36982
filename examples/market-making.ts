/**
 * Keeps a bid and an ask around the middle of a book: each round takes its own orders out and puts new ones in. To offer
 * yes without owning any it bids for no: a buyer of yes and a buyer of no make a pair of shares together.
 *
 *   npx tsx examples/market-making.ts [rounds]
 */
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { createClient, createTrader, mintKey, ONE, SibylError } from 'sibyl/client'

const ROUNDS = Number(process.argv[2] ?? 3)
const HALF_SPREAD = 20 // thousandths
const QUANTITY = String(20n * ONE)

const reader = createClient({ url: process.env.SIBYL_URL ?? 'http://127.0.0.1:3000' })
const { network } = await reader.status()
const wallet = PrivateKeyWallet.Random(network.group)
const client = reader.withKey((await mintKey(reader, wallet, { name: 'market maker' })).key)
await client.faucet({ address: wallet.address })
const trader = await createTrader({ client, signer: wallet })

const { markets } = await client.markets.list({ sort: 'trending' })
const market = markets.find(({ state }) => state === 'open')
if (market === undefined) throw new Error('no market is open')
const address = market.marketAddress
console.log(`making a market in ${market.id}: ${market.question}`)

for (let round = 1; round <= ROUNDS; round++) {
  await cancelAll()
  const middle = await middleOfBook()
  const bid = Math.max(1, middle - HALF_SPREAD)
  const ask = Math.min(999, middle + HALF_SPREAD)
  await rest('yes', bid)
  await rest('no', 1000 - ask)
  console.log(`round ${round}: bid ${bid}, ask ${ask}`)
}
await cancelAll()
const { orders } = await client.users.orders({ address: trader.address, marketAddress: address })
console.log(`done, ${orders.length} orders left`)

/** Without others' orders on both sides there is no middle: start at a half. */
async function middleOfBook(): Promise<number> {
  const { yes } = await client.markets.orderBook({ address, depth: 1 })
  const [bid, ask] = [yes.bids[0]?.price, yes.asks[0]?.price]
  return bid === undefined || ask === undefined ? 500 : Math.round((bid + ask) / 2)
}

/** Post-only: it rests or it is refused, so it never pays the taker's fee. */
async function rest(outcome: 'yes' | 'no', price: number): Promise<void> {
  const order = { side: 'buy', outcome, price, quantity: QUANTITY, timeInForce: 'post-only' } as const
  try {
    await trader.sendAndWait({ kind: 'placeOrder', address, ...order })
  } catch (error) {
    if (!(error instanceof SibylError) || error.details.reason !== 'would_cross') throw error
    console.log(`  ${outcome} at ${price} would cross; left out`)
  }
}

async function cancelAll(): Promise<void> {
  try {
    await trader.sendAndWait({ kind: 'cancelAll', address })
  } catch (error) {
    if (!(error instanceof SibylError) || error.details.reason !== 'no_open_orders') throw error
  }
}
