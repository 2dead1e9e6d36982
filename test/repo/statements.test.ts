import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const store = join(root, 'src', 'store')
const read = (path: string): string => readFileSync(join(store, path), 'utf8')

const sources = readdirSync(store, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))

/** Files a door lets out, as paths from the store's folder. */
const shownBy = (door: string): string[] =>
  [...read(door).matchAll(/from '(?:\.\.?\/)+([^']+)'/g)].map(([, path]) => path!)

describe('one writer per table', () => {
  const folders = /^(statements|duties|chain|reads)\//
  const writing = sources.filter(
    (path) => folders.test(path) && /\b(insert into|update|delete from) [a-z$]/.test(read(path)),
  )
  const doors = readdirSync(join(store, 'writes')).map((name) => `writes/${name}`)

  test('behavior: each writing statement leaves the store by exactly one writer’s door', () => {
    const shown = Object.fromEntries(
      writing.map((path) => [path, doors.filter((door) => shownBy(door).includes(path)).length]),
    )
    expect(shown).toEqual(Object.fromEntries(writing.map((path) => [path, 1])))
    expect(writing.length).toBeGreaterThan(20)
  })
  test('behavior: none of them leaves by the door that everybody uses', () => {
    // Its reading half; the writing half is the indexer's.
    const both = ['chain/checkpoint.ts']
    expect(writing.filter((path) => shownBy('index.ts').includes(path) && !both.includes(path))).toEqual([])
  })
})

describe('named by a test', () => {
  const tests = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  )
  const words = new Set(tests.flatMap((text) => text.match(/\b[A-Za-z]\w+\b/g) ?? []))

  test('behavior: every statement', () => {
    const statements = sources.filter(
      (path) => /^(statements|duties|chain)\//.test(path) && /\blabel: /.test(read(path)),
    )
    const unnamed = statements.filter((path) => {
      const asking = /^export (?:async function\*?|function(?= \w+\([^)]*\): Promise)) (\w+)/gm
      const exported = [...read(path).matchAll(asking)].map(([, name]) => name!)
      return exported.length === 0 || !exported.every((name) => words.has(name))
    })
    expect(unnamed).toEqual([])
    expect(statements.length).toBeGreaterThan(50)
  })
  test('behavior: every fold, by its event', () => {
    const folder = join(root, 'src/indexer/fold')
    const tables = readdirSync(folder).filter(
      (name) => name.endsWith('-folds.ts') || name === 'fold-event.ts',
    )
    const events = tables.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/^ {2}([A-Z]\w+): /gm)].map(
        ([, event]) => event!,
      ),
    )
    expect(events.filter((event) => !words.has(event))).toEqual([])
    expect(events.length).toBeGreaterThan(30)
  })
})
