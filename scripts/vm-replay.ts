/**
 * Replays recorded executions against our VM and prints how the answers differ, by class.
 *
 *   npm run vm:replay -- FILE.jsonl[.gz|.br] [--show N]
 */
import { playVmCase, readVmCases, type VmCase } from '../test/support/vm-case.ts'

const [file, ...options] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: npm run vm:replay -- FILE.jsonl[.gz|.br] [--show N]')
  process.exit(2)
}
const shownMax = options[0] === '--show' ? Number(options[1]) : 3

const cases = readVmCases(file)
const classes = new Map<string, string[]>()
let different = 0
const started = performance.now()
for (const vmCase of cases) {
  const found = play(vmCase)
  if (found.length === 0) continue
  different += 1
  const kind = classOf(vmCase, found[0]!)
  classes.set(kind, [...(classes.get(kind) ?? []), `${vmCase.name}: ${found.join(' ; ')}`])
}
const seconds = (performance.now() - started) / 1000

for (const [kind, examples] of [...classes].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`\n${examples.length} × ${kind}`)
  for (const example of examples.slice(0, shownMax)) console.log(`    ${example.slice(0, 700)}`)
}
console.log(
  `\n${cases.length - different} of ${cases.length} equal, ${different} different, ${Math.round(cases.length / seconds)} per second`,
)
process.exit(different === 0 ? 0 : 1)

function play(vmCase: VmCase): string[] {
  try {
    return playVmCase(vmCase)
  } catch (error) {
    return [`thrown: ${error instanceof Error ? error.stack : String(error)}`]
  }
}

/** Where it differs, without the particulars. */
function classOf(vmCase: VmCase, difference: string): string {
  return `${vmCase.kind} ${difference
    .replace(/[0-9a-f]{16,}/g, '#')
    .replace(/\d+/g, 'N')
    .slice(0, 120)}`
}
