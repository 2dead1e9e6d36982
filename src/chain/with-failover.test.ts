import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answers,
  hangUp,
  type ScriptedServer,
  startScriptedServer,
} from '../../test/support/scripted-server.ts'
import { createManualClock, Fault } from '../kit/index.ts'
import { checkNetwork } from './check-network.ts'
import { connectNode } from './connect-node.ts'
import { withFailover } from './with-failover.ts'

const genesis = 'aa'.repeat(32)
const healthy = (height: number, networkId = 4, genesisHash = genesis) =>
  answers({
    '/infos/chain-params': { networkId, groups: 4 },
    '/infos/version': { version: 'v4.6.0' },
    '/infos/self-clique': { synced: true },
    '/blockflow/hashes': { headers: [genesisHash] },
    '/blockflow/chain-info': { currentHeight: height },
  })

let first: ScriptedServer
let second: ScriptedServer
beforeAll(async () => {
  first = await startScriptedServer(healthy(1))
  second = await startScriptedServer(healthy(2))
})
afterAll(() => Promise.all([first.stop(), second.stop()]))

function setup() {
  const clock = createManualClock(0)
  const nodes = [first, second].map((server) => connectNode({ url: server.url, group: 0, clock }))
  const network = { networkId: 4, genesisHash: genesis }
  return { clock, chain: withFailover(nodes, { clock, returnAfterMs: 60_000, network }), nodes }
}

describe('withFailover', () => {
  test('default: F21 stays on one, switches when it fails, tries the first again after a minute', async () => {
    const { clock, chain } = setup()
    first.play(healthy(1))
    second.play(healthy(2))
    expect([await chain.getHeight(), await chain.getHeight()]).toEqual([1, 1])
    first.play(hangUp)
    expect(await chain.getHeight()).toBe(2)
    first.play(healthy(3))
    clock.advance(59_999)
    expect(await chain.getHeight()).toBe(2)
    clock.advance(1)
    expect(await chain.getHeight()).toBe(3)
  })
  test('error: all down is the fault of the one in use', async () => {
    const { chain } = setup()
    first.play(hangUp)
    second.play(hangUp)
    await expect(chain.getHeight()).rejects.toThrow('the node could not be reached')
  })
  test('error: F19 a node of another network or genesis never answers for us', async () => {
    const { chain, nodes } = setup()
    first.play(healthy(1, 0))
    second.play(healthy(2))
    expect(await chain.getHeight()).toBe(2)
    second.play(healthy(2, 4, 'bb'.repeat(32)))
    await expect(checkNetwork(nodes[1]!, { networkId: 4, genesisHash: genesis })).rejects.toThrow(Fault)
    await expect(checkNetwork(nodes[0]!, { networkId: 4 })).rejects.toThrow('network 0, the venue on 4')
    await expect(setup().chain.getHeight()).rejects.toThrow('the node is on network 0')
  })
})
