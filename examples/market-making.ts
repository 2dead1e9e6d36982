/**
 * Keeps a bid and an ask around the middle of a book: each round takes its own orders out and puts new ones in, with one
 * transaction. To offer yes without owning any it bids for no: a buyer of yes and a buyer of no make a pair of shares
 * together. What is filled is told by the stream; should the program die, its orders end by themselves.
 *
 *   npx tsx examples/market-making.ts [rounds]
 */
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { createClient, createTrader, mintKey, ONE, SibylError } from 'sibyl/client'

const ROUNDS = Number(process.argv[2] ?? 3)
const HALF_SPREAD = 20 // thousandths
const QUANTITY = String(20n * ONE)
const LIFE_MS = 10 * 60_000

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

const stop = new AbortController()
const following = tellFills()

for (let round = 1; round <= ROUNDS; round++) {
  const middle = await middleOfBook()
  const bid = Math.max(1, middle - HALF_SPREAD)
  const ask = Math.min(999, middle + HALF_SPREAD)
  // One that would cross is left out, so a quote never pays the taker's fee.
  const order = { side: 'buy', quantity: QUANTITY, expiresAt: await inAWhile() } as const
  const orders = [
    { ...order, outcome: 'yes' as const, price: bid },
    { ...order, outcome: 'no' as const, price: 1000 - ask },
  ]
  await trader.sendAndWait({ kind: 'quote', address, cancel: 'all', orders })
  console.log(`round ${round}: bid ${bid}, ask ${ask}`)
}
await trader.sendAndWait({ kind: 'cancelAll', address }).catch((error: unknown) => {
  if (!(error instanceof SibylError) || error.details.reason !== 'no_open_orders') throw error
})
stop.abort()
await following
const { orders } = await client.users.orders({ address: trader.address, marketAddress: address })
console.log(`done, ${orders.length} orders left`)

/** Reconnects and resumes by itself: each fill comes once. */
async function tellFills(): Promise<void> {
  const channels = [`wallet:${trader.address}`]
  for await (const message of client.stream({ channels, signal: stop.signal })) {
    if (message.type === 'fill') {
      const { outcome, price, quantity } = message.data.trade
      console.log(`  ${BigInt(quantity) / ONE} taken at ${price} of ${outcome}`)
    } else if (message.type === 'reorg') console.log(`  undone after block ${message.data.toHeight}`)
  }
}

/** By the chain's clock, which a devnet may have moved. */
async function inAWhile(): Promise<string> {
  const { chain } = await client.status()
  return new Date((chain?.blockTimestamp ?? Date.now()) + LIFE_MS).toISOString()
}

/** Without others' orders on both sides there is no middle: start at a half. */
async function middleOfBook(): Promise<number> {
  const { yes } = await client.markets.orderBook({ address, depth: 1 })
  const [bid, ask] = [yes.bids[0]?.price, yes.asks[0]?.price]
  return bid === undefined || ask === undefined ? 500 : Math.round((bid + ask) / 2)
}
