/**
 * Compiles programs made by chance with our compiler and with the real one, and prints where the answers differ.
 *
 *   ALEPHIUM_COMPILER_URL=http://127.0.0.1:22973 npm run ralph:fuzz -- [--count N] [--seed TEXT] [--show N] [--save FILE]
 */
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createSeededRandom, randomBelow } from '../src/kit/index.ts'
import { compareCase, firstDifference, type RalphCase } from '../test/support/ralph-case.ts'
import { damaged, RalphProgram } from '../test/support/ralph-program.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '5000' },
    seed: { type: 'string', default: 'ralph' },
    show: { type: 'string', default: '5' },
    save: { type: 'string' },
  },
})
const url = process.env.ALEPHIUM_COMPILER_URL
if (url === undefined) {
  console.log('skipped: ralph:fuzz compares with the real compiler, and ALEPHIUM_COMPILER_URL names none')
  process.exit(0)
}

const route = '/contracts/compile-project'
const limitMs = 20_000
const counts = { equal: 0, accepted: 0, refused: 0, different: 0, unanswered: 0 }
for (let i = 0; i < Number(values.count); i++) {
  const random = createSeededRandom(`${values.seed} ${i}`)
  const mistakes = [0, 0, 200, 40][randomBelow(random, 4)]!
  const source = new RalphProgram(random, mistakes).source()
  const code = randomBelow(random, 4) === 0 ? damaged(source, random) : source
  const recorded = await ask(`fuzz/${values.seed}/${i}`, code)
  if (recorded === undefined) {
    counts.unanswered += 1
    continue
  }
  if (values.save !== undefined) appendFileSync(values.save, `${JSON.stringify(recorded)}\n`)
  const result = compareCase(recorded)
  counts[recorded.status === 200 ? 'accepted' : 'refused'] += 1
  if (result.isEqual || (result.isSyntax && result.isRefused && result.isSamePlace)) {
    counts.equal += 1
    continue
  }
  if (counts.different++ < Number(values.show)) {
    console.log(`-- ${recorded.id}: status ${recorded.status} / ${result.got.status}\n${code}`)
    console.log(firstDifference(recorded.response, result.got.response))
  }
}
console.log(counts)
process.exit(counts.different === 0 ? 0 : 1)

async function ask(id: string, code: string): Promise<RalphCase | undefined> {
  const request = { code, compilerOptions: { skipTests: true } }
  try {
    const response = await fetch(new URL(route, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(limitMs),
    })
    const text = await response.text()
    const body = text.startsWith('{') ? JSON.parse(text) : { $text: text }
    return { id, kind: 'fuzz', area: 'program', route, request, status: response.status, response: body }
  } catch {
    return undefined // the real parser takes exponential time for some
  }
}
