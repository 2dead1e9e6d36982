import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign } from '@alephium/web3'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  type ContractCall,
  type Deployment,
  depositStake,
  devnetPeriods,
  proposeSingle,
  standardBonds,
  standardQuorum,
} from '../../src/bindings/index.ts'
import { connectNode } from '../../src/chain/index.ts'
import { readConfig } from '../../src/config/index.ts'
import { deployVenue } from '../../src/deploy/index.ts'
import { type Devnet, type DevnetOptions, startDevnet } from '../../src/devnet/index.ts'
import { type CheckName, examine, type Finding } from '../../src/doctor/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { keeperAccount } from '../../src/keeper/index.ts'
import { type Clock, sleep, systemClock } from '../../src/kit/index.ts'
import { openDatabase, type StoreDatabase } from '../../src/store/index.ts'
import { putCheckpoint } from '../../src/store/writes/indexer.ts'
import { createTestDatabase, describeOnServer, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import {
  findReplicationTools,
  type PostgresReplica,
  startPostgresReplica,
} from '../support/postgres-replica.ts'
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts'
import { describeOnRedis, startRedisServer } from '../support/redis-server.ts'
import { answers, startScriptedServer, status } from '../support/scripted-server.ts'
import { createDataDir, seedDatabase } from '../support/service.ts'
import { mountSmallDisk, smallDiskAbsent } from '../support/small-disk.ts'
import { takeTokens } from '../support/take-tokens.ts'
import { patientNode } from '../support/venue/host.ts'

// Every fault is really there: a closed port, a chain without the contracts, a node whose event log is off, a database
// that lacks its last migrations, clocks that disagree.

const chainOf = (devnet: Devnet) =>
  connectNode({ url: devnet.url, group: 0, clock: systemClock, limits: patientNode })
const shifted = (ms: number): Clock => ({ nowMs: () => systemClock.nowMs() + ms })

/** A devnet with a venue on it and its deployment file in the folder. */
async function openVenue(folder: string): Promise<{ devnet: Devnet; venue: Deployment }> {
  const devnet = await startDevnet({ port: 0, dataDir: folder, clock: systemClock })
  const bank = devnet.wallets[0]!
  const venue = await deployVenue({
    chain: chainOf(devnet),
    clock: systemClock,
    sleep,
    deployer: {
      address: bank.address,
      publicKey: bank.publicKey,
      sign: async (txId) => sign(txId, bank.privateKey),
    },
    parameters: {
      group: 0,
      treasury: bank.address,
      periods: devnetPeriods,
      ...standardBonds(ONE),
      ...standardQuorum,
      tokens: null,
    },
    storage: {
      read: async () => null,
      write: async (text) => writeFileSync(join(folder, 'deployment.json'), text),
    },
  })
  return { devnet, venue }
}

async function send(devnet: Devnet, { script, attoAlph, tokens }: ContractCall): Promise<void> {
  const chain = chainOf(devnet)
  const { publicKey, privateKey } = devnet.wallets[0]!
  const built = await chain.buildScript({ publicKey, bytecode: script, attoAlph, tokens })
  await chain.submit({ unsignedTx: built.unsignedTx, signature: sign(built.txId, privateKey) })
}

/** A stake and a proposal: from here on the venue has logged something. */
async function makeHistory(devnet: Devnet, { contracts, tokens }: Deployment): Promise<void> {
  const amount = 60_000n * ONE
  const stakeTokenId = tokens.stake.id
  const deadlineMs = devnet.clock.nowMs() + 600_000
  await send(devnet, takeTokens({ tokenId: stakeTokenId, to: devnet.wallets[0]!.address, amount }))
  await send(devnet, depositStake({ vaultId: contracts.vault.id, stakeTokenId, amount, deadlineMs }))
  await send(
    devnet,
    proposeSingle({
      votingId: contracts.voting.id,
      question: 'Will it?',
      category: 'Test',
      endsAtMs: devnet.clock.nowMs() + 86_400_000,
      rules: null,
      resolutionSources: null,
      imageUrl: null,
      tags: [],
      metadata: null,
      deadlineMs,
    }),
  )
}

const summary = (findings: readonly Finding[]) => findings.map(({ check, status }) => `${check}: ${status}`)
const failures = (findings: readonly Finding[]) =>
  findings
    .filter(({ status }) => status === 'failed')
    .map(({ check, message, remedy }) => ({ check, message, remedy }))
const only = (check: CheckName, message: RegExp, remedy: RegExp) => [
  { check, message: expect.stringMatching(message), remedy: expect.stringMatching(remedy) },
]

describe('doctor', () => {
  const data = createDataDir()
  const other = createDataDir()
  let devnet: Devnet
  let venue: Deployment

  const look = async (
    environment: Readonly<Record<string, string>> = {},
    clock: Clock = systemClock,
  ): Promise<Finding[]> =>
    examine(readConfig({ DATA_DIR: data.path, ALEPHIUM_NODE_URL: devnet.url, ...environment }), clock)
  const restart = async (options: DevnetOptions = {}): Promise<void> => {
    await devnet.stop()
    devnet = await startDevnet({ port: 0, dataDir: data.path, clock: systemClock, ...options })
  }

  const keeperKey = '11'.repeat(32)
  /** What the venue's own node answers. */
  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url, method = 'GET' } = request
    const body = Buffer.concat(await request.toArray())
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${devnet.url}${url}`, {
      method,
      headers,
      ...(method === 'POST' && { body }),
    })
    status(answer.status, await answer.text())(request, response)
  }

  beforeAll(async () => {
    await seedDatabase(data.path)
    ;({ devnet, venue } = await openVenue(data.path))
  })
  afterAll(async () => {
    await devnet?.stop()
    data.remove()
    other.remove()
  })

  test('default: a venue in order, before its first event and after', async () => {
    // Without a keeper's key, a store of counters and an address for the world there is nothing to look at there.
    const unset = ['keeper', 'replicas', 'redis', 'public url', 'proxy']
    const checks = [
      'node',
      'network',
      'sync',
      'event log',
      'contracts',
      'tokens',
      'quorum',
      'keeper',
      'clock',
      'database',
      'migrations',
      'clock',
      'replicas',
      'redis',
      'disk',
      'public url',
      'proxy',
    ]
    const inOrder = checks.map((check) => `${check}: ${unset.includes(check) ? 'skipped' : 'ok'}`)
    expect(summary(await look())).toEqual(
      inOrder.map((line) => line.replace(/^(event log|quorum): ok$/, '$1: warning')),
    )
    await makeHistory(devnet, venue)
    const few = (await look()).filter(({ status }) => status === 'warning' || status === 'failed')
    expect(few).toMatchObject([
      {
        check: 'quorum',
        status: 'warning',
        message: expect.stringMatching(/^all stakes weigh 1, and a dispute needs 60/),
      },
    ])
    // A venue whose quorum this one stake meets.
    const file = JSON.parse(readFileSync(join(data.path, 'deployment.json'), 'utf8'))
    const path = join(data.path, 'small-quorum.json')
    writeFileSync(
      path,
      JSON.stringify({ ...file, deployment: { ...file.deployment, quorumWeight: 1, quorumWallets: 1 } }),
    )
    const findings = await look({ DEPLOYMENT_FILE: path })
    expect(summary(findings)).toEqual(inOrder)
    expect(findings.every(({ remedy }) => remedy === null)).toBe(true)
  })
  test.each([
    [
      'refuses to show contracts',
      /^\/contracts\/[^/]+\/state/,
      500,
      ['contracts', 'tokens'],
      'the node refused (500): boom',
    ],
    ['answers no JSON about events', /^\/events\/contract\//, 200, ['event log'], 'is not valid JSON'],
    ['refuses to show coins', /\/utxos/, 500, ['keeper'], 'the node refused (500): boom'],
  ])('error: a node that %s, and all else is looked at', async (_, path, code, checks, reason) => {
    const half = await startScriptedServer((request, response) => {
      if (path.test(request.url ?? ''))
        return status(code, code === 200 ? '<html>' : { detail: 'boom' })(request, response)
      void passOn(request, response)
    })
    const findings = await look({ ALEPHIUM_NODE_URL: half.url, KEEPER_KEY: keeperKey })
    await half.stop()
    const lost = failures(findings).filter(({ message }) => message.includes(reason))
    expect(lost.map(({ check }) => check)).toEqual(checks)
    expect(lost[0]).toMatchObject({
      message: expect.stringMatching(/^cannot be looked at: /),
      remedy: `look at the log of the node at ${half.url}: it answers, and not this question`,
    })
    expect(summary(findings)).toContain('database: ok')
    expect(summary(findings).filter((line) => line.startsWith('proxy'))).toEqual(['proxy: skipped'])
  })
  test('error: a deployment file that cannot be read', async () => {
    const findings = await look({ DEPLOYMENT_FILE: data.path })
    expect(failures(findings)).toEqual(
      only('contracts', /^the deployment file .* cannot be read \(EISDIR\)$/, /DEPLOYMENT_FILE/),
    )
    expect(summary(findings)).toContain('database: ok')
  })
  test('error: node down', async () => {
    const findings = await look({ ALEPHIUM_NODE_URL: `http://127.0.0.1:${await freePort()}` })
    expect(failures(findings)).toEqual(only('node', /could not be reached/, /start the full node/))
    expect(summary(findings).slice(0, 9)).toEqual([
      'node: failed',
      ...['network', 'sync', 'event log', 'contracts', 'tokens', 'quorum', 'keeper', 'clock'].map(
        (check) => `${check}: skipped`,
      ),
    ])
  })
  test('error: the embedded devnet is down', async () => {
    const config = readConfig({ DATA_DIR: data.path, DEVNET_PORT: String(await freePort()) })
    expect(failures(await examine(config, systemClock))).toEqual(only('node', /reached/, /npm start/))
  })
  test('error: wrong network, by id and by first block', async () => {
    const file = JSON.parse(readFileSync(join(data.path, 'deployment.json'), 'utf8'))
    const write = (change: object): Record<string, string> => {
      const path = join(data.path, 'elsewhere.json')
      const deployment = { ...file.deployment, ...change }
      writeFileSync(path, JSON.stringify({ ...file, ...change, deployment }))
      return { DEPLOYMENT_FILE: path }
    }
    expect(failures(await look(write({ networkId: 0 })))).toEqual(
      only('network', /on network 4, the venue on 0/, /ALEPHIUM_NODE_URL/),
    )
    expect(failures(await look(write({ genesisHash: 'ab'.repeat(32) })))).toEqual(
      only('network', /first block/, /ALEPHIUM_NODE_URL/),
    )
  })
  test('error: event log off, on a venue with a history and on a fresh one', async () => {
    await restart({ eventLog: false })
    const off = only('event log', /^off: the venue has proposals/, /event-log\.enabled = true/)
    expect(failures(await look())).toEqual(off)
    await restart()
    expect(failures(await look())).toEqual([])

    const folder = join(other.path, 'fresh')
    const fresh = await openVenue(folder)
    await fresh.devnet.stop()
    const silent = await startDevnet({ port: 0, dataDir: folder, clock: systemClock, eventLog: false })
    const findings = await look({
      ALEPHIUM_NODE_URL: silent.url,
      DEPLOYMENT_FILE: join(folder, 'deployment.json'),
    })
    await silent.stop()
    expect(failures(findings)).toEqual(only('event log', /^off: the launch/, /index-by-block-hash = true/))
  })
  test('error: contracts missing, and no word of which they are', async () => {
    const empty = await startDevnet({ port: 0, clock: systemClock })
    const findings = await look({ ALEPHIUM_NODE_URL: empty.url })
    await empty.stop()
    expect(failures(findings)).toEqual([
      ...only('contracts', /not on the chain: venue .*, vault .*, parlays/, /sibyl deploy/),
      ...only(
        'tokens',
        /^collateral: there is no contract .*; stake: there is no contract/,
        /DEPLOYMENT_FILE/,
      ),
    ])
    expect(failures(await look({ DEPLOYMENT_FILE: join(data.path, 'nowhere.json') }))).toEqual(
      only('contracts', /there is no deployment file/, /DEPLOYMENT_FILE/),
    )
  })
  test('error: the node is ahead of this machine', async () => {
    const ahead = await startDevnet({ port: 0, clock: shifted(600_000) })
    ahead.controls.mine()
    const findings = await look({ ALEPHIUM_NODE_URL: ahead.url })
    await ahead.stop()
    expect(failures(findings)).toContainEqual(only('clock', /(5\d\d|600) s ahead/, /NTP/)[0])
  })
  test('error: the database is behind its migrations', async () => {
    const own = createDataDir()
    const database = await createTestDatabase('embedded')
    if (database.options.kind !== 'embedded') throw new Error('no folder')
    const open = await database.open()
    await open.execute({ label: 'test', sql: 'drop schema chain cascade' })
    await open.close()
    cpSync(database.options.folder, join(own.path, 'database'), { recursive: true })
    const findings = await look({
      DATA_DIR: own.path,
      DEPLOYMENT_FILE: join(data.path, 'deployment.json'),
    })
    await database.drop()
    own.remove()
    expect(failures(findings)).toEqual(
      only('migrations', /^\d+ not applied: 000002_chain_index, /, /sibyl migrate/),
    )
  })
  test('error: a token’s decimals are not those of the file', async () => {
    const file = JSON.parse(readFileSync(join(data.path, 'deployment.json'), 'utf8'))
    const { collateral } = file.deployment.tokens
    const tokens = { ...file.deployment.tokens, collateral: { ...collateral, decimals: 6 } }
    const path = join(data.path, 'other-decimals.json')
    writeFileSync(path, JSON.stringify({ ...file, deployment: { ...file.deployment, tokens } }))
    expect(failures(await look({ DEPLOYMENT_FILE: path }))).toEqual(
      only('tokens', /^collateral: \w+ has 18 decimals, the file says 6$/, /DEPLOYMENT_FILE/),
    )
  })
  test('error: the keeper’s wallet is empty, or nearly', async () => {
    const key = '5a'.repeat(32)
    const { lock, address } = keeperAccount(key, 0).wallet
    const environment = { KEEPER_KEY: key }
    expect(failures(await look(environment))).toEqual(only('keeper', / has 0\.00 ALPH$/, new RegExp(address)))
    const keeperIs = async () => (await look(environment)).find(({ check }) => check === 'keeper')
    devnet.controls.fund({ lock, attoAlph: 5n * ONE - 10n ** 16n })
    expect(await keeperIs()).toMatchObject({ status: 'warning', message: `${address} has 4.99 ALPH` })
    devnet.controls.fund({ lock, attoAlph: 10n ** 16n })
    expect(await keeperIs()).toMatchObject({ status: 'ok', message: `${address} has 5.00 ALPH` })
  })
  test('error: the disk is full', async (context) => {
    if (smallDiskAbsent !== null) return context.skip(smallDiskAbsent)
    const disk = mountSmallDisk(63)
    try {
      const environment = {
        DATA_DIR: join(disk.folder, 'new'),
        DEPLOYMENT_FILE: join(data.path, 'deployment.json'),
      }
      expect(failures(await look(environment))).toEqual(only('disk', /^6[23] MB left/, /make room/))
    } finally {
      disk.unmount()
    }
  })
  test('error: the world sees nothing, something else, another venue, or the figures', async () => {
    const door = await startScriptedServer(answers({}))
    const environment = { PUBLIC_URL: door.url }
    const status = (address: string) => ({ contracts: { venue: address } })
    try {
      expect(failures(await look(environment))).toEqual(
        only('public url', /is no venue: .* 404$/, /PUBLIC_URL/),
      )
      door.play(answers({ '/v1/status': status('another') }))
      expect(failures(await look(environment))).toEqual(
        only('public url', /another venue, another$/, /PUBLIC_URL/),
      )
      const own = status(venue.contracts.venue.address)
      door.play((request, response) => {
        response.setHeader('content-type', 'text/plain')
        response.end(request.url === '/metrics' ? 'sibyl_leading 1\n' : JSON.stringify(own))
      })
      expect(failures(await look(environment))).toEqual(
        only('proxy', /metrics is open to the world/, /Caddyfile/),
      )
      door.play(answers({ '/v1/status': own }))
      expect(failures(await look(environment))).toEqual([])
    } finally {
      await door.stop()
    }
    expect(failures(await look(environment))).toEqual(only('public url', /cannot be reached/, /PUBLIC_URL/))
  })
  test('error: the store of counters is away, or wants a password', async () => {
    const away = `redis://:secret@127.0.0.1:${await freePort()}`
    const found = failures(await look({ REDIS_URL: away }))
    expect(found).toEqual(only('redis', /^the server cannot be used \(ECONNREFUSED\)$/, /REDIS_URL/))
    expect(JSON.stringify(found)).not.toContain('secret')
  })
  test('behavior: a folder without a database is no fault', async () => {
    const findings = await look({
      DATA_DIR: join(other.path, 'none'),
      DEPLOYMENT_FILE: join(data.path, 'deployment.json'),
    })
    expect(failures(findings)).toEqual([])
    expect(summary(findings)).toContain('migrations: skipped')
  })
})

describeOnRedis('doctor', () => {
  test('default: the store of counters answers; error: it refuses the login', async () => {
    const folder = createDataDir()
    const look = async (url: string) => {
      const config = readConfig({
        DATA_DIR: folder.path,
        REDIS_URL: url,
        ALEPHIUM_NODE_URL: 'http://127.0.0.1:9',
      })
      return (await examine(config, systemClock)).find(({ check }) => check === 'redis')
    }
    const redis = await startRedisServer(['--requirepass', 'right'])
    try {
      const at = new URL(redis.url).host
      expect(await look(`redis://:right@${at}`)).toMatchObject({ status: 'ok' })
      expect(await look(`redis://:wrong@${at}`)).toMatchObject({ status: 'failed' })
      expect(await look(`redis://${at}`)).toMatchObject({ status: 'failed' })
    } finally {
      await redis.kill()
      folder.remove()
    }
  })
})

describeOnServer('doctor', () => {
  const data = createDataDir()
  let devnet: Devnet
  let database: TestDatabase
  const environment = () => ({
    DATA_DIR: data.path,
    ALEPHIUM_NODE_URL: devnet.url,
    DATABASE_URL: database.options.kind === 'server' ? database.options.url : '',
    SECRET_KEYS: 's'.repeat(32),
  })
  const look = (more: Readonly<Record<string, string>> = {}, clock: Clock = systemClock) =>
    examine(readConfig({ ...environment(), ...more }), clock)
  beforeAll(async () => {
    ;({ devnet } = await openVenue(data.path))
    database = await createTestDatabase('server')
  })
  afterAll(async () => {
    await devnet?.stop()
    await database?.drop()
    data.remove()
  })

  test('default: an empty database is behind, looking changes nothing, a migrated one is in order', async () => {
    const behind = only('migrations', /not applied: 000001_service_base, /, /sibyl migrate/)
    expect(failures(await look())).toEqual(behind)
    expect(failures(await look())).toEqual(behind)
    await (await database.open()).close()
    expect(failures(await look())).toEqual([])
  })
  test('error: clocks that disagree', async () => {
    for (const [ms, word] of [
      [600_000, 'behind'],
      [-600_000, 'ahead of'],
    ] as const) {
      const found = failures(await look({}, shifted(ms)))
      expect(found).toContainEqual(
        only('clock', new RegExp(`database is (5\\d\\d|60\\d) s ${word}`), /NTP/)[0],
      )
    }
  })
  test('error: behind its migrations, and of another release', async () => {
    const open = await database.open()
    await open.execute({ label: 'test', sql: 'drop schema chain cascade' })
    expect(failures(await look())).toEqual(
      only('migrations', /not applied: 000002_chain_index/, /sibyl migrate/),
    )
    await open.execute({
      label: 'test',
      sql: `insert into service.migrations values (999, '000999_service_future', '', 0)`,
    })
    await open.close()
    expect(failures(await look())).toEqual(
      only('migrations', /has 000999_service_future/, /the release that made/),
    )
  })
  test('error: the server does not answer', async () => {
    const url = `postgres://u@127.0.0.1:${await freePort()}/x`
    const found = failures(await look({ DATABASE_URL: url }))
    expect(found).toEqual(only('database', /cannot be used \(ECONNREFUSED\)/, /start PostgreSQL/))
  })
})

describe.skipIf(inject('replicationAbsent') !== null)('doctor (replica)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-doctor-'))
  let server: PostgresServer
  let standby: PostgresReplica
  let primary: StoreDatabase
  const look = async (readUrls: string) => {
    const config = readConfig({
      DATA_DIR: folder,
      ALEPHIUM_NODE_URL: 'http://127.0.0.1:9',
      DATABASE_URL: server.url,
      DATABASE_READ_URLS: readUrls,
      SECRET_KEYS: 's'.repeat(32),
    })
    return (await examine(config, systemClock)).filter(({ check }) => check === 'replicas')
  }
  const putHeight = (height: number) =>
    putCheckpoint(primary, {
      networkId: 4,
      genesisHash: '00'.repeat(32),
      startHeight: 0,
      height,
      hash: '11'.repeat(32),
      timestampMs: 0,
      finalHeight: 0,
      revision: height,
    })
  beforeAll(async () => {
    chmodSync(folder, 0o711)
    const binaries = findReplicationTools()
    if ('absent' in binaries) throw new Error(binaries.absent)
    server = await startPostgresServer(binaries, join(folder, 'primary'))
    primary = await openDatabase({ kind: 'server', url: server.url })
    await primary.execute({ label: 'test', sql: 'create database empty' })
    await putHeight(7)
    standby = await startPostgresReplica(binaries, server.url, join(folder, 'replica'))
  })
  afterAll(async () => {
    await primary?.close()
    await standby?.kill()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('default: a standby that follows', async () => {
    expect(await look(standby.url('postgres'))).toMatchObject([
      {
        status: 'ok',
        message: expect.stringMatching(/^127\.0\.0\.1:\d+ follows the primary$/),
        remedy: null,
      },
    ])
  })
  test('error: it lags behind', async () => {
    await standby.pause()
    await putHeight(10)
    const [finding] = await look(standby.url('postgres'))
    await standby.resume()
    expect(finding).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/ is 3 blocks behind the primary$/),
      remedy: expect.stringContaining('its log'),
    })
  })
  test('error: it is no standby, another database, or not there', async () => {
    const other = await createTestDatabase('server')
    if (other.options.kind !== 'server') throw new Error('no server')
    await (await other.open()).close()
    const away = `postgres://u:secret@127.0.0.1:${await freePort()}/x`
    const found = await look([server.url, other.options.url, standby.url('empty'), away].join(','))
    await other.drop()
    expect(found).toMatchObject([
      { status: 'warning', message: expect.stringContaining('is no standby'), remedy: expect.any(String) },
      {
        status: 'failed',
        message: expect.stringContaining('holds another index'),
        remedy: expect.any(String),
      },
      { status: 'failed', message: expect.stringContaining('has no tables of a venue') },
      { status: 'failed', message: expect.stringContaining('cannot be used (ECONNREFUSED)') },
    ])
    expect(JSON.stringify(found)).not.toContain('secret')
  })
})
