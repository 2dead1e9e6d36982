import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..', 'console')
const smallest = 1_024

/** The console as files a static server can send, compressed ahead of time. */
export async function buildConsole(outDir) {
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  const assets = join(outDir, 'assets')
  for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg|json)$/.test(file))) {
    const bytes = readFileSync(join(assets, name))
    if (bytes.length < smallest) continue
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    const brotli = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, brotli))
  }
}
