import { resolve } from 'node:path'
import { openDevnet } from '../../app/index.ts'
import type { Config } from '../../config/index.ts'
import { accountsOf, type Devnet, type DevnetBlock, type TestWallet } from '../../devnet/index.ts'
import { ONE } from '../../domain/index.ts'
import type { OperatorCommandOf } from '../command.ts'
import { signalled } from '../signal.ts'

/** What each account has at the start. */
const accountAlph = 1_000_000n

/** A devnet alone, without venue, database or API, until a signal asks it to stop. */
export async function devnet(
  config: Config,
  { folder, port, seed, accounts, blockMs }: OperatorCommandOf<'devnet'>,
  say: (text: string) => void,
): Promise<void> {
  const asked = signalled()
  let isToldOf = false
  const named = { ...config, devnetPort: port ?? config.devnetPort, devnetSeed: seed ?? config.devnetSeed }
  const node = await openDevnet(named, folder === null ? null : resolve(folder), {
    setting: '--keep',
    onBlock: (block) => {
      if (isToldOf) say(lineOf(block))
    },
  })
  const people = accountsOf(named.devnetSeed ?? 'sibyl', accounts)
  for (const account of people) await fund(node, account)
  node.controls.setMining(blockMs === null ? { mode: 'instant' } : { mode: 'interval', intervalMs: blockMs })
  say(`The devnet listens on ${node.url} (network ${node.networkId})`)
  say(folder === null ? '  chain      in memory' : `  chain      in ${resolve(folder)}`)
  say(`  compiler   ${config.compilerUrl ?? 'our own'}`)
  say(`  blocks     ${blockMs === null ? 'for each transaction, at once' : `every ${blockMs / 1_000} s`}`)
  say(
    '\nFunded wallets, 1,000,000 ALPH each at the start. Everybody knows these keys: never use them elsewhere.',
  )
  for (const { group, address, privateKey } of [...node.wallets, ...people]) {
    say(`\n  group ${group}    ${address}`)
    say(`  key        ${privateKey}`)
  }
  say('')
  isToldOf = true
  await asked
  await node.stop()
}

/** A chain that was kept has funded it before. */
async function fund({ fetch, url, controls }: Devnet, { address, lock }: TestWallet): Promise<void> {
  const answer = await fetch(`${url}/addresses/${address}/utxos`)
  const { utxos } = (await answer.json()) as { utxos: readonly unknown[] } // the node's own answer
  if (utxos.length === 0) controls.fund({ lock, attoAlph: accountAlph * ONE })
}

function lineOf({
  timestampMs,
  fromGroup,
  toGroup,
  height,
  transactions,
  events,
  hash,
}: DevnetBlock): string {
  const time = new Date(timestampMs).toISOString().slice(11, 19)
  // The miner's transaction is nobody's.
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
  return `${time}  ${fromGroup} → ${toGroup}  block ${height}  ${count(transactions - 1, 'transaction')}, ${count(events, 'event')}  ${hash}`
}
