import { openDatabase } from '../../../src/store/index.ts'

/**
 * Opens the database in argv[2] (JSON of its options) and writes pairs of settings, each pair in one transaction, until
 * it is killed. Says every pair that was acknowledged: a line each, `open` first.
 */
const database = await openDatabase(JSON.parse(process.argv[2] ?? '{}'))
process.stdout.write('open\n')
const sql = 'insert into settings (name, value, updated_at_ms) values ($1, $2, $3)'
for (let n = Number(process.argv[3] ?? 0); ; n++) {
  await database.transaction(async (tx) => {
    const filler = JSON.stringify('x'.repeat(2_000))
    await tx.execute({ label: 'write', sql, values: [`left ${n}`, filler, n] })
    await tx.execute({ label: 'write', sql, values: [`right ${n}`, filler, n] })
  })
  process.stdout.write(`${n}\n`)
}
