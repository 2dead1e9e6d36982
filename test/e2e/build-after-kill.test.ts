import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PrivateKeyWallet } from '@alephium/web3-wallet'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient } from '../support/http.ts'
import { createDataDir, type Service, seedDatabase, startService } from '../support/service.ts'
import { createWallet, mint } from '../support/wallet.ts'

const data = createDataDir()
const answerFile = join(data.path, 'answer')
let service: Service | null = null
let wallet: PrivateKeyWallet
let key: string
beforeAll(() => seedDatabase(data.path))
afterEach(async () => {
  service?.kill('SIGKILL')
  await service?.exited
})
afterAll(() => data.remove())

const depositPath = '/v1/tx/vault/deposit'

/**
 * A module that runs before the service and ends it as `kill -9` would, at the one moment that matters: the build is
 * stored, and its first byte has not left. What would have been sent is left in a file.
 */
const killedAtTheAnswer = `--import data:text/javascript,${encodeURIComponent(`
  import http from 'node:http'
  import { writeFileSync } from 'node:fs'
  const { end } = http.ServerResponse.prototype
  http.ServerResponse.prototype.end = function (...sent) {
    if (this.req.url === '${depositPath}' && this.statusCode === 200) {
      writeFileSync(${JSON.stringify(answerFile)}, sent[0])
      process.kill(process.pid, 'SIGKILL')
    }
    return end.apply(this, sent)
  }`)}`

const start = async (environment: Record<string, string> = {}) => {
  service = await startService({ DATA_DIR: data.path, ...environment })
  return { service, client: createHttpClient(service.url) }
}
const deposit = (change: object = {}) => ({
  signerAddress: wallet.address,
  signerPublicKey: wallet.publicKey,
  amount: '5000000000000000000',
  ...change,
})

/** Coins that a fresh build would take before those the wallet had: so a second build cannot look like the first. */
async function enrich({ client, nodeUrl }: { client: ReturnType<typeof createHttpClient>; nodeUrl: string }) {
  const { tokens } = (await client.request('GET', '/v1/status')).json()
  const answer = await fetch(`${nodeUrl}/devnet/fund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      address: wallet.address,
      attoAlph: `900${'0'.repeat(18)}`,
      tokens: [{ id: tokens.stake.id, amount: `9000000${'0'.repeat(18)}` }],
    }),
  })
  expect(answer.status).toBe(200)
}

describe('F24 a process killed between two identical build-tx', () => {
  test('behavior: killed before the first was answered, the second gets what it would have been', async () => {
    const first = await start({ NODE_OPTIONS: killedAtTheAnswer })
    wallet = createWallet()
    key = (await mint(first.client, wallet)).key
    const faucet = await first.client.request('POST', '/v1/faucet', { json: { address: wallet.address } })
    expect(faucet.status).toBe(200)
    await expect(first.client.request('POST', depositPath, { json: deposit(), key })).rejects.toThrow()
    expect(await first.service.exited).toBe('SIGKILL')
    const unheard = readFileSync(answerFile, 'utf8')
    expect(JSON.parse(unheard).txId).toMatch(/^[0-9a-f]{64}$/)

    const { client, service: restarted } = await start()
    await enrich({ client, nodeUrl: restarted.nodeUrl })
    const second = await client.request('POST', depositPath, { json: deposit(), key })
    expect([second.status, second.body]).toEqual([200, unheard])
    const other = await client.request('POST', depositPath, { json: deposit({ clientRef: 'other' }), key })
    expect(other.status).toBe(200)
    expect(other.json().txId).not.toBe(second.json().txId)

    restarted.kill('SIGKILL')
    expect(await restarted.exited).toBe('SIGKILL')
    const third = await start()
    const again = await third.client.request('POST', depositPath, { json: deposit(), key })
    expect([again.status, again.body]).toEqual([200, unheard])

    // And it is a transaction: signed, it is taken and has the promised id.
    const { unsignedTx, txId } = again.json()
    const { signature } = await wallet.signUnsignedTx({ signerAddress: wallet.address, unsignedTx })
    const submitted = await fetch(`${third.service.nodeUrl}/transactions/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ unsignedTx, signature }),
    })
    expect([submitted.status, await submitted.json()]).toEqual([200, { txId, fromGroup: 0, toGroup: 0 }])
  })
})
