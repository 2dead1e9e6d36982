import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { playSequences } from '../test/simulation/market-sequence.ts'
import { createVmHost } from '../test/support/stage/vm-host.ts'

/**
 * `npm run sim -- markets [--seed TEXT] [--from K] [--sequences N] [--only K]`: random lives of
 * markets, played by the contracts and by the reference models at once. A failure prints the line that replays it.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'sim' },
    from: { type: 'string', default: '0' },
    sequences: { type: 'string', default: '10000' },
    only: { type: 'string' },
    steps: { type: 'string', default: '32' },
  },
})
const first = Number(values.only ?? values.from)
const count = values.only === undefined ? Number(values.sequences) : 1
const steps = Number(values.steps)
const [from, to] = [first, first + count]
/** A world of its own for so many, so that memory stays flat. */
const BATCH = 250

const started = performance.now()
const total = { sequences: 0, steps: 0, fills: 0, refusals: 0 }
const said: Record<string, number> = {}
for (let i = from; i < to; i += BATCH) {
  let playing = i
  try {
    const report = await playSequences(
      createVmHost({ seed: `${values.seed}:${i}`, startMs: 1_800_000_000_000 }),
      {
        seed: values.seed,
        from: i,
        to: Math.min(i + BATCH, to),
        steps,
        onPlayed: (number) => {
          playing = number + 1
        },
      },
    )
    for (const key of ['sequences', 'steps', 'fills', 'refusals'] as const) total[key] += report[key]
    for (const [what, count] of Object.entries(report.said)) said[what] = (said[what] ?? 0) + count
  } catch (error) {
    console.error(error)
    console.error(`replay: npm run sim -- markets --seed ${values.seed} --steps ${steps} --only ${playing}`)
    process.exit(1)
  }
  console.log(`${total.sequences} of ${to - from} sequences, ${total.fills} fills`)
}
const seconds = Math.round((performance.now() - started) / 1000)
for (const what of Object.keys(said).sort()) console.log(`${String(said[what]).padStart(8)} ${what}`)
console.log(
  `${total.sequences} sequences, ${total.steps} steps, ${total.fills} fills, ${total.refusals} refusals: no difference, ` +
    `surplus 0; ${seconds} s on one of ${availableParallelism()} cores`,
)
