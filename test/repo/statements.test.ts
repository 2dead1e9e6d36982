import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
  const tablesOf = (path: string): string[] => writtenIn(read(path))
  /** Its own affairs: who leads, and which migrations there were. */
  const own = /^(lease\/|migrate\.ts$)/
  const writing = sources.filter((path) => !own.test(path) && tablesOf(path).length > 0)
  const doors = readdirSync(join(store, 'writes')).map((name) => `writes/${name}`)

  test.each([
    ['insert into markets (id)', ['markets']],
    ['INSERT INTO\n  chain.markets', ['markets']],
    ['update\n  only positions set', ['positions']],
    ['truncate table fills', ['fills']],
    ['merge into trades', ['trades']],
    ['delete from "chain"."orders"', ['orders']],
    ['on conflict (id) do update\n set a = 1', []],
    ['select 1 for update skip locked', []],
  ])('default: what %j writes', (text, tables) => {
    expect(writtenIn(text)).toEqual(tables)
  })
  test('behavior: each writing statement leaves the store by exactly one writer’s door', () => {
    const shown = Object.fromEntries(
      writing.map((path) => [path, doors.filter((door) => shownBy(door).includes(path)).length]),
    )
    expect(shown).toEqual(Object.fromEntries(writing.map((path) => [path, 1])))
    expect(writing.length).toBeGreaterThan(20)
  })
  test('behavior: all that write a table leave by one door', () => {
    const roomsOf = new Map<string, Set<string>>()
    for (const door of doors)
      for (const table of writing.filter((path) => shownBy(door).includes(path)).flatMap(tablesOf))
        roomsOf.set(table, (roomsOf.get(table) ?? new Set()).add(door))
    expect([...roomsOf].filter(([, rooms]) => rooms.size > 1)).toEqual([])
    expect(roomsOf.size).toBeGreaterThan(10)
  })
  test('behavior: none of them leaves by the door that everybody uses', () => {
    // Its reading half; the writing half is the indexer's.
    const both = ['chain/checkpoint.ts', 'feed/append-feed.ts']
    const shown = writing.filter((path) => shownBy('index.ts').includes(path))
    expect(shown.sort()).toEqual(both)
  })
  test('behavior: nobody outside the store writes SQL, or asks a database but by the store', () => {
    const outside = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('store/'))
    // A statement is a label and `sql`; the word stands in comments alone.
    const sql =
      /['`]\s*(?:with \w+ as|select|insert into|update|delete from)\s+\w|^(?!\s*(?:\*|\/\/|\/\*)).*\bsql\b/m
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
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.test.ts')),
  )
  const indexerTests = ['src/indexer', 'test/integration/indexer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  )
  const words = new Set(
    tests.flatMap((path) => takenFrom('src/store/', path, readFileSync(join(root, path), 'utf8'))),
  )

  // What counts: a test file that takes each exported function that asks the database from the store. A read may have its
  // richer tests behind its route; it is asked by name at least in a database without a block.
  test('behavior: every statement', () => {
    const unnamed = sources.flatMap((path) => {
      const asking = askersOf(read(path))
      const labels = labelsOf(path)
      // Elsewhere a statement may be a step of what leaves by a door.
      const shown =
        folders.test(path) || labels.length === 0
          ? []
          : functionsOf(read(path)).filter((name) => doorWords.has(name))
      const names = [...asking, ...shown]
      return names.length === 0 && labels.length > 0 ? [path] : names.filter((name) => !words.has(name))
    })
    // Its tidying lists tables for itself; `embedded-tidy.test.ts` sees what comes of it.
    // Whoever lists or finds says the label and is named.
    const inside = ['embedded/embedded-driver.ts', 'findRecord', 'listPage']
    expect(unnamed.sort()).toEqual(inside)
    expect(sources.filter((path) => labelsOf(path).length > 0).length).toBeGreaterThan(100)
  })
  test('behavior: a label is of one file, and the file’s own name where it is the only one', () => {
    const labels = sources.flatMap((path) => labelsOf(path).map((label) => ({ path, label })))
    const odd = labels.filter(
      ({ path, label }) =>
        !/^[a-z]+(-([a-z]+|\$\{[^}]+\}))*$/.test(label) ||
        labels.some((other) => other.label === label && other.path !== path) ||
        (folders.test(path) &&
          labels.filter((other) => other.path === path).length === 1 &&
          !label.replace(/-\$.*/, '').endsWith(nameOf(path))),
    )
    expect(odd).toEqual([])
  })
  const doorWords = new Set(
    ['index.ts', ...readdirSync(join(store, 'writes')).map((name) => `writes/${name}`)].flatMap(
      (door) => read(door).match(/\w+/g) ?? [],
    ),
  )
  const folders = /^(statements|duties|chain|feed|lease|reads)\//
  const nameOf = (path: string): string => path.split('/').at(-1)!.slice(0, -3)
  /** Labels of its own that a file says, wherever; what takes its caller's label is a part of statements. */
  const labelsOf = (path: string): string[] => {
    const text = read(path)
    const said = [
      ...text.matchAll(/(?:\blabel(?:: | = )|\b(?:runScript|toStatement)\()\s*(['`])([^'`]+)\1/g),
    ].map(([, , label]) => label!)
    return [
      ...new Set([
        ...said,
        ...(folders.test(path) && text.includes(`'${nameOf(path)}'`) ? [nameOf(path)] : []),
      ]),
    ]
  }
  test('behavior: nothing is asked without a label', () => {
    const direct = /\.(?:query|exec)\(\s*['"`]\s*(?:select|insert|update|delete|with)\b/i
    expect(sources.filter((path) => direct.test(read(path)))).toEqual([])
  })
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
      'export async function ten(signer: string, db: Reader)',
      'export const eleven = ({ db, signer }: Parts) =>',
      'async function twelve(db: Writer) {}',
      'const inner = (db: Reader) => 1',
      'function hidden(db: Reader) {}',
      'const alsoHidden = (db: Reader) => 1',
      'export { twelve, inner as thirteen, type Row }',
      "export { hidden } from './elsewhere.ts'",
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
      'ten',
      'eleven',
      'twelve',
      'thirteen',
    ])
  })
  test('default: what a test takes from the store, and what only has such a name', () => {
    const text =
      "import {\n  listA,\n  type Row,\n  findB as find,\n} from '../store/index.ts'\nimport { getC } from './get-c.ts'\nconst isD = 1 // listE"
    expect(takenFrom('src/store/', 'src/auth/some.test.ts', text)).toEqual(['listA', 'findB'])
  })
  test('default: a fold is found however it is written', () => {
    const table =
      '  One: (event) => 1,\n  Two() {},\n  async Three(event) {},\n  Four,\n    Five: 1,\n  six: 1,'
    expect(foldedIn(table)).toEqual(['One', 'Two', 'Three', 'Four'])
  })
  test('behavior: every fold, by its event', () => {
    const folder = join(root, 'src/indexer')
    const tables = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => /\bFolds</.test(text))
    const events = tables.flatMap(foldedIn)
    // A test elsewhere may only pass an event on.
    const near = new Set(indexerTests.flatMap((text) => text.match(/(?<=')[A-Z]\w+(?=')/g) ?? []))
    expect(events.filter((event) => !near.has(event))).toEqual([])
    expect(events.length).toBeGreaterThan(30)
  })
})

/** Tables that a text writes, in whatever letters and on however many lines; not those of `do update` and `for update`. */
const writtenIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?<!\b(?:do|for|key)\s+)\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|truncate(?:\s+table)?)\s+(?:"?\w+"?\.)?"?([a-z_]+|\$)/gi,
    ),
  ].map(([, table]) => table!)

/** Names that a file in `path` takes from below a folder: another thing may have a statement's name. */
const takenFrom = (folder: string, path: string, text: string): string[] =>
  [...text.matchAll(/^import \{([^}]*)\} from '(\.[^']+)'/gm)]
    .filter(([, , from]) => join(dirname(path), from!).replaceAll('\\', '/').startsWith(folder))
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.replace(/ as .*/, ''))

/** Events that a table of folds has, as a value, a method or a name of its own. */
const foldedIn = (text: string): string[] =>
  [...text.matchAll(/^ {2}(?:async )?([A-Z]\w+)(?:: |\(|,$)/gm)].map(([, event]) => event!)

/** Names of the exported functions that are given a database, however they are written. */
function askersOf(text: string): string[] {
  const written =
    /^(?:export )?(?:(?:async )?function\*? |const (?=\w+(?:: [^=]+)? = (?:async )?(?:<[^(]*>)?\())(\w+)[^(\n]*\([^)]*?(?:\bdb\b|\w+: (?:Reader|Writer|Database|Lister)\b)/gm
  return [...withExports(text).matchAll(written)].flatMap(([whole, name]) =>
    whole.startsWith('export ') ? [name!] : [],
  )
}

/** The same text with `export` before what it lets out by a list of names, under the names it lets them out by. */
function withExports(text: string): string {
  const listed = [...text.matchAll(/^export \{([^}]*)\}(?! from)/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' as ')),
  )
  return listed.reduce(
    (said, [name = '', shown = name]) =>
      /^\w+$/.test(name)
        ? said.replace(
            new RegExp(`^((?:async )?function\\*? |const )${name}\\b`, 'm'),
            (_, begin: string) => `export ${begin}${shown}`,
          )
        : said,
    text,
  )
}

/** Names of all functions a file lets out. */
const functionsOf = (text: string): string[] =>
  [
    ...withExports(text).matchAll(
      /^export (?:(?:async )?function\*? |const (?=\w+[^\n]* = (?:async )?(?:<[^(]*>)?\())(\w+)/gm,
    ),
  ].map(([, name]) => name!)
