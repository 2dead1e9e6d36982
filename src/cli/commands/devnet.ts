import { resolve } from 'node:path'
import { openDevnet } from '../../app/index.ts'
import type { Config } from '../../config/index.ts'
import { signalled } from '../signal.ts'

export interface DevnetCommandOptions {
  /** The folder that keeps the chain; null: it is gone with the process. */
  readonly folder: string | null
  say(text: string): void
}

/** A devnet alone, without venue, database or API, until a signal asks it to stop. */
export async function devnet(config: Config, { folder, say }: DevnetCommandOptions): Promise<void> {
  const asked = signalled()
  const node = await openDevnet(config, folder === null ? null : resolve(folder), '--keep')
  say(`The devnet listens on ${node.url} (network ${node.networkId})`)
  say(folder === null ? '  chain      in memory' : `  chain      in ${resolve(folder)}`)
  say(`  compiler   ${config.compilerUrl ?? 'our own'}`)
  say(
    '\nFunded wallets, 1,000,000 ALPH each at the start. Everybody knows these keys: never use them elsewhere.',
  )
  for (const { group, address, privateKey } of node.wallets) {
    say(`\n  group ${group}    ${address}`)
    say(`  key        ${privateKey}`)
  }
  await asked
  await node.stop()
}
