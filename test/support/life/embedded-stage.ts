import { NodeProvider } from '@alephium/web3'
import { expect } from 'vitest'
import { createHttpClient } from '../http.ts'
import { createDataDir, seedDatabase, startService } from '../service.ts'
import type { LifeStage } from './life-stage.ts'

/** One process started as a newcomer starts it: its devnet has a faucet, and time is moved instead of waited for. */
export async function openEmbeddedStage(environment: Readonly<Record<string, string>>): Promise<LifeStage> {
  const data = createDataDir()
  await seedDatabase(data.path)
  const service = await startService({ DATA_DIR: data.path, ...environment })
  const client = createHttpClient(service.url)
  const control = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${service.nodeUrl}/devnet/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
  }
  return {
    node: new NodeProvider(service.nodeUrl),
    service: () => service,
    tradingMs: 3_600_000,
    async fund({ address }) {
      const answer = await client.request('POST', '/v1/faucet', { json: { address } })
      expect(answer.status).toBe(200)
    },
    async fundExactly({ address }, { attoAlph, collateral, stake }) {
      const { tokens } = (await client.request('GET', '/v1/status')).json()
      await control('fund', {
        address,
        attoAlph: String(attoAlph),
        tokens: [
          { id: tokens.collateral.id, amount: String(collateral) },
          { id: tokens.stake.id, amount: String(stake) },
        ],
      })
    },
    passUntil: (ms, lastBlockMs) => control('time', { advanceMs: Math.max(1, Math.ceil(ms - lastBlockMs)) }),
    // The devnet answers a submission when its block is made.
    included: async () => undefined,
    async close() {
      service.kill('SIGKILL')
      await service.exited
      data.remove()
    },
  }
}
