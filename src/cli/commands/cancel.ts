import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { findMarket } from '../user/find-market.ts'
import { jsonOf, openSender, type Sender, send, sendAndTell } from '../user/send.ts'
import type { Terminal } from '../user/terminal.ts'

/** Cancels one resting order, or all of a market: as many transactions as that takes. */
export async function cancel(
  config: Config,
  command: CommandOf<'cancel'>,
  terminal: Terminal,
): Promise<void> {
  const sender = await openSender(config, command)
  const { marketAddress: address } = await findMarket(sender.client, command.market)
  const { orderId } = command
  if (orderId !== null)
    return sendAndTell(
      sender,
      { kind: 'cancelOrder', address, id: orderId },
      { command, terminal, textOf: () => `order ${orderId} is cancelled` },
    )
  const sent: string[] = []
  const before = await countResting(sender, address)
  // Ends when a transaction changed nothing: somebody else may place orders for the same wallet meanwhile.
  for (let left = before, next = 0; left > 0; left = next < left ? next : 0) {
    const transaction = await send(sender, { kind: 'cancelAll', address }, { command, terminal })
    if (transaction === null) return
    sent.push(transaction.txId)
    next = await countResting(sender, address)
  }
  const left = before === 0 ? 0 : await countResting(sender, address)
  const text = before === 0 ? 'no order rests there' : `${before - left} orders are cancelled, ${left} rest`
  terminal.say(
    command.json
      ? jsonOf({ cancelled: before - left, resting: left, txIds: sent })
      : [text, ...sent.map((txId) => `transaction ${txId}`)].join('\n'),
  )
}

async function countResting({ client, trader }: Sender, marketAddress: string): Promise<number> {
  const { pagination } = await client.users.orders({ address: trader.address, marketAddress, limit: 1 })
  return pagination.total
}
