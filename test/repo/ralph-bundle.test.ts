import { createRequire } from 'node:module'
import { join } from 'node:path'
import vm from 'node:vm'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

interface Bundler {
  build(options: object): Promise<{ readonly outputFiles: readonly { readonly text: string }[] }>
}
const bundler = createRequire(createRequire(import.meta.url).resolve('tsx/package.json'))(
  'esbuild',
) as Bundler

test('behavior: the compiler runs in a browser, without anything of Node', async () => {
  const { outputFiles } = await bundler.build({
    entryPoints: [join(root, 'src', 'ralph', 'index.ts')],
    absWorkingDir: root,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'ralph',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  })
  const page = { TextDecoder, TextEncoder, Uint8Array, crypto, setTimeout, clearTimeout, URL, AbortSignal }
  const context = vm.createContext({ ...page, self: page, window: page })
  const script = `${outputFiles[0]?.text}
    ralph.compileScriptSource('TxScript Main { assert!(true, 0) emit Debug(\`x\`) }').bytecodeTemplate`
  expect(vm.runInContext(script, context)).toBe('01010300000003030c7b')
})
