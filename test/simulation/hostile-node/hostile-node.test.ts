import { afterAll, expect, test } from 'vitest'
import { monotonicMs } from '../../../src/kit/index.ts'
import { describeOnBothDatabases } from '../../support/database.ts'
import { runHostileSeed } from './hostile-seed.ts'

/** `npm run sim -- hostile-node` asks for 200 seeds of ten seconds, `npm run sim -- hostile-node --seed 17` for one. */
const count = Number(process.env.SIBYL_SIM_HOSTILE_SEEDS ?? 5)
const hostileMs = Number(process.env.SIBYL_SIM_HOSTILE_MS ?? 1_500)
const only = process.env.SIBYL_SIM_SEED
const seeds = only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)]

const startedMs = monotonicMs()
const megabytes = (): number => Math.round(process.memoryUsage.rss() / 2 ** 20)
const memory = { peak: 0, atMinuteFive: null as number | null, wrongAnswers: 0, seeds: 0, slowestHealMs: 0 }

function noteMemory(): void {
  const now = megabytes()
  memory.peak = Math.max(memory.peak, now)
  if (memory.atMinuteFive === null && monotonicMs() - startedMs >= 300_000) memory.atMinuteFive = now
}
const watching = setInterval(noteMemory, 250)

/** For long runs: a line now and then, and one at the end. */
function tell(): void {
  if (seeds.length <= 5) return
  process.stdout.write(
    `${memory.seeds} seeds, ${memory.wrongAnswers} wrong answers, healed within ${memory.slowestHealMs} ms; ` +
      `resident ${memory.atMinuteFive ?? '?'} MB at minute five, ${megabytes()} MB now, ${memory.peak} MB at most\n`,
  )
}

afterAll(() => {
  clearInterval(watching)
  tell()
})

describeOnBothDatabases('a hostile node', (context) => {
  // Odd seeds on one database, even ones on the other; one alone on both.
  const own = seeds.filter(
    (seed) => only !== undefined || (seed % 2 === 1) === (context.engine === 'embedded'),
  )
  test.each(own)(
    'behavior: heals without hands and loses nothing, seed %d',
    { timeout: 300_000 },
    async (seed) => {
      const { findings, wrongAnswers, healedMs } = await runHostileSeed(
        context.database,
        String(seed),
        hostileMs,
      )
      memory.seeds += 1
      memory.wrongAnswers += wrongAnswers
      memory.slowestHealMs = Math.max(memory.slowestHealMs, healedMs)
      if (memory.seeds % 10 === 0) tell()
      expect(findings).toEqual([])
      expect(wrongAnswers).toBeGreaterThan(0)
    },
  )
})
