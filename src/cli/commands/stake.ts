import type { TradeRequest } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { type Amounts, amountsWith } from '../user/amounts.ts'
import { openSender, sendAndTell } from '../user/send.ts'
import type { Terminal } from '../user/terminal.ts'

/** Stakes, begins to unlock, or withdraws. */
export async function stake(config: Config, command: CommandOf<'stake'>, terminal: Terminal): Promise<void> {
  const sender = await openSender(config, command)
  const { tokens } = await sender.client.status()
  const [request, text] = requestOf(command, amountsWith(tokens.stake.decimals))
  await sendAndTell(sender, request, { command, terminal, textOf: () => text })
}

function requestOf(
  { step, amount }: CommandOf<'stake'>,
  { unitsOf, exactAmountOf }: Amounts,
): readonly [request: TradeRequest, text: string] {
  if (amount === null) return [{ kind: 'vaultWithdraw' }, 'what was unlocked is withdrawn']
  const units = unitsOf(amount)
  return step === 'deposit'
    ? [{ kind: 'vaultDeposit', amount: units }, `${exactAmountOf(units)} staked`]
    : [
        { kind: 'vaultUnlock', amount: units },
        `${exactAmountOf(units)} unlock; \`sibyl stake withdraw\` fetches them then`,
      ]
}
