import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const source = fileURLToPath(new URL('../src/', import.meta.url))

export default defineConfig({
  resolve: {
    alias: { 'sibyl/client': `${source}client/index.ts`, 'sibyl/ralph': `${source}ralph/index.ts` },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What only signing needs comes with the signing, although it stands behind the same door.
      treeshake: { moduleSideEffects: (id) => !id.startsWith(source) },
    },
  },
})
