import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScriptedServer, silence, startScriptedServer } from '../../test/support/scripted-server.ts'
import { createManualClock, Fault, sleep } from '../kit/index.ts'
import { connectNode } from './connect-node.ts'
import { cutJson } from './cut-json.ts'
import type { Chain } from './port.ts'

const MEGABYTE = 2 ** 20
const ANSWER_MEGABYTES = 50
const ANSWERS = 20
/** Sixteen calls at once of up to 4 MB each, eight elements of 8 MB, and what was not collected yet; of 1000 that came. */
const PEAK_MEGABYTES = 300
const LEFT_MEGABYTES = 16

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const addressOf = '25kE2CyHzKVP5m2CAYAvPYxemhFKdXtXkkwdcTTcGVLH5'
let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer(silence)
})
afterAll(() => server.stop())

const heldMegabytes = (): number => {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MEGABYTE
}

/** A beginning, and then the same megabyte again and again. */
function playHuge(head: string): void {
  const more = Buffer.alloc(MEGABYTE, 'a')
  server.play((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(head)
    let left = ANSWER_MEGABYTES
    const write = () => {
      while (left > 0) {
        left -= 1
        if (!response.write(more)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  })
}

const block = '0'.repeat(64)

test.each([
  ['an answer of its own', '{"currentHeight":"', (chain: Chain) => chain.getHeight()],
  [
    'a block',
    '{"block":{"transactions":[{"unsigned":"',
    (chain: Chain) => chain.findBlock(block, () => true),
  ],
  [
    'a block with an event of ours',
    '{"events":[{"x":"',
    (chain: Chain) => chain.findBlock(block, () => true),
  ],
  ['a block beside its lists', '{"block":"', (chain: Chain) => chain.findBlock(block, () => true)],
  ['a list of coins', '{"utxos":[{"x":"', (chain: Chain) => chain.listCoins(addressOf)],
])('behavior: twenty times fifty megabytes for %s stay bounded and are given back', async (_, head, ask) => {
  playHuge(head)
  const limits = { deadlineMs: 120_000, breaker: { windowCalls: 100, failureShare: 1, openMs: 1 } }
  const chain = connectNode({ url: server.url, group: 0, clock: createManualClock(0), limits })
  await expect(ask(chain)).rejects.toBeInstanceOf(Fault)
  collect()
  const beforeMegabytes = heldMegabytes()
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, heldMegabytes())
  }, 5)
  const outcomes = await Promise.allSettled(Array.from({ length: ANSWERS }, () => ask(chain)))
  clearInterval(watching)
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'))
  expect(peak - beforeMegabytes).toBeLessThan(PEAK_MEGABYTES)
  // Connections that were cut are let go of a little later.
  for (collect(); heldMegabytes() - beforeMegabytes > LEFT_MEGABYTES; collect()) await sleep(50)
})

test('behavior: of a string that is cut the chunks it came in are not held', async () => {
  const chunk = `"${'a'.repeat(65_533)}",`
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{"list":[{"x":[')
    collect()
    const beforeMegabytes = heldMegabytes()
    for (let i = 0; i < 1_000; i++) yield Buffer.from(chunk)
    // Of 64 that came, the one that is kept; what is let go of is given back a little later.
    for (collect(); heldMegabytes() - beforeMegabytes > LEFT_MEGABYTES; collect()) await sleep(50)
    yield Buffer.from('0]}]}')
  }
  let taken = 0
  const take = (text: string) => {
    taken += text.length
  }
  const arrays = { list: { stringBytesMax: 1_024, take } }
  await cutJson(chunks(), { arrays, elementBytesMax: MEGABYTE * 8, restBytesMax: 1_024 })
  expect(taken).toBe('{"x":['.length + 1_000 * (1_024 + '"",'.length) + '0]}'.length)
})
