import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** What the client adds to a page, compressed, the SDK and all; too much of it fails. */
const bytesMax = 115_000
const [{ output }] = await build({
  root: join(import.meta.dirname, '..'),
  configFile: false,
  logLevel: 'warn',
  build: {
    write: false,
    lib: { entry: join(import.meta.dirname, '..', 'src', 'client', 'index.ts'), formats: ['es'] },
  },
})
const bytes = output.reduce((sum, { code = '' }) => sum + gzipSync(code, { level: 9 }).length, 0)
process.stdout.write(`client: ${(bytes / 1_000).toFixed(1)} kB of ${bytesMax / 1_000} kB gzip\n`)
if (bytes > bytesMax) process.exitCode = 1
