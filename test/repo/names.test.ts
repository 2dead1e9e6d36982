import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listCloneFiles } from '../support/clone-files.ts'

const root = join(import.meta.dirname, '..', '..')

/** Names of our own for mechanisms that have one: a reader must be able to search for them. */
const bannedNames: Readonly<Record<string, string>> = {
  turnstile: 'semaphore or queue',
  roster: 'cache or queue',
  care: 'backoff',
  wave: 'batch',
  lull: 'backoff',
  vouched: 'authenticated',
  purse: 'wallet',
  court: 'context',
  dieonsurprises: 'exit on crash',
  lookout: 'lease',
  throne: 'leader lease',
  memo: 'cache',
  memoize: 'cache',
  memoized: 'cache',
  shed: 'load shedding',
}

const folders = ['src', 'console', 'scripts', 'bench', 'examples', 'bin', 'migrations', 'contracts', 'deploy']

describe('names', () => {
  test('behavior: a known mechanism has the trade’s name', () => {
    const sources = listCloneFiles(root, ...folders).filter(
      (path) => /\.(ts|tsx|mjs|cjs|sql|ral|css|sh)$/.test(path) && !path.endsWith('.test.ts'),
    )
    const found = sources.flatMap((path) =>
      bannedIn(`${path} ${readFileSync(join(root, path), 'utf8')}`).map(
        (name) => `${path}: ${name}; the trade says ${bannedNames[name]}`,
      ),
    )
    expect(found).toEqual([])
  })
  test.each([
    ['const purse = 1', ['purse']],
    ['const jobRosters = []', ['roster']],
    ['class Turnstile {}', ['turnstile']],
    ['function inWaves() {}', ['wave']],
    ['memo.ts', ['memo']],
    ['src/keeper/purse/fees.ts', ['purse']],
    ['const purse2 = 1', ['purse']],
    [`const text = \`a $\{purse.key} b\``, ['purse']],
    ['const known = memoizeFees', ['memoize']],
    ['const fees = memoizedFees', ['memoized']],
    ['const memory = waveform + careful // a memo', []],
    ["throw new Error('no court')", []],
  ])('default: %s', (code, names) => {
    expect(bannedIn(code)).toEqual(names)
  })
})

function bannedIn(source: string): string[] {
  // Preact's own name.
  const words = wordsOf(codeOf(source).replaceAll('useMemo', ''))
  return Object.keys(bannedNames).filter((name) => words.has(name) || words.has(`${name}s`))
}

/** The words of identifiers: `createListGate` → create, list, gate, and the whole. */
function wordsOf(code: string): Set<string> {
  const names = code.match(/[A-Za-z]+/g) ?? []
  return new Set(
    names.flatMap((name) => [name, ...name.split(/(?=[A-Z])/)]).map((word) => word.toLowerCase()),
  )
}

/** Without comments and texts. */
const codeOf = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$|'[^'\n]*'|`[^`]*`/gm, (text) =>
    // Names stand in a template, too.
    text.startsWith('`') ? (text.match(/\$\{[^}]*\}/g) ?? []).join(' ') : '',
  )
