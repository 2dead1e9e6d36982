/**
 * Replays recorded answers of the real compiler in process and prints figures by kind and area.
 *
 *   npm run ralph:replay -- FILE.jsonl[.gz|.br] [--only kind[/area]|id] [--show N] [--errors]
 *
 * `--errors` counts refused programs: refused at all, at the same line and column, with the same text.
 */
import { parseArgs } from 'node:util'
import {
  type Comparison,
  compareCase,
  firstDifference,
  type RalphCase,
  readRalphCases,
} from '../test/support/ralph-case.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    show: { type: 'string', default: '3' },
    errors: { type: 'boolean', default: false },
  },
})
const [file] = positionals
if (file === undefined) {
  console.error(
    'usage: npm run ralph:replay -- FILE.jsonl[.gz|.br] [--only kind[/area]|id] [--show N] [--errors]',
  )
  process.exit(2)
}

const isWanted = ({ id, kind, area }: RalphCase): boolean =>
  values.only === undefined || [id, kind, `${kind}/${area}`].includes(values.only)
const cases = readRalphCases(file).filter(isWanted)
const started = performance.now()
const played = cases.map((each) => ({ each, result: play(each) }))
const seconds = (performance.now() - started) / 1000

const areas = new Map<string, { equal: number; different: number }>()
let shown = 0
for (const { each, result } of played) {
  const name = `${each.kind}/${each.area}`
  const counts = areas.get(name) ?? { equal: 0, different: 0 }
  areas.set(name, counts)
  const isFine = typeof result !== 'string' && isAsWanted(result)
  if (isFine) counts.equal += 1
  else {
    counts.different += 1
    if (shown++ < Number(values.show)) console.log(`-- ${each.id}\n   ${describe(each, result)}`)
  }
}
for (const [name, { equal, different }] of [...areas].sort(([a], [b]) => (a < b ? -1 : 1))) {
  console.log(
    `${name.padEnd(34)}${String(equal).padStart(6)} equal${String(different).padStart(6)} different`,
  )
}
if (values.errors) printErrors()
const different = [...areas.values()].reduce((sum, counts) => sum + counts.different, 0)
console.log(
  `${cases.length - different} equal, ${different} different, ${Math.round(cases.length / seconds)} programs per second`,
)
process.exit(different === 0 ? 0 : 1)

function play(each: RalphCase): Comparison | string {
  try {
    return compareCase(each)
  } catch (error) {
    return `thrown: ${error instanceof Error ? error.stack : String(error)}`
  }
}

/** A syntax error has to be at the same place; what it says is ours to say. */
function isAsWanted({ isEqual, isSyntax, isRefused, isSamePlace }: Comparison): boolean {
  return isEqual || (isSyntax && isRefused && isSamePlace)
}

function describe(each: RalphCase, result: Comparison | string): string {
  if (typeof result === 'string') return result
  if (result.got.status !== each.status) {
    return `status ${each.status}, got ${result.got.status}: ${JSON.stringify(result.got.response).slice(0, 600)}\n${each.request.code}`
  }
  return firstDifference(each.response, result.got.response) ?? 'nothing'
}

function printErrors(): void {
  const refused = played.filter(({ each }) => each.status !== 200)
  for (const [label, isOfClass] of [
    ['syntax', true],
    ['names, types and rules', false],
  ] as const) {
    const members = refused.filter(
      ({ result }) => typeof result !== 'string' && result.isSyntax === isOfClass,
    )
    const count = (holds: (result: Comparison) => boolean): string => {
      const found = members.filter(({ result }) => typeof result !== 'string' && holds(result)).length
      return `${found} (${((found * 100) / members.length).toFixed(1)} %)`
    }
    console.log(
      `${label}: ${members.length} refused by the node; refused here ${count((result) => result.isRefused)}, ` +
        `same line and column ${count((result) => result.isRefused && result.isSamePlace)}, same text ${count((result) => result.isEqual)}`,
    )
  }
}
