import type { Telemetry } from '../../app/index.ts'
import { withAuth } from '../../app/index.ts'
import type { Config } from '../../config/index.ts'

export async function setMaintenance(
  config: Config,
  telemetry: Telemetry,
  { on, say }: { readonly on: boolean; say(text: string): void },
): Promise<void> {
  await withAuth(config, telemetry, (auth) => auth.setMaintenance(on))
  say(on ? 'Maintenance is on: writes are answered with 503.' : 'Maintenance is off.')
}
