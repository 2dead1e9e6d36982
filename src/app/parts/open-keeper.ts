import { ConfigError } from '../../config/index.ts'
import { createKeeper, createSaltBox, type Keeper } from '../../keeper/index.ts'
import { systemRandom } from '../../kit/index.ts'
import { openKeeperKey } from '../venue/open-keeper-key.ts'
import type { Ground } from './ground.ts'

/** Does the chores, when there is a key to pay for them with. */
export async function openKeeper({
  config,
  telemetry,
  stops,
  troubles,
  name,
  database,
  secretKeys,
  node,
  venue,
  clock,
}: Ground): Promise<void> {
  const { chain, devnet } = node
  const privateKey = await openKeeperKey(config, devnet, venue.group)
  if (privateKey === null) return
  const keeper = createKeeper({
    database,
    chain,
    clock,
    venue,
    privateKey,
    saltBox: createSaltBox(secretKeys, systemRandom),
    revealAttempts: config.revealAttempts,
    revealGasPriceMax: BigInt(config.revealGasPriceMax) * 10n ** 9n,
    name,
    observe: telemetry.observeKeeper,
  })
  await assertFunded(keeper, devnet !== null)
  telemetry.metrics.followLeader('keeper', () => keeper.status().isLeading)
  troubles.push(() => keeper.status().troubleReason)
  keeper.start()
  stops.add('keeper', () => keeper.stop())
}

/** A keeper that cannot pay does nothing and looks alive; outside the devnet it must not start so. */
async function assertFunded(keeper: Keeper, onDevnet: boolean): Promise<void> {
  if (onDevnet || (await keeper.getBalance()) > 0n) return
  throw new ConfigError([
    `KEEPER_KEY: its wallet ${keeper.address} has no coins; send it some ALPH to pay gas with`,
  ])
}
