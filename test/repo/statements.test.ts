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
  const folders = /^(statements|duties|chain|reads|feed)\//
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
    const both = ['chain/checkpoint.ts', 'feed/append-feed.ts']
    const shown = writing.filter((path) => shownBy('index.ts').includes(path))
    expect(shown.sort()).toEqual(both)
  })
  test('behavior: nobody outside the store writes SQL', () => {
    const outside = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('store/'))
    const sql = /['`]\s*(?:with \w+ as|select|insert into|update|delete from)\s+\w/
    expect(outside.filter((path) => sql.test(readFileSync(join(root, 'src', path), 'utf8')))).toEqual([])
  })
  test('behavior: leases leave the store only with who leads', () => {
    const doors = ['index.ts', ...readdirSync(join(store, 'writes')).map((name) => `writes/${name}`)]
    const said = doors.flatMap((door) => read(door).match(/\b(claimLease|releaseLease)\b/g) ?? [])
    expect(said).toEqual([])
  })
})

describe('named by a test', () => {
  const tests = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts') && path !== 'repo/statements.test.ts')
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  )
  const indexerTests = ['src/indexer', 'test/integration/indexer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  )
  const words = new Set(tests.flatMap((text) => text.match(/\b[A-Za-z]\w+\b/g) ?? []))

  // What counts: a test file that says the name of each exported function that asks the database. A read may have its
  // richer tests behind its route; it is asked by name at least in a database without a block.
  test('behavior: every statement', () => {
    const folders = /^(statements|duties|chain|feed|lease|reads)\//
    const statements = sources.filter((path) => folders.test(path) && asks(path))
    const unnamed = statements.flatMap((path) => {
      const exported = askersOf(read(path))
      return exported.length === 0 ? [path] : exported.filter((name) => !words.has(name))
    })
    expect(unnamed).toEqual([])
    expect(statements.length).toBeGreaterThan(100)
  })
  /** Says a label of its own, wherever; what takes its caller's label is a part of statements. */
  const asks = (path: string): boolean => {
    const text = read(path)
    return /\blabel(?:: | = )'/.test(text) || text.includes(`'${path.split('/').at(-1)!.slice(0, -3)}'`)
  }
  test('default: an asking function is found however it is written', () => {
    const forms = [
      'export async function one(db: Writer)',
      'export async function* two(tx: Reader)',
      'export function three(db: Reader, { a }: { b: (c: D) => void }): Promise<E> {',
      'export function four(\n  db: Reader,\n): Promise<E> {',
      'export const five = async (db) =>',
      'export const six = (db: Reader): Promise<E> =>',
      'export const seven: Ask = (db) =>',
      'export const bound = 5_000',
      'export const part = (name: string) =>',
      'export const eight = <R>(\n  db: Reader,\n): Promise<R> =>',
      'export const nine = (lister: Lister, limit: number) =>',
    ]
    expect(askersOf(forms.join('\n'))).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
      'six',
      'seven',
      'eight',
      'nine',
    ])
  })
  test('default: a fold is found however it is written', () => {
    const table =
      '  One: (event) => 1,\n  Two() {},\n  async Three(event) {},\n  Four,\n    Five: 1,\n  six: 1,'
    expect(foldedIn(table)).toEqual(['One', 'Two', 'Three', 'Four'])
  })
  test('behavior: every fold, by its event', () => {
    const folder = join(root, 'src/indexer/fold')
    const tables = readdirSync(folder).filter(
      (name) => name.endsWith('-folds.ts') || name === 'fold-event.ts',
    )
    const events = tables.flatMap((name) => foldedIn(readFileSync(join(folder, name), 'utf8')))
    // A test elsewhere may only pass an event on.
    const near = new Set(indexerTests.flatMap((text) => text.match(/\b[A-Z]\w+\b/g) ?? []))
    expect(events.filter((event) => !near.has(event))).toEqual([])
    expect(events.length).toBeGreaterThan(30)
  })
})

/** Events that a table of folds has, as a value, a method or a name of its own. */
const foldedIn = (text: string): string[] =>
  [...text.matchAll(/^ {2}(?:async )?([A-Z]\w+)(?:: |\(|,$)/gm)].map(([, event]) => event!)

/** Names of the exported functions that are given a database, however they are written. */
function askersOf(text: string): string[] {
  const written =
    /^export (?:(?:async )?function\*? |const (?=\w+(?:: [^=]+)? = (?:async )?(?:<[^(]*>)?\())(\w+)[^(\n]*\(\s*(?:db\b|\w+: (?:Reader|Writer|Database|Lister)\b)/gm
  return [...text.matchAll(written)].map(([, name]) => name!)
}
