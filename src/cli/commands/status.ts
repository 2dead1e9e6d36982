import type { Status } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { amountsWith } from '../user/amounts.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { jsonOf } from '../user/send.ts'
import { type Cell, factsOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** Which venue this is, and how it is. */
export async function status(
  config: Config,
  command: CommandOf<'status'>,
  terminal: Terminal,
): Promise<void> {
  const client = reachVenue(config, command)
  const answer = await client.status()
  if (command.json) return terminal.say(jsonOf(answer))
  const { network, tokens, periods, parameters, oracle } = answer
  const { amountOf } = amountsWith(tokens.collateral.decimals)
  terminal.say(
    factsOf(
      [
        ['venue', client.url],
        ['state', stateOf(answer)],
        ['network', `${network.name} (${network.id}), group ${network.group}`],
        ['node', network.nodeUrl],
        ['block', blockOf(answer)],
        ['collateral', tokens.collateral.symbol],
        ['', tokens.collateral.id],
        ['stake', tokens.stake.symbol],
        ['', tokens.stake.id],
        ['taker fee', `${parameters.feeBps / 100} %`],
        [
          'bond',
          `${amountOf(parameters.bond)} to ${amountOf(parameters.bondMax)} ${tokens.collateral.symbol}`,
        ],
        [
          'voting',
          `${durationOf(periods.votingMs)}, then at least ${durationOf(periods.minTradingMs)} of trading`,
        ],
        [
          'disputes',
          `within ${durationOf(periods.disputeMs)}; commit ${durationOf(periods.commitMs)}, reveal ${durationOf(periods.revealMs)}`,
        ],
        ['unlocking', durationOf(periods.unlockMs)],
        [
          'oracle',
          oracle.canDecide
            ? `can decide: weight ${oracle.wholeWeight}, quorum ${oracle.quorum}`
            : [`cannot decide: weight ${oracle.wholeWeight}, quorum ${oracle.quorum}`, 'bad'],
        ],
      ],
      terminal,
    ),
  )
}

function stateOf({ maintenance, index }: Status): Cell {
  if (maintenance) return ['in maintenance: reads only', 'bad']
  return index.ready ? ['open', 'good'] : ['behind the chain', 'bad']
}

function blockOf({ chain, index }: Status): string {
  const lag = index.lagMs === null ? '' : `, ${index.lagMs} ms behind`
  return `${chain?.height ?? '-'} on the chain, ${index.height ?? '-'} in the index${lag}`
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** 5400000 → 90 minutes: the largest unit that divides it. */
function durationOf(ms: number): string {
  const [name, size] = units.find(([, each]) => ms >= each && ms % each === 0) ?? ['millisecond', 1]
  return `${ms / size} ${name}${ms === size ? '' : 's'}`
}
