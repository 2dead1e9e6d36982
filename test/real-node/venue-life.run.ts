import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kit/index.ts'
import { generous } from '../support/life/generous.ts'
import type { Hands } from '../support/life/hands.ts'
import { type NodeStage, openNodeStage } from '../support/life/node-stage.ts'
import { liveVenue } from '../support/life/venue-life.ts'
import { runCommand } from '../support/service.ts'

// `npm run sim -- real-node URL`: a full node of a devnet with its event log on, that mines when transactions come.

const url = process.env.SIBYL_TEST_NODE_URL ?? ''
const tell = (line: string): boolean => process.stdout.write(`${line}\n`)
const since = (ms: number): string => `${((systemClock.nowMs() - ms) / 1_000).toFixed(1)} s`

describe('a venue’s life on a real node', () => {
  let stage: NodeStage
  const logs: string[] = []
  beforeAll(async () => {
    if (url === '') throw new Error('SIBYL_TEST_NODE_URL names the node')
    stage = await openNodeStage(url, generous)
    tell(`deployed in ${(stage.deployMs / 1_000).toFixed(1)} s`)
  })
  afterAll(async () => {
    if (stage === undefined) return
    await stage.close()
    const lines = [...logs, stage.service().output()].join('').split('\n')
    const loud = lines.filter((line) => /"level":[456]0/.test(line))
    const count = (kind: string) => lines.filter((line) => line.includes(`"event":"${kind}"`)).length
    tell(`the keeper sent ${count('sent')} transactions, ${count('refused')} dry runs were refused`)
    tell(`${loud.length} warnings or worse among ${lines.length} lines`)
    for (const line of loud) tell(line)
  })

  test('behavior: from the first key to the last withdrawal, with a crash before the close', async () => {
    const beganMs = systemClock.nowMs()
    await liveVenue(stage, { beforeTheClose: crash })
    tell(`the story took ${since(beganMs)}`)
  })

  /** One body fifty times at once; killed; examined; started again: the same bytes, and no read has to wait for a lease. */
  async function crash({ build, send, fundedWallet, get }: Hands): Promise<void> {
    const wallet = await fundedWallet()
    const ask = () => build('vault/deposit', wallet, { amount: '5000000000000000000' })
    const buildingMs = systemClock.nowMs()
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    expect(answers.map(({ status }) => status)).toEqual(new Array(50).fill(200))
    const bodies = new Set(answers.map(({ body }) => body))
    expect(bodies.size).toBe(1)
    tell(`50 builds of one body in ${since(buildingMs)}: one transaction`)

    logs.push(stage.service().output())
    await stage.killService()
    const doctor = await runCommand(['doctor'], stage.environment)
    tell(doctor.stdout)
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringMatching(/ok +event log/)])

    const startingMs = systemClock.nowMs()
    await stage.startService()
    const startedMs = systemClock.nowMs()
    await get('/v1/markets')
    tell(`listens again after ${since(startingMs)}, shows the newest block ${since(startedMs)} later`)
    expect((await ask()).body).toBe(answers[0]?.body)
    const txId = await send('vault/deposit', wallet, { amount: '5000000000000000000' })
    expect(txId).toBe(answers[0]?.json().txId)
    expect((await ask()).json().txId).not.toBe(txId)
  }
})
