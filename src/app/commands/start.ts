import type { Config } from '../config.ts'
import { runHouse } from '../run-house.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** The whole venue in one process. */
export async function start(
  config: Config,
  telemetry: Telemetry,
  say: (text: string) => void,
): Promise<void> {
  await runHouse(config, telemetry, {
    role: 'start',
    greet({ url, nodeUrl }) {
      say(`Sibyl listens on ${url}`)
      say(`  reference  ${url}/docs`)
      say(`  node       ${nodeUrl}`)
    },
  })
}
