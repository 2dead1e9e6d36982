import type { Telemetry } from '../../app/index.ts'
import { openStore } from '../../app/index.ts'
import type { Config } from '../../config/index.ts'

/** Opening a database brings its schema up to date; this does only that. */
export async function migrate(
  config: Config,
  telemetry: Telemetry,
  say: (text: string) => void,
): Promise<void> {
  const database = await openStore(config, telemetry)
  await database.close()
  say('The database is up to date.')
}
