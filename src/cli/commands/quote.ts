import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { amountsAt } from '../user/amounts.ts'
import { findMarket } from '../user/find-market.ts'
import { titleOf } from '../user/market-title.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { jsonOf } from '../user/send.ts'
import { factsOf, linesOf, priceOrDash } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** What an order would do now. */
export async function quote(config: Config, command: CommandOf<'quote'>, terminal: Terminal): Promise<void> {
  const { side, outcome, amount, isSpend, price } = command
  const client = reachVenue(config, command)
  const market = await findMarket(client, command.market)
  const { unitsOf, exactAmountOf, exactAmountsOf } = await amountsAt(client)
  const answer = await client.markets.quote({
    address: market.marketAddress,
    side,
    outcome,
    ...(isSpend ? { spend: unitsOf(amount) } : { quantity: unitsOf(amount) }),
    ...(price !== null && { price }),
  })
  if (command.json) return terminal.say(jsonOf(answer))
  const { filled, quantity, averagePrice, worstPrice, resting, payout, slippageBps, fills } = answer
  const [notional = '', fee = '', total = ''] = exactAmountsOf([answer.notional, answer.fee, answer.total])
  terminal.say(terminal.paint('head', linesOf(titleOf(market), terminal)))
  terminal.say(`${side} ${outcome} ${exactAmountOf(quantity)}`)
  terminal.say(
    factsOf(
      [
        ['fills', `${exactAmountOf(filled)} in ${fills.length} orders`],
        ['average', priceOrDash(averagePrice)],
        ['worst', priceOrDash(worstPrice)],
        ['shares', notional],
        ['fee', fee],
        [side === 'buy' ? 'to pay' : 'to get', total],
        ...(resting === '0' ? [] : [['would wait', exactAmountOf(resting)] as const]),
        ...(payout === null ? [] : [['if it wins', exactAmountOf(payout)] as const]),
        ...(slippageBps === null ? [] : [['slippage', `${slippageBps / 100} %`] as const]),
      ],
      terminal,
    ),
  )
}
