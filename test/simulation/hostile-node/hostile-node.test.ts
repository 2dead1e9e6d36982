import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { monotonicMs } from '../../../src/kit/index.ts'
import { casesOf, openLanes } from '../lanes.ts'
import { runHostileSeed } from './hostile-seed.ts'

/** `npm run sim -- hostile-node` asks for 200 seeds of ten seconds, `npm run sim -- hostile-node --seed 17` for one. */
const count = Number(process.env.SIBYL_SIM_HOSTILE_SEEDS ?? 5)
const hostileMs = Number(process.env.SIBYL_SIM_HOSTILE_MS ?? 1_500)
const only = process.env.SIBYL_SIM_SEED
const seeds = only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)]
/** Which of several processes this is: 0/4 to 3/4. */
const [shard = 0, shards = 1] = (process.env.SIBYL_SIM_SHARD ?? '0/1').split('/').map(Number)

const lanes = openLanes()

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const megabytes = (): number => Math.round(process.memoryUsage.rss() / 2 ** 20)

const MINUTE_FIVE_MS = 300_000
/** Resident size afterwards, of that at minute five. */
const GROWTH_MAX = 1.25
const startedMs = monotonicMs()
const told = { peak: 0, atMinuteFive: null as number | null, wrongAnswers: 0, seeds: 0, slowestHealMs: 0 }

function noteMemory(): void {
  const now = megabytes()
  told.peak = Math.max(told.peak, now)
  if (told.atMinuteFive !== null || monotonicMs() - startedMs < MINUTE_FIVE_MS) return
  collect()
  told.atMinuteFive = megabytes()
}
const watching = setInterval(noteMemory, 250)

/** For long runs: a line now and then, and one at the end. */
function tell(): void {
  if (seeds.length <= 5) return
  process.stdout.write(
    `process ${shard + 1} of ${shards}: ${told.seeds} seeds, ${told.wrongAnswers} wrong answers, healed within ${told.slowestHealMs} ms; ` +
      `resident ${told.atMinuteFive ?? '?'} MB at minute five, ${megabytes()} MB now, ${told.peak} MB at most\n`,
  )
}

afterAll(() => {
  clearInterval(watching)
  collect()
  tell()
  if (told.atMinuteFive !== null) expect(megabytes()).toBeLessThanOrEqual(GROWTH_MAX * told.atMinuteFive)
})

const cases = casesOf(seeds).filter((_, index) => Math.floor(index / 2) % shards === shard)

test.each(cases)(
  'behavior: heals without hands and loses nothing, seed $seed ($engine)',
  { timeout: 600_000 },
  async ({ seed, engine }) => {
    const { findings, wrongAnswers, healedMs } = await lanes.on(engine, (database) =>
      runHostileSeed(database, String(seed), hostileMs),
    )
    told.seeds += 1
    told.wrongAnswers += wrongAnswers
    told.slowestHealMs = Math.max(told.slowestHealMs, healedMs)
    if (told.seeds % 10 === 0) tell()
    expect(findings).toEqual([])
    expect(wrongAnswers).toBeGreaterThan(0)
  },
)
