import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InstalledPackage, installPackage, type PackageName } from '../support/package.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

describe.each<PackageName>(['sibyl', 'sibyl-client', 'sibyl-devnet'])('the package %s', (name) => {
  let installed: InstalledPackage
  beforeAll(() => {
    installed = installPackage(name)
  })
  afterAll(() => installed.remove())

  const program = async (code: string): Promise<string> => {
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: installed.folder,
      env: { PATH: process.env.PATH ?? '', HOME: installed.folder },
    })
    expect(stderr).toBe('')
    return stdout.trim()
  }

  test('default: publint has nothing to say', async () => {
    const { messages } = await publint({ pkgDir: join(installed.folder, 'node_modules', name), pack: false })
    expect(messages).toEqual([])
  })
  test('default: its types are those of what runs, for programs in modules', async () => {
    const result = await checkPackage(
      createPackageFromTarballData(new Uint8Array(readFileSync(installed.tarball))),
    )
    const problems = result.types === false ? ['no types'] : result.problems
    // Only modules are offered: those who need `require` are told by Node itself.
    const ignored = ['NoResolution', 'CJSResolvesToESM']
    expect(
      problems.filter((problem) => typeof problem === 'string' || !ignored.includes(problem.kind)),
    ).toEqual([])
  })
  test('behavior: it has a README, a licence and no source or test', () => {
    expect(installed.files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']))
    expect(installed.files.filter((path) => path.includes('.test.') || /[^d]\.ts$/.test(path))).toEqual([])
  })

  if (name !== 'sibyl') {
    test('behavior: the program of its README is right by its types', async () => {
      const readme = readFileSync(join(installed.folder, 'node_modules', name, 'README.md'), 'utf8')
      const code = /^```ts\n(.*?)^```/ms.exec(readme)?.[1]
      expect(code).toContain(`from '${name}'`)
      // A module whatever the folder's package.json says.
      writeFileSync(join(installed.folder, 'readme.mts'), code ?? '')
      const own = join(installed.folder, 'node_modules')
      // What the program itself asks for besides.
      for (const each of ['@alephium/web3-wallet', '@types/node']) {
        mkdirSync(join(own, each, '..'), { recursive: true })
        if (!existsSync(join(own, each))) symlinkSync(join(root, 'node_modules', each), join(own, each))
      }
      const tsc = join(root, 'node_modules', 'typescript7', 'bin', 'tsc')
      const options = [
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--types',
        'node',
      ]
      const { stdout } = await run(process.execPath, [tsc, ...options, 'readme.mts'], {
        cwd: installed.folder,
      })
      expect(stdout).toBe('')
    })
  }
  if (name === 'sibyl-client') {
    test('behavior: a program asks, and neither server nor database came along', async () => {
      const answer = await program(`
        import { createClient } from 'sibyl-client'
        const client = createClient({ url: 'http://127.0.0.1:1', wait: async () => {} })
        console.log((await client.health().catch((error) => error)).name)
      `)
      expect(answer).toBe('NetworkError')
      const manifest = JSON.parse(
        readFileSync(join(installed.folder, 'node_modules', name, 'package.json'), 'utf8'),
      )
      expect(Object.keys(manifest.dependencies)).toEqual(['@alephium/web3', '@noble/hashes', 'typebox'])
    })
    test('behavior: a bundler takes it for a browser without a warning', async () => {
      const entry = join(installed.folder, 'main.js')
      writeFileSync(
        entry,
        `import { createClient } from 'sibyl-client'; globalThis.client = createClient({ url: '/' })`,
      )
      const warnings: string[] = []
      await build({
        root: installed.folder,
        configFile: false,
        logLevel: 'silent',
        build: {
          write: false,
          rolldownOptions: {
            input: entry,
            onwarn: ({ message }) => void warnings.push(message),
          },
        },
      })
      expect(warnings.filter((warning) => warning.includes('sibyl'))).toEqual([])
    })
  }
  if (name === 'sibyl-devnet') {
    test('behavior: a program has a chain and a compiler', async () => {
      const answer = await program(`
        import { startDevnet } from 'sibyl-devnet'
        import { compileProjectSource } from 'sibyl-devnet/ralph'
        const devnet = await startDevnet({})
        const { contracts } = compileProjectSource('Contract C() { pub fn one() -> U256 { return 1 } }')
        console.log(devnet.wallets.length, contracts[0].name, contracts[0].codeHash.length)
        await devnet.stop()
      `)
      expect(answer).toBe('4 C 64')
    })
    test('behavior: its command is a node that ends when it is told to', async () => {
      const command = join(installed.folder, 'node_modules', '.bin', 'sibyl-devnet')
      const child = execFile(process.execPath, [command, '--port', '0'], { cwd: installed.folder })
      const url = await new Promise<string>((resolve) => {
        let text = ''
        child.stdout?.on('data', (chunk: string) => {
          text += chunk
          const found = /listens on (\S+)/.exec(text)?.[1]
          if (found !== undefined) resolve(found)
        })
      })
      expect(await (await fetch(`${url}/infos/version`)).json()).toEqual({ version: 'v4.6.0' })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    })
    test('error: a port that is none is told', async () => {
      const command = join(installed.folder, 'node_modules', '.bin', 'sibyl-devnet')
      await expect(run(process.execPath, [command, '--port', '70000'])).rejects.toMatchObject({
        code: 2,
        stderr: '--port is a whole number from 0 to 65535, not 70000\n',
      })
    })
  }
})
