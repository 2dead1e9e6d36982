import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildConsole } from './build-console.mjs'

/** What a first visit to the console loads, compressed; too much of it fails. */
const bytesMax = 130_000
const folder = mkdtempSync(join(tmpdir(), 'sibyl-console-'))
try {
  await buildConsole(folder)
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  const bytes = [page, ...files.map((path) => readFileSync(join(folder, path)))]
    .map((content) => gzipSync(content, { level: 9 }).length)
    .reduce((sum, length) => sum + length, 0)
  const told = `console: first load ${(bytes / 1_000).toFixed(1)} kB of ${bytesMax / 1_000} kB gzip`
  process.stdout.write(`${told}\n`)
  if (bytes > bytesMax) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}
