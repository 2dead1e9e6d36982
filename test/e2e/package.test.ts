import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type InstalledPackage, installPackage } from '../support/package.ts'

let installed: InstalledPackage

beforeAll(() => {
  installed = installPackage()
})
afterAll(() => installed.remove())

/** A program in the folder of the stranger, its standard output line by line. */
function run(program: string, ...args: string[]) {
  const child = spawn(program, args, {
    cwd: installed.folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: installed.folder,
      PORT: '0',
      DEVNET_PORT: '0',
      DEMO: 'false',
      EVENT_LOOP_DELAY_MAX_MS: '3600000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let problems = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    problems += chunk
  })
  const exited = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code ?? 'unknown')),
  )
  const lines = createInterface({ input: child.stdout })
  return {
    exited,
    stop: () => child.kill('SIGTERM'),
    async until(pattern: RegExp): Promise<string> {
      for await (const line of lines) {
        const found = pattern.exec(line)?.[1]
        if (found !== undefined) return found
      }
      throw new Error(`it ended without ${pattern}: ${problems}`)
    },
  }
}

const script = (code: string) => run(process.execPath, '--input-type=module', '--eval', code)

const command = 'node_modules/.bin/sibyl'

describe('the packed package in an empty folder', () => {
  test('default: it holds what runs, what is deployed and what is read, and no source or test', () => {
    const top = [...new Set(installed.files.map((path) => path.split('/')[0]))].sort()
    expect(top).toEqual([
      'LICENSE',
      'README.md',
      'artifacts',
      'bin',
      'contracts',
      'dist',
      'migrations',
      'package.json',
    ])
    expect(installed.files.filter((path) => path.includes('.test.') || /[^d]\.ts$/.test(path))).toEqual([])
  })
  test('behavior: npx finds the command', async () => {
    const help = run('npx', '--no-install', 'sibyl', '--help')
    expect(await help.until(/sibyl (devnet)$/m)).toBe('devnet')
    expect(await help.exited).toBe(0)
  })
  test('behavior: sibyl devnet is a node', async () => {
    const devnet = run(command, 'devnet')
    const url = await devnet.until(/devnet listens on (\S+)/)
    expect(await (await fetch(`${url}/infos/version`)).json()).toEqual({ version: 'v4.6.0' })
    devnet.stop()
    expect(await devnet.exited).toBe(0)
  })
  test('behavior: sibyl start is a venue', async () => {
    const venue = run(command, 'start')
    const url = await venue.until(/Sibyl listens on (\S+)/)
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
    venue.stop()
    expect(await venue.exited).toBe(0)
  })
  test('behavior: a program imports the devnet', async () => {
    const program = script(`
      import { startDevnet } from 'sibyl'
      const devnet = await startDevnet({})
      console.log('wallets ' + devnet.wallets.length)
      await devnet.stop()
    `)
    expect(await program.until(/wallets (\d)/)).toBe('4')
    expect(await program.exited).toBe(0)
  })
  test('behavior: a program imports the client, which brings nothing of the server along', async () => {
    const program = script(`
      import { createClient, verifyBuild } from 'sibyl/client'
      const client = createClient({ url: 'http://127.0.0.1:1', wait: async () => {} })
      const failure = await client.health().catch((error) => error)
      console.log('client ' + typeof verifyBuild + ' ' + failure.name)
    `)
    expect(await program.until(/client (.+)/)).toBe('function NetworkError')
    expect(await program.exited).toBe(0)
  })
})
