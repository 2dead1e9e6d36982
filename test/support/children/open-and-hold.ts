import { openDatabase } from '../../../src/store/index.ts'

/** Opens the database in argv[2] (JSON of its options), says `open`, and holds it until it is told to end. */
try {
  const database = await openDatabase(JSON.parse(process.argv[2] ?? '{}'))
  process.stdout.write('open\n')
  process.once('SIGTERM', () => {
    void database.close().then(() => process.exit(0))
  })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
