import type { OpeningPage } from '../../bin/opening-page.mjs'
import type { Telemetry } from '../app/index.ts'
import { compose, type House, type Role } from '../app/index.ts'
import type { Config } from '../config/index.ts'
import { systemTimers } from '../kit/index.ts'
import { signalled } from './signal.ts'

/** The signal has this long to be obeyed, then the process ends anyway. */
const patienceMs = 2_000

/** Runs a role until a signal asks it to stop, or a part of it must not go on. A second signal ends it at once. */
export async function runHouse(
  config: Config,
  telemetry: Telemetry,
  {
    role,
    page = null,
    greet,
    onOpening,
  }: {
    readonly role: Role
    /** Holds the port already. */
    readonly page?: OpeningPage | null
    greet(house: House): Promise<void> | void
    /** Told where people can look while it opens. */
    onOpening?: (url: string) => void
  },
): Promise<void> {
  const asked = signalled()
  const opening = compose(config, telemetry, { role, page, onOpening })
  const first = await Promise.race([opening, asked])
  if (typeof first === 'string') return leaveUnopened(telemetry, first)
  const house = await opening
  await greet(house)
  const reason = await Promise.race([asked, house.halted.then((halted) => ({ halted }))])
  if (typeof reason === 'string') telemetry.observeApp({ kind: 'stopping', signal: reason })
  else {
    telemetry.observeApp({ kind: 'halted', reason: reason.halted })
    process.exitCode = 1
  }
  systemTimers.after(config.stopMs + patienceMs, () => process.exit(1))
  await house.stop()
  telemetry.observeApp({ kind: 'stopped' })
  telemetry.flush()
}

/** Half a house is not taken down room by room: whatever is killed while it is made is made again at the next start. */
function leaveUnopened(telemetry: Telemetry, signal: string): never {
  telemetry.observeApp({ kind: 'stopping', signal })
  telemetry.flush()
  process.exit(0)
}
