import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { addressToBytes } from '@alephium/web3'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectNode } from '../../src/chain/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { bytesToHex, sleep, systemClock } from '../../src/kit/index.ts'
import { DEPOSIT, emitMegabytes } from '../simulation/hostile-chain/programs.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createDataDir, runCommand, startDevnetAlone, startRole } from '../support/service.ts'
import { patientNode } from '../support/venue/host.ts'
import { walletOf } from '../support/venue/wallet.ts'

/** Each transaction logs so many events of a megabyte. */
const EVENTS = 7
const TRANSACTIONS = 4
const HEAP_MEGABYTES = 96
/** About what the block comes to when it is written out; read whole it takes four times as much. */
const GROWTH_MEGABYTES = 64

describe.skipIf(inject('postgresAbsent') !== null)('a block of megabytes', { timeout: 300_000 }, () => {
  const data = createDataDir()
  const all: { kill(signal: NodeJS.Signals): void; exited: Promise<unknown> }[] = []
  let own: TestDatabase
  let nodeUrl = ''
  let bankKey = ''
  let indexer: Awaited<ReturnType<typeof startRole>>

  const control = async (name: string, body: object): Promise<void> => {
    const answer = await fetch(`${nodeUrl}/devnet/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect({ name, status: answer.status }).toEqual({ name, status: 200 })
  }
  const indexHeight = async (): Promise<number> => {
    const text = await (await fetch(`${indexer.url}/metrics`)).text()
    return Number(/^sibyl_index_height(?:\{.*?\})? (\d+)$/m.exec(text)?.[1] ?? -1)
  }
  /** The most the process ever had. */
  const peakMegabytes = (): number => {
    const status = readFileSync(`/proc/${indexer.pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024
  }

  beforeAll(async () => {
    own = await createTestDatabase('server')
    if (own.options.kind !== 'server') throw new Error('no server')
    const devnet = await startDevnetAlone({ DEVNET_SEED: 'huge' })
    all.push(devnet)
    nodeUrl = devnet.url
    bankKey = /group 0.*?key +([0-9a-f]{64})/s.exec(devnet.output())?.[1] ?? ''
    const environment = {
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
    indexer = await startRole('index', {
      ...environment,
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
    })
    all.push(indexer)
  }, 300_000)
  afterAll(async () => {
    for (const process of all) process.kill('SIGKILL')
    await Promise.all(all.map(({ exited }) => exited))
    await own?.drop()
    data.remove()
  })

  test('behavior: four transactions that log 7 MB each are indexed in a heap of 96 MB', async () => {
    const chain = connectNode({ url: nodeUrl, group: 0, clock: systemClock, limits: patientNode })
    const stranger = walletOf(bankKey)
    await control('fund', { address: stranger.address, attoAlph: String(100n * ONE), coins: TRANSACTIONS })
    while ((await indexHeight()) < (await chain.getHeight())) await sleep(100)
    const beforeMegabytes = peakMegabytes()

    await control('mining', { mode: 'manual' })
    const bytecode = emitMegabytes(bytesToHex(addressToBytes(stranger.address)), EVENTS)
    for (let i = 0; i < TRANSACTIONS; i++) {
      const { publicKey } = stranger
      const built = await chain.buildScript({ publicKey, bytecode, attoAlph: DEPOSIT + ONE })
      await chain.submit({ unsignedTx: built.unsignedTx, signature: stranger.sign(built.txId) })
    }
    await control('mine', {})
    const { hash, height } = await chain.getTip()
    const block = await chain.findBlock(hash, () => false)
    expect(block?.transactions.filter((tx) => tx.hasScript && tx.scriptExecutionOk)).toHaveLength(
      TRANSACTIONS,
    )
    const answer = await fetch(`${nodeUrl}/blockflow/blocks-with-events/${hash}`)
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(2 * TRANSACTIONS * EVENTS * 2 ** 20)

    while ((await indexHeight()) < height) await sleep(100)
    expect((await fetch(`${indexer.url}/ready`)).status).toBe(200)
    expect(peakMegabytes() - beforeMegabytes).toBeLessThan(GROWTH_MEGABYTES)
  })
})
