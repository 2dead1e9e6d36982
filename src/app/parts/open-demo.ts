import { resolve } from 'node:path'
import { createBuilder } from '../../builder/index.ts'
import { demoWallet, ensureDemoKeys, isDemoChain, startTrickle } from '../../demo/index.ts'
import { sleep, systemTimers } from '../../kit/index.ts'
import type { Ground } from './ground.ts'
import { openAuth } from './open-auth.ts'
import { openOperator } from './open-operator.ts'

/** The index needs seconds for what the demo made; beyond this many it follows while the venue is open. */
const indexLooksMax = 600
const indexLookEveryMs = 50

/** On a chain the demo made: API keys for the visitor, and traders that go on. */
export async function openDemo(ground: Ground): Promise<void> {
  const { config, telemetry, stops, database, node, venue, clock } = ground
  if (node.devnet === null || !isDemoChain(config)) return
  ground.opening.report({ doing: 'Reading the chain', done: 0, total: 1 })
  await untilIndexed(ground)
  const auth = openAuth(ground)
  try {
    await ensureDemoKeys(resolve(config.dataDir), auth, demoWallet('demo'))
  } finally {
    await auth.close()
  }
  if (!config.demoTrickle) return
  const builder = createBuilder({
    database,
    chain: node.chain,
    clock,
    venue,
    confirmations: config.confirmations,
    observe: telemetry.observeBuilder,
  })
  const trickle = startTrickle({ database, chain: node.chain, builder, venue, clock, timers: systemTimers })
  stops.add('demo', () => trickle.stop())
}

/** Whoever is let in finds the markets there, and an embedded database that has time for others again. */
async function untilIndexed(ground: Ground): Promise<void> {
  const { unreadyReasons } = openOperator(ground)
  const isIndexed = () =>
    unreadyReasons().then(
      (reasons) => reasons.length === 0,
      () => false,
    )
  for (let looks = 0; looks < indexLooksMax && !(await isIndexed()); looks++) await sleep(indexLookEveryMs)
}
