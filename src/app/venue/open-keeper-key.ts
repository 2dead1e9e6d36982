import { resolve } from 'node:path'
import type { Config } from '../../config/index.ts'
import type { Devnet } from '../../devnet/index.ts'
import { ONE } from '../../domain/index.ts'
import { keeperAccount } from '../../keeper/index.ts'
import { systemRandom } from '../../kit/index.ts'
import { ensureKeeperKey } from '../secrets.ts'

/** On the devnet the keeper is given this much at every start: enough for some hundred thousand chores. */
const devnetAlph = 1_000n * ONE
const devnetCoins = 5

/** The keeper's key: the configured one, on the embedded devnet one of its own with coins; null: no keeper here. */
export async function openKeeperKey(
  config: Config,
  devnet: Devnet | null,
  group: number,
): Promise<string | null> {
  if (devnet === null) return config.keeperKey
  const key = config.keeperKey ?? (await ensureKeeperKey(resolve(config.dataDir), systemRandom))
  devnet.controls.fund({
    lock: keeperAccount(key, group).wallet.lock,
    attoAlph: devnetAlph,
    coins: devnetCoins,
  })
  return key
}
