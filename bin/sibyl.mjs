#!/usr/bin/env node
import { existsSync } from 'node:fs'

/** The installed command. In a clone, `npm run build` (or `npm start`) makes what it runs. */
const entry = new URL('../dist/cli/process.js', import.meta.url)
if (!existsSync(entry)) {
  process.stderr.write('sibyl is not built: run `npm run build` first\n')
  process.exit(1)
}
await import(entry.href)
