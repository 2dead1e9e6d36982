import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../dist/store/index.js'
import { startApi } from './compose.mjs'

/** The route of bare.mjs on the API as it is shipped. */
const folder = mkdtempSync(join(tmpdir(), 'sibyl-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('SIGTERM', () => process.exit(0))

await startApi(await openDatabase({ kind: 'embedded', folder: join(folder, 'database') }))
