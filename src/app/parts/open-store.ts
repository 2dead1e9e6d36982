import { join, resolve } from 'node:path'
import type { Config } from '../../config/index.ts'
import { makeFolder } from '../../config/index.ts'
import { openDatabase, type StoreDatabase } from '../../store/index.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** The database alone. A visitor speaks to a venue that is running on it. */
export async function openStore(
  config: Config,
  telemetry: Telemetry,
  { mayVisit = false }: { readonly mayVisit?: boolean } = {},
): Promise<StoreDatabase> {
  const { databaseUrl: url, listSessions } = config
  if (url !== null) return openDatabase({ kind: 'server', url, listSessions }, telemetry.observeStore)
  const folder = join(resolve(config.dataDir), 'database')
  makeFolder(folder, 'DATA_DIR')
  return openDatabase({ kind: 'embedded', folder, mayVisit }, telemetry.observeStore)
}
