import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
const self = 'test/repo/documents.test.ts'
/** Documents themselves have links, which `links.test.ts` follows. */
const sources = files.filter(
  (path) =>
    (/\.(ts|tsx|mjs|cjs|sql|ral|ya?ml|toml|sh|css|html|service|conf)$|^\.ci\/|(^|\/)[A-Z]\w+file$/.test(
      path,
    ) ||
      path.startsWith('deploy/')) &&
    !path.endsWith('.md') &&
    path !== self,
)
const inClone = new Set(files)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const namedIn = (text: string): string[] =>
  text.match(/(?<![\w./:-])(?:\/|(?:\.{1,2}\/)+)?[\w-][\w./-]*\.md\b/g) ?? []

/** A name that begins with a dot is meant from where it is said, another from the top or from docs. */
const placesOf = (path: string, name: string): string[] =>
  name.startsWith('.')
    ? [join(dirname(path), name)]
    : [name, join('docs', name)].map((at) => at.replace(/^\//, ''))

describe('documents', () => {
  test('behavior: every document that a source names is in the clone', () => {
    const lost = sources.flatMap((path) =>
      [...new Set(namedIn(read(path)))]
        .filter((name) => !placesOf(path, name).some((place) => inClone.has(place)))
        .map((name) => `${path} names ${name}`),
    )
    expect(lost).toEqual([])
  })
  test.each([
    ['see docs/protocol.md', ['docs/protocol.md']],
    ['(../spec/other.md), ./here.md and NOTES.md.', ['../spec/other.md', './here.md', 'NOTES.md']],
    ['[it](/docs/one.md)', ['/docs/one.md']],
    ['https://example.org/page.md, a.mdx and b.md5', []],
  ])('default: documents named in "%s"', (text, names) => {
    expect(namedIn(text)).toEqual(names)
  })
  test('behavior: the newest release in the changelog is the package’s version', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(/^## (\d+\.\d+\.\d+)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  })
  test('behavior: every fault that a test names is in docs/faults.md, and every row there names its tests', () => {
    const rows = new Map(
      [...read('docs/faults.md').matchAll(/^\| (F\d+) \|.*\| ([^|]+) \|$/gm)].map(([, code, tests]) => [
        code,
        [...(tests ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ''),
      ]),
    )
    const named = new Set(sources.flatMap((path) => read(path).match(/\bF(?:[1-9]|[1-3]\d|4[0-3])\b/g) ?? []))
    expect([...named].filter((code) => !rows.has(code))).toEqual([])
    const without = [...rows].filter(
      ([, paths]) => paths.length === 0 || !paths.every((path) => files.includes(path)),
    )
    expect(without).toEqual([])
  })
})
