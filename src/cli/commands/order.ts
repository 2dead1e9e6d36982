import type { TradeRequest, Transaction } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { type Amounts, amountsAt } from '../user/amounts.ts'
import { findMarket } from '../user/find-market.ts'
import { openSender, sendAndTell } from '../user/send.ts'
import { priceOf, tableOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** Places an order, and says what became of it. */
export async function order(config: Config, command: CommandOf<'order'>, terminal: Terminal): Promise<void> {
  const sender = await openSender(config, command)
  const { marketAddress: address } = await findMarket(sender.client, command.market)
  const amounts = await amountsAt(sender.client)
  const request: TradeRequest = {
    kind: 'placeOrder',
    address,
    side: command.side,
    outcome: command.outcome,
    price: command.price,
    quantity: amounts.unitsOf(command.shares),
    ...(command.timeInForce !== null && { timeInForce: command.timeInForce }),
    ...(command.expiresAt !== null && { expiresAt: command.expiresAt }),
    ...(command.isMarketOrder && { type: 'market' }),
    ...(command.referer !== null && { referer: command.referer }),
  }
  await sendAndTell(sender, request, {
    command,
    terminal,
    facts: { gasAmountMax: command.gasAmountMax },
    textOf: (sent) => textOf(sent, { ...amounts, terminal }),
  })
}

function textOf(
  { orders, trades }: Transaction,
  { terminal, exactAmountOf, exactAmountsOf }: Amounts & { readonly terminal: Terminal },
): string {
  const placed = orders.map(({ orderId, side, outcome, price, quantity, filled, cancelled }) => {
    const what = `${side} ${outcome} ${exactAmountOf(quantity)} at ${priceOf(price)}`
    const state = cancelled ? 'the rest cancelled' : filled === quantity ? 'done' : 'the rest waits'
    return `order ${orderId}: ${what}, ${exactAmountOf(filled)} filled, ${state}`
  })
  const quantities = exactAmountsOf(trades.map(({ quantity }) => quantity))
  const values = exactAmountsOf(trades.map(({ amountUsd }) => amountUsd))
  const fills = trades.map(({ price, fillType }, i) => [
    '  filled',
    quantities[i] ?? '',
    `at ${priceOf(price)}`,
    values[i] ?? '',
    fillType,
  ])
  return [...placed, ...(fills.length === 0 ? [] : [tableOf(fills, { right: [1, 3] }, terminal)])].join('\n')
}
