import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const client = fileURLToPath(new URL('../src/client/index.ts', import.meta.url))
const ralph = fileURLToPath(new URL('../src/ralph/index.ts', import.meta.url))

export default defineConfig({
  resolve: { alias: { 'sibyl/client': client, 'sibyl/ralph': ralph } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
