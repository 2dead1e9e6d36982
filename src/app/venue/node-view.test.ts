import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScriptedServer, startScriptedServer, status } from '../../../test/support/scripted-server.ts'
import { connectNode } from '../../chain/index.ts'
import { createManualClock } from '../../kit/index.ts'
import { createNodeView } from './node-view.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer(status(400, { detail: 'Invalid value for: path parameter address' }))
})
afterAll(() => server.stop())

test('error: a node that refuses to list coins is trouble upstream, and no bug', async () => {
  const chain = connectNode({ url: server.url, group: 0, clock: createManualClock(0) })
  const { balances } = createNodeView(server.url, chain)
  await expect(balances('z'.repeat(40))).rejects.toMatchObject({ name: 'Fault', kind: 'upstream_error' })
})
