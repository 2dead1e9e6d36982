import { createRequire } from 'node:module'
import { join } from 'node:path'
import vm from 'node:vm'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

interface Bundler {
  build(options: object): Promise<{
    readonly metafile: { readonly inputs: Readonly<Record<string, unknown>> }
    readonly outputFiles: readonly { readonly text: string }[]
  }>
}
/** The bundler that the loader of TypeScript brings along. */
const bundler = createRequire(createRequire(import.meta.url).resolve('tsx/package.json'))(
  'esbuild',
) as Bundler

const bundle = () =>
  bundler.build({
    entryPoints: [join(root, 'src', 'client', 'index.ts')],
    absWorkingDir: root,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'sibyl',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })

describe('the client in a browser', () => {
  test('default: a bundler for browsers finds everything, and nothing of the server is in it', async () => {
    const { metafile } = await bundle()
    const files = Object.keys(metafile.inputs)
    const rooms = new Set(
      files.map((path) => /^src\/(\w+)\//.exec(path)?.[1]).filter((room) => room !== undefined),
    )
    expect([...rooms].sort()).toEqual(['alephium', 'bindings', 'client', 'domain', 'kit', 'wire'])
    const packages = new Set(
      files
        .map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
        .filter((name) => name !== undefined),
    )
    const allowed = [
      '@alephium/web3',
      '@noble/curves',
      '@noble/hashes',
      '@noble/secp256k1',
      'base-x',
      'bignumber.js',
      'eventemitter3',
      'typebox',
    ]
    expect([...packages].filter((name) => !allowed.includes(name))).toEqual([])
    expect(files.filter((path) => path.startsWith('node:'))).toEqual([])
  })
  test('behavior: it runs without anything of Node', async () => {
    const [file] = (await bundle()).outputFiles
    const asked: string[] = []
    // What every browser has; no process, no Buffer, no require.
    const page = {
      AbortController,
      AbortSignal,
      TextDecoder,
      TextEncoder,
      URL,
      URLSearchParams,
      Uint8Array,
      clearTimeout,
      crypto,
      setTimeout,
      fetch: async (url: string) => {
        asked.push(url)
        return new Response('{"status":"ok"}', { headers: { 'content-type': 'application/json' } })
      },
    }
    const context = vm.createContext({ ...page, self: page, window: page })
    vm.runInContext(`${file?.text}\nthis.sibyl = sibyl`, context)
    const answered = await vm.runInContext(`sibyl.createClient({ url: 'http://venue' }).health()`, context)
    expect([{ ...answered }, asked]).toEqual([{ status: 'ok' }, ['http://venue/health']])
    const sealed = vm.runInContext(
      `sibyl.sealVote(
        { group: 0 },
        { marketAddress: 'tgx7VNFoP9DJiFMFgXXtafQZkUvyEdDHT9ryamHJYrjq',
          voterAddress: '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH', voteRound: 1, vote: 1 },
        { bytes: (size) => new Uint8Array(size) })`,
      context,
    )
    expect(sealed.commitHash).toMatch(/^[0-9a-f]{64}$/)
    expect(sealed.salt).toBe('00'.repeat(32))
  })
})
