import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dumpSchema } from '../../scripts/schema/dump-schema.ts'
import { describeOnBothDatabases } from '../support/database.ts'

describeOnBothDatabases('docs/schema.sql', (context) => {
  test('behavior: shows the migrations as they are; `npm run generate` writes it anew', async () => {
    const shown = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'schema.sql'), 'utf8')
    expect(await dumpSchema(context.database)).toBe(shown)
  })
})
