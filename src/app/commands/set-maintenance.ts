import type { Config } from '../config.ts'
import { withAuth } from '../parts/open-auth.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

export async function setMaintenance(
  config: Config,
  telemetry: Telemetry,
  { on, say }: { readonly on: boolean; say(text: string): void },
): Promise<void> {
  await withAuth(config, telemetry, (auth) => auth.setMaintenance(on))
  say(on ? 'Maintenance is on: writes are answered with 503.' : 'Maintenance is off.')
}
