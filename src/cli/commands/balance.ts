import { NodeProvider } from '../../alephium/index.ts'
import { NodeError } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { amountsWith, withPointsInLine } from '../user/amounts.ts'
import { addressFor } from '../user/open-wallet.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { jsonOf } from '../user/send.ts'
import { tableOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** What a wallet holds of the venue's tokens, by the node the venue names, and what it has staked. */
export async function balance(
  config: Config,
  command: CommandOf<'balance'>,
  terminal: Terminal,
): Promise<void> {
  const client = reachVenue(config, command)
  const address = await addressFor(config, command)
  const { tokens, network } = await client.status()
  const vault = await client.users.vault({ address })
  const held = await heldBy(address, network.nodeUrl)
  const amountOf = (id: string): string => held.tokenBalances?.find((token) => token.id === id)?.amount ?? '0'
  const { native, collateral, stake } = tokens
  const answer = {
    address,
    native: { ...native, amount: held.balance },
    collateral: { ...collateral, amount: amountOf(collateral.id) },
    stake: { ...stake, amount: amountOf(stake.id), staked: vault.staked },
  }
  if (command.json) return terminal.say(jsonOf(answer))
  const rows = [
    [native, answer.native.amount, ''],
    [collateral, answer.collateral.amount, ''],
    [stake, answer.stake.amount, ''],
    [stake, vault.staked, vault.tier === null ? 'staked' : `staked, ${vault.tier}, weight ${vault.weight}`],
  ] as const
  const amounts = withPointsInLine(
    rows.map(([{ decimals }, amount]) => amountsWith(decimals).exactAmountOf(amount)),
  )
  terminal.say(terminal.paint('head', address))
  terminal.say(
    tableOf(
      rows.map(([{ symbol }, , remark], i) => [symbol, amounts[i] ?? '', remark]),
      { right: [1], cut: 2 },
      terminal,
    ),
  )
}

async function heldBy(address: string, nodeUrl: string) {
  try {
    return await new NodeProvider(nodeUrl).addresses.getAddressesAddressBalance(address)
  } catch (cause) {
    throw new NodeError(`the node ${nodeUrl} does not show the balance`, cause)
  }
}
