import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monotonicMs } from '../src/kit/index.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../src/store/index.ts'
import { findPostgresBinaries } from '../test/support/postgres-binaries.ts'
import { startPostgresServer } from '../test/support/postgres-server.ts'

/**
 * The two drivers side by side, without HTTP: a list page, a point read, a small transaction, and opening again (B19, and
 * the embedded database's start). `--seconds 5` for longer turns, `--pairs 5` for more of them.
 */
const argument = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? fallback : Number(process.argv[at + 1])
}
const turnMs = argument('seconds', 2) * 1000
const pairs = argument('pairs', 5)
const callers = 32
const rowCount = 20_000

const say = (line: string) => process.stdout.write(`${line}\n`)

const pageSql = `
  select json_build_object('id', id, 'owner', owner, 'amount', amount::text, 'note', note)::text as json
  from bench_rows
  where id < $1
  order by id desc
  limit 51`

async function fill(database: Database): Promise<void> {
  await database.execute({
    label: 'create',
    sql: 'create table if not exists bench_rows (id bigint primary key, owner text, amount numeric(78,0), note text)',
  })
  for (let from = 0; from < rowCount; from += 500) {
    await database.execute({
      label: 'fill',
      sql: `
        insert into bench_rows
        select n, md5(n::text), n::numeric * 1000000000000000000, repeat(md5(n::text), 10)
        from generate_series($1::bigint, $2::bigint) n
        on conflict do nothing`,
      values: [from + 1, from + 500],
    })
  }
}

const works: Readonly<Record<string, (database: Database, n: number) => Promise<unknown>>> = {
  'page of 51': (database, n) =>
    database.query({ label: 'page', sql: pageSql, values: [52 + ((n * 7919) % (rowCount - 52))] }),
  'point read': (database, n) =>
    database.points.query({
      label: 'point',
      sql: 'select owner from bench_rows where id = $1',
      values: [1 + ((n * 7919) % rowCount)],
    }),
  transaction: (database, n) =>
    database.transaction((tx) =>
      tx.execute({
        label: 'touch',
        sql: 'update bench_rows set note = $2 where id = $1',
        values: [1 + ((n * 7919) % rowCount), String(n)],
      }),
    ),
}

/** Calls a second, by so many callers at once. */
async function rate(work: (n: number) => Promise<unknown>): Promise<number> {
  const startedMs = monotonicMs()
  let done = 0
  const call = async () => {
    while (monotonicMs() - startedMs < turnMs) {
      await work(done)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return (done * 1000) / (monotonicMs() - startedMs)
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function compare(server: Database, embedded: Database): Promise<boolean> {
  let isMissed = false
  for (const [name, work] of Object.entries(works)) {
    const ratios: number[] = []
    const rates: [number, number][] = []
    await rate((n) => work(server, n))
    await rate((n) => work(embedded, n))
    for (let pair = 0; pair < pairs; pair++) {
      const both: [number, number] = [
        await rate((n) => work(server, n)),
        await rate((n) => work(embedded, n)),
      ]
      rates.push(both)
      ratios.push(both[1] / both[0])
    }
    const bar = name === 'page of 51' ? 0.3 : null
    const ratio = median(ratios)
    if (bar !== null && ratio < bar) isMissed = true
    say(
      `${name}: PostgreSQL ${median(rates.map(([a]) => a)).toFixed(0)}/s, embedded ${median(rates.map(([, b]) => b)).toFixed(0)}/s, ratio ${ratio.toFixed(2)}${bar === null ? '' : ` (bar ${bar})`}`,
    )
  }
  return isMissed
}

const folder = mkdtempSync(join(tmpdir(), 'sibyl-bench-'))
chmodSync(folder, 0o711)
try {
  const binaries = findPostgresBinaries()
  if ('absent' in binaries) throw new Error(binaries.absent)
  const running = await startPostgresServer(binaries, join(folder, 'postgres'))
  const options: DatabaseOptions = { kind: 'embedded', folder: join(folder, 'embedded') }
  let startedMs = monotonicMs()
  await (await openDatabase(options)).close()
  say(`embedded: first start ${(monotonicMs() - startedMs).toFixed(0)} ms`)
  startedMs = monotonicMs()
  const embedded = await openDatabase(options)
  say(`embedded: start again ${(monotonicMs() - startedMs).toFixed(0)} ms`)
  const server = await openDatabase({ kind: 'server', url: running.url })
  await fill(server)
  await fill(embedded)
  const isMissed = await compare(server, embedded)
  await embedded.close()
  await server.close()
  await running.stop()
  if (isMissed) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
