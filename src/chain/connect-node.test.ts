import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  answers,
  hangUp,
  type Script,
  type ScriptedServer,
  silence,
  startScriptedServer,
  status,
  trickle,
} from '../../test/support/scripted-server.ts'
import { createManualClock, Fault } from '../kit/index.ts'
import { connectNode, type NodeOptions } from './connect-node.ts'
import { NodeRefused } from './node-refused.ts'

const hash = (n: number) => n.toString(16).padStart(64, '0')
const address = '25kE2CyHzKVP5m2CAYAvPYxemhFKdXtXkkwdcTTcGVLH5'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer(silence)
})
afterAll(() => server.stop())
beforeEach(() => server.play(silence))

const connect = (limits: NodeOptions['limits'] = {}, clock = createManualClock(0)) =>
  connectNode({ url: server.url, group: 0, clock, limits })

const block = {
  hash: hash(5),
  timestamp: 1_700_000_000_000,
  chainFrom: 0,
  chainTo: 0,
  height: 17,
  deps: [1, 2, 3, 40, 41, 42, 43].map(hash),
  nonce: 'an unknown field is fine',
  transactions: [
    {
      unsigned: {
        txId: hash(7),
        version: 0,
        networkId: 4,
        scriptOpt: '0101',
        gasAmount: 20_000,
        gasPrice: '100000000000',
        inputs: [{ outputRef: { hint: -1, key: hash(8) }, unlockScript: '03' }],
        fixedOutputs: [],
      },
      scriptExecutionOk: false,
    },
  ],
}
const event = {
  txId: hash(7),
  contractAddress: address,
  eventIndex: -2,
  fields: [
    { type: 'U256', value: '115792089237316195423570985008687907853269984665640564039457584007913129639935' },
    { type: 'Array', value: [{ type: 'Bool', value: true }] },
  ],
}

const all = () => true

describe('connectNode', () => {
  test('default: a block with its parent, transactions and events', async () => {
    server.play(answers({ '/blockflow/blocks-with-events/': { block, events: [event] } }))
    expect(await connect().findBlock(hash(5), all)).toEqual({
      hash: hash(5),
      parentHash: hash(40),
      height: 17,
      timestampMs: 1_700_000_000_000,
      transactions: [{ txId: hash(7), hasScript: true, scriptExecutionOk: false }],
      events: [{ ...event, position: 0 }],
    })
  })
  test('behavior: events of other contracts are counted and not looked at, whatever is in them', async () => {
    const stranger = { ...event, contractAddress: 'stranger', fields: 'nothing a node would write' }
    const events = [stranger, event, stranger, { ...stranger, fields: 'x'.repeat(1_000_000) }, event]
    server.play(answers({ '/blockflow/blocks-with-events/': { block, events } }))
    const found = await connect().findBlock(hash(5), (contract) => contract === address)
    expect(found?.events.map(({ position }) => position)).toEqual([1, 4])
  })
  test('behavior: an address is as long as it is', async () => {
    const long = '2'.repeat(100_000)
    const events = [{ ...event, fields: [{ type: 'Address', value: long }] }]
    server.play(answers({ '/blockflow/blocks-with-events/': { block, events } }))
    expect((await connect().findBlock(hash(5), all))?.events[0]?.fields).toEqual([
      { type: 'Address', value: long },
    ])
  })
  test('default: the parent of a block of group 2 is the third of its own chains', async () => {
    const other = { ...block, chainFrom: 2, chainTo: 2, transactions: [] }
    server.play(answers({ '/blockflow/blocks-with-events/': { block: other, events: [] } }))
    const chain = connectNode({ url: server.url, group: 2, clock: createManualClock(0) })
    expect((await chain.findBlock(hash(5), all))?.parentHash).toBe(hash(42))
  })
  test('default: coins, amounts as bigint', async () => {
    server.play(
      answers({
        '/addresses/': {
          utxos: [
            {
              ref: { hint: 3, key: hash(1) },
              amount: '10',
              tokens: [{ id: hash(2), amount: '5' }],
              lockTime: 9,
            },
            { ref: { hint: 3, key: hash(3) }, amount: '11' },
          ],
        },
      }),
    )
    expect(await connect().listCoins(address)).toEqual([
      {
        ref: { hint: 3, key: hash(1) },
        attoAlph: 10n,
        tokens: [{ id: hash(2), amount: 5n }],
        lockTimeMs: 9n,
      },
      { ref: { hint: 3, key: hash(3) }, attoAlph: 11n, tokens: [], lockTimeMs: 0n },
    ])
  })
  test.each([
    [2 ** 53, 2n ** 53n],
    ['9007199254740993', 2n ** 53n + 1n],
    ['9223372036854775807', 2n ** 63n - 1n],
  ])('default: a coin locked until %s, in quotes beyond 2^53', async (lockTime, lockTimeMs) => {
    const utxo = { ref: { hint: 3, key: hash(1) }, amount: '10', lockTime }
    server.play(answers({ '/addresses/': { utxos: [utxo] } }))
    expect((await connect().listCoins(address)).map((coin) => coin.lockTimeMs)).toEqual([lockTimeMs])
  })
  test.each([
    ['a negative amount', { amount: '-1' }],
    ['a lock time that is no time', { lockTime: 'never' }],
    ['a token without an id', { tokens: [{ amount: '1' }] }],
    ['no reference', { ref: null }],
  ])('behavior: a coin with %s is told and left out, the others are listed', async (_, odd) => {
    const coin = (n: number) => ({ ref: { hint: 3, key: hash(n) }, amount: String(n) })
    server.play(answers({ '/addresses/': { utxos: [coin(1), { ...coin(2), ...odd }, coin(3)] } }))
    const told: unknown[] = []
    const chain = connectNode({
      url: server.url,
      group: 0,
      clock: createManualClock(0),
      observe: (observation) => void told.push(observation),
    })
    expect((await chain.listCoins(address)).map(({ attoAlph }) => attoAlph)).toEqual([1n, 3n])
    expect(told).toEqual([{ kind: 'odd-coin', address, cause: expect.any(Fault) }])
  })
  test('behavior: a transaction unlocked by twenty megabytes is one like any other', async () => {
    const [first] = block.transactions
    const unlocked = {
      ...first,
      unsigned: { ...first?.unsigned, inputs: [{ unlockScript: '02'.repeat(10_000_000) }] },
    }
    const long = { ...block, transactions: [unlocked, ...block.transactions] }
    server.play(answers({ '/blockflow/blocks-with-events/': { block: long, events: [] } }))
    const found = await connect({ deadlineMs: 60_000 }).findBlock(hash(5), all)
    expect(found?.transactions).toEqual(
      [0, 1].map(() => ({ txId: hash(7), hasScript: true, scriptExecutionOk: false })),
    )
  })
  test('behavior: a wallet with more coins than the node reads at once is still listed', async () => {
    server.play(answers({ '/addresses/': { utxos: [] } }))
    expect(await connect().listCoins(address)).toEqual([])
    expect(server.requests.at(-1)).toBe(`/addresses/${address}/utxos?error-if-exceed-max-utxos=false`)
  })
  test('default: what the node does not have is null, not an error', async () => {
    server.play(
      status(500, { detail: `The block ${hash(5)} does not exist, please check if your full node synced` }),
    )
    const chain = connect()
    expect(await chain.findBlock(hash(5), all)).toBeNull()
    expect(await chain.getBlockStanding(hash(5))).toBe('unknown')
    server.play(status(500, { detail: 'Failed in IO: org.alephium.io.IOError$KeyNotFound: …' }))
    expect(await chain.findContractState(address)).toBeNull()
    server.play(status(404, { resource: 'Transaction x', detail: 'Transaction x not found' }))
    expect(await chain.findTransaction(hash(1))).toBeNull()
  })
  test.each([400, 404, 500])(
    'error: a %d with a detail to what every node can say is trouble, not an answer',
    async (code) => {
      server.play(status(code, { detail: 'Failed in IO: disk' }))
      const chain = connect()
      const questions = [
        () => chain.getNodeFacts(),
        () => chain.getHeight(),
        () => chain.listHashesAt(1),
        () => chain.findBlock(hash(5), all),
        () => chain.getBlockStanding(hash(5)),
      ]
      for (const ask of questions)
        await expect(ask()).rejects.toMatchObject({ name: 'Fault', kind: 'upstream_error' })
    },
  )
  test('default: an orphan is told from an unknown block', async () => {
    server.play(answers({ '/blockflow/is-block-in-main-chain': false }))
    expect(await connect().getBlockStanding(hash(5))).toBe('orphan')
  })
  test('default: a failing dry run is a result', async () => {
    server.play(status(500, { detail: 'VM execution error: OutOfGas' }))
    expect(await connect().dryRunScript({ bytecode: '00' })).toEqual({
      ok: false,
      failure: { text: 'OutOfGas', errorCode: null, contractAddress: null },
    })
  })
  test('error: a plain no is NodeRefused with its reason', async () => {
    server.play(status(500, { detail: `Failed in validating tx ${hash(1)} due to NonExistInput: 00` }))
    const refused = await connect()
      .submit({ unsignedTx: '00', signature: '00' })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(NodeRefused)
    expect(refused).toMatchObject({ status: 500, reason: { kind: 'input_spent' } })
  })
})

const patient = { deadlineMs: 120_000 }

/** A beginning, and then the same for as long as anybody listens. */
const endless =
  (head: string, element: string): Script =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(head)
    const piece = element.repeat(Math.ceil(65_536 / element.length))
    const write = () => {
      while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', write)
    }
    write()
  }

describe('a node in trouble', () => {
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => 'no failure',
      (error: unknown) => (error instanceof Fault ? `${error.kind}: ${error.message}` : error),
    )

  test('error: F17 nobody listens', async () => {
    const gone = await startScriptedServer(silence)
    await gone.stop()
    const chain = connectNode({ url: gone.url, group: 0, clock: createManualClock(0) })
    expect(await failure(chain.getHeight())).toBe('upstream_error: the node could not be reached')
  })
  test('error: F18 a silent node is a timeout', async () => {
    expect(await failure(connect({ deadlineMs: 30 }).getHeight())).toBe(
      'upstream_timeout: the node did not answer within 30 ms',
    )
  })
  test('error: F18 a byte now and then is the same timeout', async () => {
    server.play(trickle)
    expect(await failure(connect({ deadlineMs: 50 }).getHeight())).toBe(
      'upstream_timeout: the node did not answer within 50 ms',
    )
  })
  test('error: a cut connection', async () => {
    server.play(hangUp)
    expect(await failure(connect().getHeight())).toBe('upstream_error: the node could not be reached')
  })
  test.each([
    ['not JSON', status(200, 'garbage'), "the node's answer cannot be read"],
    ['an empty body', status(200, ''), "the node's answer cannot be read"],
    ['another shape', status(200, { height: 1 }), "the node's chain-info answer cannot be used: /: "],
    [
      'a negative height',
      status(200, { currentHeight: -1 }),
      "the node's chain-info answer cannot be used: /currentHeight: ",
    ],
    ['a proxy page', status(502, '<html>', 'text/html'), 'the node answered with status 502'],
    ['a crash', status(500, 'Internal server error', 'text/plain'), 'the node answered with status 500'],
    ['a wrong API key', status(401, { detail: 'Wrong api key' }), 'the node answered with status 401'],
    ['a redirect', status(302, ''), 'the node could not be reached'],
  ])('error: %s', async (_, script, message) => {
    server.play(script)
    expect(await failure(connect().getHeight())).toContain(`upstream_error: ${message}`)
  })
  test('error: an answer that does not end', async () => {
    server.play(status(200, JSON.stringify({ currentHeight: 1, more: 'x'.repeat(2_000) })))
    expect(await failure(connect({ responseBytesMax: 1_000 }).getHeight())).toBe(
      "upstream_error: the node's answer is larger than 1000 bytes",
    )
  })
  test('error: values in values deeper than the stack', async () => {
    const depth = 20_000
    const value = `${'{"type":"Array","value":['.repeat(depth)}${']}'.repeat(depth)}`
    server.play(status(200, `{"type":"CallContractSucceeded","returns":[${value}],"gasUsed":1,"events":[]}`))
    expect(await failure(connect().callContract({ address, methodIndex: 0 }))).toBe(
      "upstream_error: the node's call-contract answer cannot be used: it cannot be checked",
    )
  })
  test.each([
    [
      'transactions',
      '100000 transactions',
      '{"block":{"transactions":[',
      { unsigned: { txId: hash(7) }, scriptExecutionOk: true },
      () => connect(patient).findBlock(hash(5), all),
    ],
    [
      'events of ours',
      '33554432 bytes of events',
      '{"events":[',
      { ...event, fields: [{ type: 'ByteVec', value: 'ab'.repeat(500_000) }] },
      () => connect(patient).findBlock(hash(5), all),
    ],
    [
      'coins',
      '100000 coins',
      '{"utxos":[',
      { ref: { hint: 1, key: hash(8) }, amount: '1' },
      () => connect(patient).listCoins(address),
    ],
  ])('error: %s without end are refused when they are too many', async (_, bound, head, element, ask) => {
    server.play(endless(head, `${JSON.stringify(element)},`))
    expect(await failure(ask())).toBe(
      `upstream_error: the node's answer cannot be used: it has more than ${bound}`,
    )
  })
  test('error: a block that was not asked for', async () => {
    server.play(answers({ '/blockflow/blocks-with-events/': { block, events: [] } }))
    expect(await failure(connect().findBlock(hash(6), all))).toContain('another block')
  })
  test('error: F17 after ten failures the breaker answers, without asking; it recovers by itself', async () => {
    const clock = createManualClock(0)
    const chain = connect({}, clock)
    server.play(hangUp)
    for (let i = 0; i < 10; i++) await failure(chain.getHeight())
    const asked = server.requests.length
    expect(await failure(chain.getHeight())).toContain('not asked for a while')
    expect(server.requests.length).toBe(asked)
    server.play(answers({ '/blockflow/chain-info': { currentHeight: 3 } }))
    clock.advance(10_000)
    expect(await chain.getHeight()).toBe(3)
    expect(await chain.getHeight()).toBe(3)
  })
  test('behavior: a plain no does not count for the breaker', async () => {
    const chain = connect()
    server.play(status(404, { detail: 'Transaction x not found' }))
    for (let i = 0; i < 20; i++) expect(await chain.findTransaction(hash(1))).toBeNull()
  })
  test('behavior: no more calls at once than allowed; one too many in the queue is an overload', async () => {
    const waiting: (() => void)[] = []
    const bothArrived = new Promise<void>((resolve) =>
      server.play((request, response) => {
        waiting.push(() => status(200, { currentHeight: 1 })(request, response))
        if (waiting.length === 2) resolve()
      }),
    )
    const before = server.requests.length
    const chain = connect({ concurrencyMax: 2, queueMax: 3 })
    const calls = Array.from({ length: 6 }, () => failure(chain.getHeight()))
    expect(await calls[5]).toBe('overload: too many calls wait for the node')
    await bothArrived
    expect(server.requests.length - before).toBe(2)
    server.play(status(200, { currentHeight: 1 }))
    for (const answer of waiting) answer()
    expect(await Promise.all(calls.slice(0, 5))).toEqual(Array(5).fill('no failure'))
  })
})
