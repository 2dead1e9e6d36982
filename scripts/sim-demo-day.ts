import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseDeploymentFile } from '../src/bindings/index.ts'
import { createBuilder } from '../src/builder/index.ts'
import { connectNode } from '../src/chain/index.ts'
import { readConfig } from '../src/config/index.ts'
import { beatMs, makeDemo, startTrickle } from '../src/demo/index.ts'
import { type Devnet, startDevnet } from '../src/devnet/index.ts'
import { ONE } from '../src/domain/index.ts'
import { createIndexer } from '../src/indexer/index.ts'
import { createKeeper, createSaltBox, keeperAccount } from '../src/keeper/index.ts'
import { createManualClock, systemClock, systemRandom } from '../src/kit/index.ts'
import { openDatabase } from '../src/store/index.ts'
import { patientNode } from '../test/support/venue/host.ts'

/**
 * `npm run sim -- demo-day [--hours N]`: the demo's people go on for a day of the chain's time, as fast as the machine can,
 * and what they leave on the disk, in memory and for the next start is told.
 */
const { values } = parseArgs({ options: { hours: { type: 'string', default: '24' } } })
const hours = Number(values.hours)
const beatsPerHour = 3_600_000 / beatMs
const keeperEveryBeats = 3
const keeperKey = '4e'.repeat(32)
const nothing = () => undefined

const folder = mkdtempSync(join(tmpdir(), 'sibyl-demo-day-'))
const startMs = systemClock.nowMs()
/** Stands still but for what is played: a machine that sleeps in between changes nothing. */
const clock = createManualClock(startMs)
try {
  await makeDemo(readConfig({ DATA_DIR: folder, DEVNET_START_MS: String(startMs) }), nothing)
  const file = parseDeploymentFile(readFileSync(join(folder, 'deployment.json'), 'utf8'))
  if (typeof file === 'string' || file.deployment === null) throw new Error('the demo was not deployed')
  const venue = file.deployment
  const devnet = await startDevnet({ dataDir: folder, clock })
  const database = await openStore()
  const chain = chainOf(devnet)
  const { vault, voting, oracle, parlays, desk } = venue.contracts
  const indexer = createIndexer({
    chain,
    database,
    venue: {
      vault: vault.address,
      voting: voting.address,
      oracle: oracle.address,
      parlays: parlays.address,
      desk: desk.address,
    },
    clock: devnet.clock,
    networkId: venue.networkId,
    startHeight: 0,
    name: 'demo day',
    isNodeAuthority: true,
    feed: { retentionMs: 24 * 3_600_000, confirmations: 1 },
  })
  const parts = { database, chain, clock: devnet.clock, venue }
  const builder = createBuilder({ ...parts, confirmations: 1, observe: nothing })
  const timers = { after: () => nothing, every: () => nothing }
  const trickle = startTrickle({ ...parts, builder, timers })
  const keeper = createKeeper({
    ...parts,
    privateKey: keeperKey,
    saltBox: createSaltBox(['a secret for simulations, long enough'], systemRandom),
    revealAttempts: 3,
    revealGasPriceMax: 10n ** 12n,
  })
  devnet.controls.fund({ lock: keeperAccount(keeperKey, 0).wallet.lock, attoAlph: 10_000n * ONE, coins: 5 })

  const index = async (): Promise<void> => {
    const height = await chain.getHeight()
    while ((indexer.status().checkpoint?.height ?? -1) < height) await indexer.step()
  }
  await index()
  say([
    'hour',
    'sent',
    'markets',
    'disputed',
    'by jurors',
    'chain MB',
    'database MB',
    'memory MB',
    'ms a beat',
  ])
  let sent = 0
  let looks = 0
  let disputing = 0
  let decided = 0
  for (let hour = 1; hour <= hours; hour++) {
    const began = performance.now()
    for (let beat = 0; beat < beatsPerHour; beat++) {
      if ((await trickle.beat()) !== null) sent += 1
      devnet.controls.setTime({ advanceMs: beatMs })
      if (beat % keeperEveryBeats === 0) {
        devnet.controls.mine()
        await index()
        while ((await keeper.step()) > 0) await index()
        looks += 1
        if ((await count("markets where state = 'disputed'")) > 0) disputing += 1
      }
      await index()
    }
    await builder.purge()
    const before = decided
    decided = await count('rounds where result is not null')
    if (decided === before) throw new Error(`in hour ${hour} the jurors decided nothing`)
    say([
      hour,
      sent,
      await count('markets'),
      await count("markets where state = 'disputed'"),
      decided,
      megabytes(sizeOf(join(folder, 'devnet'))),
      megabytes(sizeOf(join(folder, 'database'))),
      megabytes(process.memoryUsage().rss),
      ((performance.now() - began) / beatsPerHour).toFixed(0),
    ])
  }
  console.log(`a dispute was under way at ${((disputing * 100) / looks).toFixed(0)} of 100 looks`)
  await trickle.stop()
  await devnet.stop()
  await database.close()

  const restarted = performance.now()
  const again = await startDevnet({ dataDir: folder, clock: systemClock })
  const chainMs = performance.now() - restarted
  const reopened = await openStore()
  console.log(
    `opened again: chain ${chainMs.toFixed(0)} ms, database ${(performance.now() - restarted - chainMs).toFixed(0)} ms`,
  )
  await again.stop()
  await reopened.close()

  async function count(what: string): Promise<number> {
    const sql = `select count(*)::int as n from ${what}`
    const [row] = await database.query<{ n: number }>({ label: 'demo-day', sql, values: [] })
    return row?.n ?? 0
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function chainOf(devnet: Devnet) {
  return connectNode({
    url: devnet.url,
    group: 0,
    clock: systemClock,
    fetch: devnet.fetch,
    limits: patientNode,
  })
}

/** Nobody waits for an answer here, and a day takes long enough to be played beside other work. */
function openStore() {
  const patientMs = 600_000
  const limits = {
    watchdogMs: patientMs,
    waitMs: patientMs,
    idleInTransactionMs: patientMs,
    openMs: patientMs,
  }
  return openDatabase({ kind: 'embedded', folder: join(folder, 'database'), limits })
}

function sizeOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function say(cells: readonly (string | number)[]): void {
  console.log(cells.map((cell) => String(cell).padStart(11)).join(' '))
}
