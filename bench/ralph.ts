import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compilerOptions } from '../scripts/contracts/compile.ts'
import { listSources, root } from '../scripts/contracts/manifest.ts'
import { monotonicMs } from '../src/kit/index.ts'
import { compileProjectSource } from '../src/ralph/index.ts'

/**
 * How long our `contracts/` take to compile: once in a process of its own, and again and again in this one. With
 * ALEPHIUM_CLASSPATH the official compiler is started for comparison, with ALEPHIUM_COMPILER_URL a running node is asked.
 */
const rounds = 30
const source = listSources()
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')

async function medianMs(count: number, work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const started = monotonicMs()
    await work()
    times.push(monotonicMs() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(count / 2)]!
}

function inOwnProcess(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, {
    input: source,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(stderr)
}

const say = (what: string, ms: number): void =>
  console.log(`${what.padEnd(44)} ${ms.toFixed(0).padStart(7)} ms`)
const compile = (): unknown => compileProjectSource(source, compilerOptions)

console.log(`${source.length} letters of Ralph`)
const built = `import('${join(root, 'dist', 'ralph', 'index.js')}').then(({ compileProjectSource }) => {
  compileProjectSource(require('node:fs').readFileSync(0, 'utf8'), { skipTests: true }) })`
say('ours, with the start of Node', await medianMs(5, () => inOwnProcess(process.execPath, ['-e', built])))
for (let i = 0; i < rounds; i++) compile()
say('ours, warm', await medianMs(rounds, compile))

const { ALEPHIUM_CLASSPATH: classpath, ALEPHIUM_COMPILER_URL: url } = process.env
if (classpath === undefined) console.log('skipped: the official compiler with its start (ALEPHIUM_CLASSPATH)')
else {
  const driver = join(root, 'scripts', 'ralph-compiler', 'CompileProject.java')
  say('the JVM, with its start', await medianMs(3, () => inOwnProcess('java', ['-cp', classpath, driver])))
}
if (url === undefined) console.log('skipped: a warm node (ALEPHIUM_COMPILER_URL)')
else {
  const body = JSON.stringify({ code: source, compilerOptions })
  const headers = { 'content-type': 'application/json' }
  const ask = () =>
    fetch(new URL('/contracts/compile-project', url), { method: 'POST', headers, body }).then((answer) =>
      answer.text(),
    )
  for (let i = 0; i < rounds; i++) await ask()
  say('a node, warm', await medianMs(rounds, ask))
}
