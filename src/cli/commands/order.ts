import { createTrader, type TradeRequest, type Transaction } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import type { UserCommand } from '../command.ts'
import { findMarket } from '../user/find-market.ts'
import { openApiKey, openWallet } from '../user/open-wallet.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { exactAmountOf, exactAmountsOf, priceOf, tableOf } from '../user/table.ts'
import { tellingShortage } from '../user/tell-shortage.ts'

type OrderCommand = Extract<UserCommand, { name: 'order' }>

/** Between two looks at the transaction; a devnet has its block at once, a network in seconds. */
const lookEveryMs = 250
const looksMax = 480

/** Has an order built, checks the bytes against what was asked, signs, submits, and says what became of it. */
export async function order(
  config: Config,
  command: OrderCommand,
  say: (text: string) => void,
): Promise<void> {
  const client = reachVenue(config, command.url, await openApiKey(config, command))
  const signer = await openWallet(config, command)
  const { marketAddress: address } = await findMarket(client, command.market)
  const trader = await createTrader({ client, signer })
  const request: TradeRequest = {
    kind: 'placeOrder',
    address,
    side: command.side,
    outcome: command.outcome,
    price: command.price,
    quantity: String(command.quantity),
    ...(command.timeInForce !== null && { timeInForce: command.timeInForce }),
    ...(command.isMarketOrder && { type: 'market' }),
    ...(command.referer !== null && { referer: command.referer }),
  }
  const payer = { venue: await client.status(), url: client.url, wallet: trader.address }
  if (command.isDryRun) {
    const { txId, unsignedTx } = await tellingShortage(payer, () => trader.build(request))
    say(command.json ? JSON.stringify({ txId, unsignedTx }, null, 2) : `checked, not signed: ${txId}`)
    return
  }
  const transaction = await tellingShortage(payer, () =>
    trader.sendAndWait(request, { intervalMs: lookEveryMs, looksMax }),
  )
  say(command.json ? JSON.stringify(transaction, null, 2) : textOf(transaction))
}

function textOf({ txId, orders, trades }: Transaction): string {
  const placed = orders.map(({ orderId, side, outcome, price, quantity, filled, cancelled }) => {
    const what = `${side} ${outcome} ${exactAmountOf(quantity)} at ${priceOf(price)}`
    const state = cancelled ? 'the rest cancelled' : filled === quantity ? 'done' : 'the rest waits'
    return `order ${orderId}: ${what}, ${exactAmountOf(filled)} filled, ${state}`
  })
  const quantities = exactAmountsOf(trades.map(({ quantity }) => quantity))
  const amounts = exactAmountsOf(trades.map(({ amountUsd }) => amountUsd))
  const fills = trades.map(({ price, fillType }, i) => [
    '  filled',
    quantities[i] ?? '',
    `at ${priceOf(price)}`,
    amounts[i] ?? '',
    fillType,
  ])
  return [...placed, ...(fills.length === 0 ? [] : [tableOf(fills, [1, 3])]), `transaction ${txId}`].join(
    '\n',
  )
}
