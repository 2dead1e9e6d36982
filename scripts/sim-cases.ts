import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { playCases } from '../test/simulation/case-sequence.ts'
import { createVmHost } from '../test/support/stage/vm-host.ts'

/**
 * `npm run sim -- cases [--seed TEXT] [--lives N] [--only K]`: random lives of vault and oracle, played by the contracts
 * and by the reference model at once. A failure prints the line that replays it.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'sim' },
    lives: { type: 'string', default: '10000' },
    only: { type: 'string' },
  },
})
const [from, to] =
  values.only === undefined ? [0, Number(values.lives)] : [Number(values.only), Number(values.only) + 1]
let playing = from
const started = performance.now()
try {
  const report = await playCases((seed) => createVmHost({ seed, startMs: 1_800_000_000_000 }), {
    seed: values.seed,
    from,
    to,
    onPlayed: (number) => {
      playing = number + 1
      if (playing % 250 === 0) console.log(`${playing - from} of ${to - from} lives`)
    },
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    `${report.lives} lives, ${report.steps} steps, ${report.refusals} refusals, ${report.appeals} appeals, ` +
      `verdicts ${JSON.stringify(report.verdicts)}: no difference; ${seconds} s on one of ${availableParallelism()} cores`,
  )
} catch (error) {
  console.error(error)
  console.error(`replay: npm run sim -- cases --seed ${values.seed} --only ${playing}`)
  process.exit(1)
}
