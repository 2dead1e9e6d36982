import type { Telemetry } from '../../app/index.ts'
import { openStore } from '../../app/index.ts'
import type { Config } from '../../config/index.ts'
import { resetChain } from '../../store/index.ts'

/** Drops the chain schema and makes it anew, empty. Keys, builds and reveals stay: they are nowhere but here. */
export async function reindex(
  config: Config,
  telemetry: Telemetry,
  say: (text: string) => void,
): Promise<void> {
  const database = await openStore(config, telemetry)
  try {
    await resetChain(database, { observe: telemetry.observeStore })
  } finally {
    await database.close()
  }
  say('The index is empty; the next start reads the chain again from the beginning.')
}
