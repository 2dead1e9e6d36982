import { systemTimers } from '../../kit/index.ts'
import { compose } from '../compose.ts'
import type { Config } from '../config.ts'
import { signalled } from '../signal.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** The signal has this long to be obeyed, then the process ends anyway. */
const patienceMs = 2_000

/** Runs the service until a signal asks it to stop. A second signal ends it at once. */
export async function start(
  config: Config,
  telemetry: Telemetry,
  say: (text: string) => void,
): Promise<void> {
  const asked = signalled()
  const house = await compose(config, telemetry)
  say(`Sibyl listens on ${house.url}`)
  say(`  reference  ${house.url}/docs`)
  say(`  node       ${house.nodeUrl}`)
  const signal = await asked
  telemetry.observeApp({ kind: 'stopping', signal })
  systemTimers.after(config.stopMs + patienceMs, () => process.exit(1))
  await house.stop()
  telemetry.observeApp({ kind: 'stopped' })
  telemetry.flush()
}
