import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.ts'

export interface Caddy {
  readonly url: string
  close(): Promise<void>
}

const caddyfile = join(import.meta.dirname, '..', '..', 'deploy', 'Caddyfile')
const attemptsMax = 10

/** The proxy on this machine, or a reason why there is none: no npm package brings one. */
export function findCaddy(): { readonly program: string } | { readonly absent: string } {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin']
  const folder = folders.find((one) => existsSync(join(one, 'caddy')))
  return folder === undefined
    ? { absent: 'there is no caddy on this machine' }
    : { program: join(folder, 'caddy') }
}

/** The proxy of the kit, with the file an operator uses, before these API processes. */
export async function startCaddy(apis: readonly string[]): Promise<Caddy> {
  const found = findCaddy()
  if ('absent' in found) throw new Error(found.absent)
  const home = mkdtempSync(join(tmpdir(), 'sibyl-caddy-'))
  // Of several tests at once only one could have the port of its control interface.
  writeFileSync(join(home, 'Caddyfile'), `{\n\tadmin off\n}\nimport ${caddyfile}\n`)
  for (let attempt = 1; ; attempt++) {
    const url = `http://127.0.0.1:${await freePort()}`
    const child = spawn(
      found.program,
      ['run', '--config', join(home, 'Caddyfile'), '--adapter', 'caddyfile'],
      {
        env: {
          HOME: home,
          XDG_DATA_HOME: home,
          SITE: url,
          APIS: apis.map((api) => api.slice('http://'.length)).join(' '),
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    const ended = new Promise((resolve) => child.once('exit', resolve))
    let said = ''
    const isServing = await new Promise<boolean>((resolve) => {
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk
        if (said.includes('serving initial configuration')) resolve(true)
      })
      child.once('exit', () => resolve(false))
    })
    if (isServing)
      return {
        url,
        async close() {
          child.kill('SIGKILL')
          await ended
          rmSync(home, { recursive: true, force: true })
        },
      }
    if (attempt === attemptsMax) throw new Error(`caddy did not start: ${said}`)
  }
}
