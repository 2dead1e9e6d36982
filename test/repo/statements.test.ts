import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const store = join(import.meta.dirname, '..', '..', 'src', 'store')
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
