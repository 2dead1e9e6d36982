import {
  type Client,
  createTrader,
  type TradeFacts,
  type TradeRequest,
  type Trader,
  type Transaction,
} from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import type { SendOptions } from '../rows/options.ts'
import { openApiKey, openWallet } from './open-wallet.ts'
import { reachVenue } from './reach-venue.ts'
import { tellingShortage } from './tell-shortage.ts'
import type { Terminal } from './terminal.ts'

/** A wallet at a venue, for a command that sends. */
export interface Sender {
  readonly client: Client
  readonly trader: Trader
}

export async function openSender(config: Config, command: SendOptions): Promise<Sender> {
  const client = reachVenue(config, command, await openApiKey(config, command))
  const trader = await createTrader({ client, signer: await openWallet(config, command) })
  return { client, trader }
}

/** Between two looks at the transaction; a devnet has its block at once, a network in seconds. */
export const patience = { intervalMs: 250, looksMax: 480 }

/**
 * Has it built, checks the bytes against what was asked, signs, submits and waits for the block. Null after a dry run,
 * which says itself what it found.
 */
export async function send(
  { client, trader }: Sender,
  request: TradeRequest,
  {
    command,
    terminal,
    facts = {},
  }: { readonly command: SendOptions; readonly terminal: Terminal; readonly facts?: TradeFacts },
): Promise<Transaction | null> {
  const payer = { venue: await client.status(), url: client.url, wallet: trader.address }
  if (!command.isDryRun)
    return tellingShortage(payer, () => trader.sendAndWait(request, { ...facts, ...patience }))
  const { txId, unsignedTx } = await tellingShortage(payer, () => trader.build(request, facts))
  terminal.say(command.json ? jsonOf({ txId, unsignedTx }) : `checked, not signed: ${txId}`)
  return null
}

/** The same, and tells what came of it. */
export async function sendAndTell(
  sender: Sender,
  request: TradeRequest,
  options: {
    readonly command: SendOptions
    readonly terminal: Terminal
    readonly facts?: TradeFacts
    textOf?(transaction: Transaction): string
  },
): Promise<void> {
  const transaction = await send(sender, request, options)
  if (transaction === null) return
  const { command, terminal, textOf = () => '' } = options
  const lines = [textOf(transaction), `transaction ${transaction.txId}`].filter((line) => line !== '')
  terminal.say(command.json ? jsonOf(transaction) : lines.join('\n'))
}

export const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2)
