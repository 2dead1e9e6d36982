import { type Auth, createAuth } from '../../auth/index.ts'
import type { Config } from '../../config/index.ts'
import { publicUrlOf } from '../../config/index.ts'
import { type Clock, systemClock, systemRandom } from '../../kit/index.ts'
import type { Database } from '../../store/index.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { openStore } from './open-store.ts'

interface AuthGround {
  readonly config: Config
  readonly telemetry: Telemetry
  readonly database: Database
  readonly clock: Clock
  readonly venue: { readonly networkId: number; readonly group: number }
}

export function openAuth(
  { config, telemetry, database, clock, venue }: AuthGround,
  publicUrl: () => string = () => publicUrlOf(config),
): Auth {
  return createAuth({
    database,
    clock,
    random: systemRandom,
    publicUrl,
    networkId: venue.networkId,
    group: venue.group,
    forceMaintenance: config.maintenance,
    observe: telemetry.observeAuth,
  })
}

/** For an operator's command: the database and auth, for as long as the work takes. */
export async function withAuth<T>(
  config: Config,
  telemetry: Telemetry,
  work: (auth: Auth) => Promise<T>,
): Promise<T> {
  const database = await openStore(config, telemetry, { mayVisit: true })
  // No challenge is issued or checked by an operator's command, so network and group do not matter.
  const venue = { networkId: 0, group: 0 }
  const auth = openAuth({ config, telemetry, database, clock: systemClock, venue })
  try {
    return await work(auth)
  } finally {
    await auth.close()
    await database.close()
  }
}
