import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Child, startChild } from '../../../test/support/child.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { Fault } from '../../kit/index.ts'
import type { Database } from '../database.ts'
import type { StoreObservation } from '../observation.ts'
import { openDatabase } from '../open-database.ts'
import { embeddedPostgresVersion } from './embedded-folder.ts'

const one = { label: 'one', sql: 'select 1 as one' }
const endless = { label: 'endless', sql: 'select count(*) from generate_series(1, 1000000000)' }

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A database that keeps one setting, opened with a watchdog that does not wait long. */
async function openWatched(observe: (seen: StoreObservation) => void): Promise<Database> {
  const own = await createTestDatabase('embedded')
  cleanups.push(() => own.drop())
  const before = await own.open()
  await before.execute(writeSetting('kept'))
  await before.close()
  const database = await own.open({ observe, limits: { watchdogMs: 3_000 } })
  cleanups.push(() => database.close())
  return database
}

const writeSetting = (name: string) => ({
  label: 'write',
  sql: 'insert into settings (name, value, updated_at_ms) values ($1, $2, 0)',
  values: [name, 'true'],
})

/** What is stored, whenever it can be read: on a busy machine the watchdog may fire once more. */
async function untilRead(database: Database): Promise<unknown> {
  for (;;) {
    const names = await faultOf(database.query({ label: 'all', sql: 'select name from settings' }))
    if (!(names instanceof Fault)) return names
  }
}

async function createFolder(): Promise<string> {
  const own = await createTestDatabase('embedded')
  cleanups.push(() => own.drop())
  if (own.options.kind !== 'embedded') throw new Error('not embedded')
  return own.options.folder
}

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )

/** Observations, and a promise of the first reopening. */
function watchReopening() {
  const observed: StoreObservation[] = []
  let resolve: () => void = () => undefined
  const reopened = new Promise<void>((done) => {
    resolve = done
  })
  const observe = (seen: StoreObservation) => {
    observed.push(seen)
    if (seen.kind === 'embedded-reopened') resolve()
  }
  return { observed, observe, reopened }
}

describe('embedded database', () => {
  let own: TestDatabase
  let database: Database
  beforeAll(async () => {
    own = await createTestDatabase('embedded')
    database = await own.open({ limits: { idleInTransactionMs: 1_000, aheadMax: 1, waitingMax: 2 } })
  })
  afterAll(async () => {
    await database.close()
    await own.drop()
  })

  test('behavior: its files are of the version we expect', async () => {
    const rows = await database.query<{ version: string }>({
      label: 'version',
      sql: `select (current_setting('server_version_num')::int / 10000)::text as version`,
    })
    expect(rows).toEqual([{ version: embeddedPostgresVersion }])
  })
  test('behavior: a transaction that falls silent is rolled back for the others', async () => {
    const silent = await faultOf(
      database.transaction(async (tx) => {
        await tx.execute(writeSetting('lost'))
        await new Promise(() => undefined)
      }),
    )
    expect(silent).toMatchObject({ message: 'a transaction was idle for too long and was rolled back' })
    expect(await database.query({ label: 'all', sql: 'select name from settings' })).toEqual([])
  })
  test('behavior: a line that is too long turns callers away', async () => {
    const asked = Array.from({ length: 4 }, () => faultOf(database.query(one)))
    const answers = await Promise.all(asked)
    expect(answers.slice(0, 3)).toEqual(new Array(3).fill({ value: [{ one: 1 }] }))
    expect(answers[3]).toMatchObject({ name: 'Fault', kind: 'overload' })
  })
})

describe('embedded watchdog', () => {
  test('F13 behavior: the watchdog ends a stuck statement, everybody waiting hears a fault, and it reopens', async () => {
    const { observed, observe, reopened } = watchReopening()
    const database = await openWatched(observe)
    const stuck = faultOf(database.query(endless))
    const behind = faultOf(database.query(one))
    expect(await stuck).toMatchObject({
      name: 'Fault',
      kind: 'database',
      message: 'the embedded database did not finish endless within 3000 ms',
    })
    expect(await behind).toMatchObject({ message: 'the embedded database is being reopened' })
    expect(database.isOpen()).toBe(false)
    expect(await faultOf(database.query(one))).toMatchObject({
      message: 'the embedded database is being reopened',
    })
    await reopened
    expect(database.isOpen()).toBe(true)
    expect(observed.filter(({ kind }) => kind === 'watchdog-fired')).toEqual([
      { kind: 'watchdog-fired', label: 'endless', limitMs: 3_000 },
    ])
    expect(await untilRead(database)).toEqual({ value: [{ name: 'kept' }] })
  })
  test('F13 behavior: a stuck transaction leaves nothing behind', async () => {
    const { observe, reopened } = watchReopening()
    const database = await openWatched(observe)
    const stuck = database.transaction(async (tx) => {
      await tx.execute(writeSetting('lost'))
      await tx.query(endless)
    })
    expect(await faultOf(stuck)).toBeInstanceOf(Fault)
    await reopened
    expect(await untilRead(database)).toEqual({ value: [{ name: 'kept' }] })
  })
})

describe('embedded folder', () => {
  const holdFolder = async (folder: string): Promise<Child> => {
    const child = startChild('open-and-hold', [JSON.stringify({ kind: 'embedded', folder })])
    cleanups.push(() => child.kill('SIGKILL'))
    expect(await child.nextLine()).toBe('open')
    return child
  }

  test('F39 error: in use by another process, which is named; free again when it ends or is killed', async () => {
    const folder = await createFolder()
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const child = await holdFolder(folder)
      expect(await faultOf(openDatabase({ kind: 'embedded', folder }))).toMatchObject({
        kind: 'database',
        message: `the data folder ${folder} is in use by process ${child.process.pid}; stop that process, or set DATA_DIR to another folder`,
      })
      await child.kill(signal)
    }
    const database = await openDatabase({ kind: 'embedded', folder })
    expect(await faultOf(openDatabase({ kind: 'embedded', folder }))).toMatchObject({
      message: expect.stringContaining(`in use by process ${process.pid}`),
    })
    await database.close()
  })
  test('F39 error: of another version, of no version, or not a database', async () => {
    const folder = await createFolder()
    const version = join(folder, 'data', 'PG_VERSION')
    writeFileSync(version, '17\n')
    expect(await faultOf(openDatabase({ kind: 'embedded', folder }))).toMatchObject({
      message: `the database in ${folder} was written by PostgreSQL 17, this program reads 18; start it with the release that wrote it, or set DATA_DIR to another folder`,
    })
    rmSync(version)
    expect(await faultOf(openDatabase({ kind: 'embedded', folder }))).toMatchObject({
      message: expect.stringContaining(`the database in ${folder} is damaged (it does not say its version)`),
    })
    const strange = mkdtempSync(join(tmpdir(), 'sibyl-test-strange-'))
    cleanups.push(() => rmSync(strange, { recursive: true, force: true }))
    writeFileSync(join(strange, 'photo.jpg'), 'x')
    expect(await faultOf(openDatabase({ kind: 'embedded', folder: strange }))).toMatchObject({
      message: `the data folder ${strange} holds other files (photo.jpg) and no database; set DATA_DIR to an empty folder`,
    })
    expect(readdirSync(strange).filter((name) => !name.startsWith('lock.'))).toEqual(['photo.jpg'])
  })
  test.each([
    ['the control file', () => ['global/pg_control']],
    ['the largest file of a table', (data: string) => [largestTable(data)]],
  ])('F39 error: bytes flipped in %s', async (_name, pick) => {
    const folder = await createFolder()
    const data = join(folder, 'data')
    for (const file of pick(data)) {
      const bytes = readFileSync(join(data, file))
      for (let at = 20; at < bytes.length; at += 512) bytes[at] = (bytes[at] ?? 0) ^ 0xff
      writeFileSync(join(data, file), bytes)
    }
    const before = filesOf(folder)
    const fault = await faultOf(openDatabase({ kind: 'embedded', folder }))
    expect(fault).toMatchObject({ name: 'Fault', kind: 'database' })
    expect(fault).toMatchObject({ message: expect.stringContaining(`the database in ${folder} is damaged`) })
    // Never a silent new database: every file that was there still is.
    expect(filesOf(folder)).toEqual(expect.arrayContaining(before))
  })
  test('behavior: a first start that was killed leaves nothing that looks like a database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sibyl-test-first-'))
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    mkdirSync(join(folder, 'data.new', 'base'), { recursive: true })
    const template = await createFolder()
    cpSync(join(template, 'data', 'PG_VERSION'), join(folder, 'data.new', 'PG_VERSION'))
    const database = await openDatabase({ kind: 'embedded', folder })
    expect(await database.query(one)).toEqual([{ one: 1 }])
    await database.close()
    expect(readdirSync(folder).sort()).toEqual(['data', expect.stringMatching(/^lock\./)])
  })
})

/** Every file and its size, below the locks. */
function filesOf(folder: string): string[] {
  return readdirSync(join(folder, 'data'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(PG_VERSION|pg_control|[0-9]+)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function largestTable(data: string): string {
  const base = join('base', '5')
  const files = readdirSync(join(data, base)).filter((name) => /^[0-9]+$/.test(name))
  const bySize = files.sort((a, b) => statSync(join(data, base, b)).size - statSync(join(data, base, a)).size)
  return join(base, bySize[0] ?? '')
}
