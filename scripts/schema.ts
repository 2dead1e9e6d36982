import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/store/index.ts'
import { dumpSchema } from './schema/dump-schema.ts'

/** Writes docs/schema.sql: the sum of the migrations, as a fresh database has it. */
const folder = mkdtempSync(join(tmpdir(), 'sibyl-schema-'))
const database = await openDatabase({ kind: 'embedded', folder })
const file = join(import.meta.dirname, '..', 'docs', 'schema.sql')
writeFileSync(file, await dumpSchema(database))
await database.close()
rmSync(folder, { recursive: true, force: true })
