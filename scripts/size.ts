import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run size [commit]`: lines by room; tests and generated files stand apart. */
const root = join(import.meta.dirname, '..')
const commit = process.argv[2]
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })

const paths = (commit ? git('ls-tree', '-r', '--name-only', commit) : git('ls-files'))
  .split('\n')
  .filter((path) => /^(src|console)\/.*\.(ts|tsx)$/.test(path))

type Kind = 'code' | 'tests' | 'generated'
const sizes = new Map<string, Record<Kind, number>>()
for (const path of paths) {
  const text = commit ? git('show', `${commit}:${path}`) : readFileSync(join(root, path), 'utf8')
  const room = path.startsWith('console/') ? 'console' : path.split('/')[1]!
  const isGenerated = /\b(generated|written) by\b.*\bnpm run\b/i.test(text.slice(0, 400))
  const kind: Kind = path.endsWith('.test.ts') ? 'tests' : isGenerated ? 'generated' : 'code'
  const size = sizes.get(room) ?? { code: 0, tests: 0, generated: 0 }
  size[kind] += text.split('\n').length - 1
  sizes.set(room, size)
}

const row = (name: string, { code, tests, generated }: Record<Kind, number>): string =>
  [name.padEnd(14), ...[code, tests, generated].map((n) => String(n).padStart(10))].join('')
const lines = [...sizes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([room, size]) => row(room, size))
const sum = (kind: Kind): number => [...sizes.values()].reduce((all, size) => all + size[kind], 0)
process.stdout.write(
  `${[`${'room'.padEnd(14)}      code     tests generated`, ...lines, row('all', { code: sum('code'), tests: sum('tests'), generated: sum('generated') })].join('\n')}\n`,
)
