import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressToBytes } from '@alephium/web3'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectNode } from '../../src/chain/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { bytesToHex, sleep, systemClock } from '../../src/kit/index.ts'
import { DEPOSIT, emitOnce } from '../simulation/hostile-chain/programs.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import {
  createDataDir,
  runCommand,
  seedDatabase,
  startDevnetAlone,
  startRole,
  startService,
} from '../support/service.ts'
import { patientNode } from '../support/venue/host.ts'
import { walletOf } from '../support/venue/wallet.ts'

// What halts on purpose, and what the probes of every process say meanwhile. Two that lead, and what ends a lead without
// ending the process, are in leaders.test.ts.

type Process = Awaited<ReturnType<typeof startRole>>

const control = async (nodeUrl: string, name: string, body: object): Promise<void> => {
  const answer = await fetch(`${nodeUrl}/devnet/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect({ name, status: answer.status }).toEqual({ name, status: 200 })
}
const readiness = async (url: string): Promise<{ status: number; reasons: string[] }> => {
  const answer = await fetch(`${url}/ready`)
  const body = (await answer.json()) as { details?: { reasons?: string[] } }
  return { status: answer.status, reasons: body.details?.reasons ?? [] }
}
const metric = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{.*?\\})? (\\d+)$`, 'm').exec(text)?.[1] ?? -1)
}

describe.skipIf(inject('postgresAbsent') !== null)(
  'an event of another shape than the artifacts (server)',
  { timeout: 300_000 },
  () => {
    const data = createDataDir()
    const all: { kill(signal: NodeJS.Signals): void; exited: Promise<unknown> }[] = []
    let own: TestDatabase
    let nodeUrl = ''
    let bankKey = ''
    let environment: Record<string, string>
    let oddHeight = 0
    let oddAddress = ''

    const start = async (role: 'api' | 'index', more: Record<string, string> = {}): Promise<Process> => {
      const process = await startRole(role, { ...environment, ...more })
      all.push(process)
      return process
    }

    /** A stranger's contract says one thing, and a deployment file calls it the venue's vault. */
    async function sayOddThing(): Promise<void> {
      const chain = connectNode({ url: nodeUrl, group: 0, clock: systemClock, limits: patientNode })
      const stranger = walletOf(bankKey)
      const bytecode = emitOnce(bytesToHex(addressToBytes(stranger.address)))
      const { publicKey } = stranger
      const built = await chain.buildScript({ publicKey, bytecode, attoAlph: DEPOSIT + ONE })
      await chain.submit({ unsignedTx: built.unsignedTx, signature: stranger.sign(built.txId) })
      const { hash, height } = await chain.getTip()
      const said = (await chain.findBlock(hash, () => true))?.events ?? []
      const event = said.find(({ eventIndex }) => eventIndex === 0)
      oddHeight = height
      oddAddress = event?.contractAddress ?? ''
      const file = JSON.parse(readFileSync(join(data.path, 'deployment.json'), 'utf8'))
      const odd = JSON.stringify(file).replaceAll(file.deployment.contracts.vault.address, oddAddress)
      writeFileSync(join(data.path, 'odd.json'), odd)
      await control(nodeUrl, 'mine', { blocks: 3 })
    }

    beforeAll(async () => {
      own = await createTestDatabase('server')
      if (own.options.kind !== 'server') throw new Error('no server')
      const devnet = await startDevnetAlone({ DEVNET_SEED: 'halts' })
      all.push(devnet)
      nodeUrl = devnet.url
      bankKey = /group 0.*?key +([0-9a-f]{64})/s.exec(devnet.output())?.[1] ?? ''
      environment = {
        SECRET_KEYS: randomBytes(32).toString('hex'),
        DATA_DIR: data.path,
        DATABASE_URL: own.options.url,
        ALEPHIUM_NODE_URL: nodeUrl,
        PUBLIC_URL: 'https://sibyl.example',
        INDEX_START_HEIGHT: '1',
      }
      const deployed = await runCommand(['deploy', '--network', 'devnet'], {
        ...environment,
        DEPLOYER_KEY: bankKey,
      })
      expect(deployed.code).toBe(0)
    }, 300_000)
    afterAll(async () => {
      for (const process of all) process.kill('SIGKILL')
      await Promise.all(all.map(({ exited }) => exited))
      await own?.drop()
      data.remove()
    })

    test('behavior: ends the indexer, makes every process unready, and the lease is free for one that knows it', async () => {
      const api = await start('api')
      const first = await start('index')
      while ((await readiness(api.url)).status !== 200) await sleep(100)
      first.kill('SIGTERM')
      expect(await first.exited).toBe(0)
      await sayOddThing()
      const halting = await start('index', { DEPLOYMENT_FILE: join(data.path, 'odd.json') })
      expect(await halting.exited).toBe(1)
      const reason = `indexing failed: an event of ${oddAddress} in block ${oddHeight} cannot be read`
      expect(halting.output()).toContain(`the indexer halted: ${reason}`)
      expect(halting.output()).toContain(`"height":${oddHeight}`)
      while ((await readiness(api.url)).status !== 503) await sleep(100)
      const [told] = (await readiness(api.url)).reasons
      expect(told).toContain(`the index stopped: ${reason}`)
      expect(await metric(api.url, 'sibyl_index_height')).toBe(oddHeight - 1)

      // Again the same, however often a supervisor starts it.
      const again = await start('index', { DEPLOYMENT_FILE: join(data.path, 'odd.json') })
      expect(await again.exited).toBe(1)

      const next = await start('index')
      while ((await metric(next.url, 'sibyl_index_height')) < oddHeight + 3) await sleep(100)
      expect(await metric(next.url, 'sibyl_leading')).toBe(1)
      for (const process of [next, api])
        while ((await readiness(process.url)).status !== 200) await sleep(100)
    })

    test('behavior: a halt at the very first block is told as any other', async () => {
      const another = await createTestDatabase('server')
      if (another.options.kind !== 'server') throw new Error('no server')
      if (oddHeight === 0) await sayOddThing()
      const fresh = {
        DATABASE_URL: another.options.url,
        INDEX_START_HEIGHT: String(oddHeight),
        DEPLOYMENT_FILE: join(data.path, 'odd.json'),
      }
      const halting = await start('index', fresh)
      expect(await halting.exited).toBe(1)
      const api = await start('api', fresh)
      // Under load it may have other reasons for a 503 first.
      while ((await readiness(api.url)).reasons.length === 0) await sleep(100)
      const { status, reasons } = await readiness(api.url)
      expect(status).toBe(503)
      expect(reasons.join()).toContain(
        `the index stopped: indexing failed: an event of ${oddAddress} in block ${oddHeight}`,
      )
      api.kill('SIGTERM')
      await api.exited
      await another.drop()
    })
  },
)

describe('a chain that goes back too far', { timeout: 300_000 }, () => {
  const data = createDataDir()
  afterAll(() => data.remove())

  test('behavior: ends the whole house, and again after a restart', async () => {
    await seedDatabase(data.path)
    const service = await startService({ DATA_DIR: data.path })
    for (let i = 0; i < 12; i++) await control(service.nodeUrl, 'mine', { blocks: 20 })
    while ((await metric(service.url, 'sibyl_index_height')) < 240) await sleep(100)
    await control(service.nodeUrl, 'reorg', { depth: 230, replay: false }).catch(() => undefined)
    expect(await service.exited).toBe(1)
    expect(service.output()).toContain('the indexer halted: the chain reorganised below block')
    const again = await startService({ DATA_DIR: data.path }).then(
      ({ exited }) => exited,
      () => 1,
    )
    expect(again).toBe(1)
  })
})
