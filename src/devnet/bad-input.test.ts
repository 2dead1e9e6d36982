import { transactionSign } from '@alephium/web3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '../kit/index.ts'
import { decodeUnsignedTx, encodeUnsignedTx, limits, txIdOf, type UnsignedTx } from '../transaction/index.ts'
import { type Devnet, startDevnet } from './start-devnet.ts'
import { testWallets } from './wallets.ts'

/** Whatever is sent: the node's own refusal, an unchanged chain, and the next request is answered as if nothing had been. */
let devnet: Devnet
const [alice, bob] = testWallets()
const payer = alice!

beforeAll(async () => {
  devnet = await startDevnet({ seed: 'bad input', startMs: 1_800_000_000_000, port: 0 })
})
afterAll(() => devnet.stop())

interface Answer {
  readonly status: number
  readonly detail: string
  readonly body: Record<string, unknown>
}

async function send(method: string, path: string, body?: string | object): Promise<Answer> {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const response = await fetch(devnet.url + path, { method, ...(text === undefined ? {} : { body: text }) })
  const answer = await response.text()
  const parsed = answer.startsWith('{') ? JSON.parse(answer) : {}
  return { status: response.status, detail: parsed.detail ?? '', body: parsed }
}

/** Heights of all chains, balances of all wallets, and the mempool. */
async function fingerprint(): Promise<string> {
  const paths = [
    ...Array.from({ length: 16 }, (_, i) => `/blockflow/chain-info?fromGroup=${i >> 2}&toGroup=${i % 4}`),
    ...devnet.wallets.map(({ address }) => `/addresses/${address}/utxos`),
    '/mempool/transactions',
  ]
  const answers = await Promise.all(paths.map(async (path) => (await fetch(devnet.url + path)).text()))
  return answers.join('\n')
}

async function expectUnchanged(act: () => Promise<Answer>): Promise<Answer> {
  const before = await fingerprint()
  const answer = await act()
  expect(await fingerprint()).toBe(before)
  return answer
}

async function build(amount = 10n ** 18n): Promise<UnsignedTx> {
  const answer = await send('POST', '/transactions/build', {
    fromPublicKey: payer.publicKey,
    destinations: [{ address: bob!.address, attoAlphAmount: String(amount) }],
  })
  return decodeUnsignedTx(hexToBytes(String(answer.body.unsignedTx)))
}

const signed = (tx: UnsignedTx, privateKey = payer.privateKey) => {
  const bytes = encodeUnsignedTx(tx)
  return { unsignedTx: bytesToHex(bytes), signature: transactionSign(txIdOf(bytes), privateKey) }
}

const submit = (body: object) => send('POST', '/transactions/submit', body)

describe('transactions', () => {
  const cases: readonly (readonly [string, string, (tx: UnsignedTx) => UnsignedTx])[] = [
    ['another network', 'InvalidNetworkId', (tx) => ({ ...tx, networkId: 1 })],
    ['another version', 'InvalidTxVersion', (tx) => ({ ...tx, version: 1 })],
    ['too little gas', 'InvalidStartGas', (tx) => ({ ...tx, gasAmount: limits.GAS_MIN - 1 })],
    ['too much gas', 'InvalidStartGas', (tx) => ({ ...tx, gasAmount: limits.GAS_MAX + 1 })],
    ['a gas price too low', 'InvalidGasPrice', (tx) => ({ ...tx, gasPrice: limits.GAS_PRICE_MIN - 1n })],
    ['no outputs', 'NoOutputs', (tx) => ({ ...tx, fixedOutputs: [] })],
    ['dust', 'InvalidOutputStats', (tx) => withOutput(tx, { amount: limits.DUST - 1n })],
    [
      'two tokens in a coin',
      'InvalidOutputStats',
      (tx) => withOutput(tx, { tokens: [token('aa'), token('bb')] }),
    ],
    [
      'a token in a coin with more than dust',
      'InvalidOutputStats',
      (tx) => withOutput(tx, { tokens: [token('aa')] }),
    ],
    [
      'too much data',
      'OutputDataSizeExceeded',
      (tx) => withOutput(tx, { additionalData: new Uint8Array(257) }),
    ],
    ['a token out of nothing', 'InvalidTokenBalance', (tx) => withToken(tx)],
    [
      'more out than in',
      'InvalidAlphBalance',
      (tx) => withOutput(tx, { amount: tx.fixedOutputs[0]!.amount + 1n }),
    ],
    [
      'less out than in',
      'InvalidAlphBalance',
      (tx) => withOutput(tx, { amount: tx.fixedOutputs[0]!.amount - 1n }),
    ],
    ['a coin twice', 'TxDoubleSpending', (tx) => ({ ...tx, inputs: [tx.inputs[0]!, tx.inputs[0]!] })],
    ['an unknown coin', 'NonExistInput', (tx) => withInput(tx, { key: 'cd'.repeat(32) })],
    ['receivers in two groups', 'InvalidOutputGroupIndex', twoGroups],
    [
      '257 inputs',
      'TooManyInputs',
      (tx) => ({ ...tx, inputs: Array.from({ length: 257 }, () => tx.inputs[0]!) }),
    ],
    [
      '257 outputs',
      'TooManyOutputs',
      (tx) => ({ ...tx, fixedOutputs: Array.from({ length: 257 }, () => tx.fixedOutputs[0]!) }),
    ],
    ["somebody else's key", 'InvalidPublicKeyHash', (tx) => withUnlock(tx, `00${bob!.publicKey}`)],
    ['an unlock of the wrong kind', 'InvalidUnlockScriptType', (tx) => withUnlock(tx, '05')],
  ]

  test.each(cases)('error: %s', async (_, status, change) => {
    const tx = change(await build())
    const answer = await expectUnchanged(() => submit(signed(tx)))
    expect([answer.status, answer.detail]).toEqual([500, expect.stringContaining(` due to ${status}: `)])
  })

  test('error: signatures that are none', async () => {
    const good = signed(await build())
    const s = BigInt(`0x${good.signature.slice(64)}`)
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const highS = good.signature.slice(0, 64) + (order - s).toString(16).padStart(64, '0')
    for (const signature of [
      highS,
      '00'.repeat(64),
      'ff'.repeat(64),
      signed(await build(), bob!.privateKey).signature,
    ]) {
      const answer = await expectUnchanged(() => submit({ ...good, signature }))
      expect([answer.status, answer.detail]).toEqual([
        500,
        expect.stringContaining('due to InvalidSignature'),
      ])
    }
  })

  test('error: coins that are locked', async () => {
    const lockTime = devnet.clock.nowMs() + 60_000
    const locked = await build()
    const tx = withOutput(locked, { lock: payer.lock, lockTimeMs: BigInt(lockTime) })
    expect((await submit(signed(tx))).status).toBe(200)
    const spend: UnsignedTx = {
      ...tx,
      inputs: [{ ref: await lockedRef(lockTime), unlock: `00${payer.publicKey}` }],
      fixedOutputs: [{ ...tx.fixedOutputs[0]!, lockTimeMs: 0n, amount: 10n ** 18n - 2n * 10n ** 15n }],
    }
    const answer = await expectUnchanged(() => submit(signed(spend)))
    expect(answer.detail).toContain('due to TimeLockedTx')
    devnet.controls.setTime({ setToMs: lockTime })
    expect((await submit(signed(spend))).status).toBe(200)
  })

  test('error: the same coin again, in the mempool and after the block', async () => {
    devnet.controls.setMining({ mode: 'manual' })
    const first = await build(10n ** 18n)
    const second = await build(2n * 10n ** 18n)
    expect((await submit(signed(first))).status).toBe(200)
    expect((await submit(signed(first))).status).toBe(200)
    const answer = await expectUnchanged(() => submit(signed(second)))
    expect([answer.status, answer.detail]).toEqual([
      500,
      expect.stringMatching(/^Tx [0-9a-f]{8} is double spending: /),
    ])
    devnet.controls.mine()
    devnet.controls.setMining({ mode: 'instant' })
    for (const tx of [first, second])
      expect((await submit(signed(tx))).detail).toContain('due to NonExistInput')
  })
})

describe('requests', () => {
  test('error: bytes that are no transaction', async () => {
    const { unsignedTx, signature } = signed(await build())
    for (const cut of ['', unsignedTx.slice(0, -1), unsignedTx.slice(0, -2), `${unsignedTx}00`, 'zz', '00'])
      expect((await expectUnchanged(() => submit({ unsignedTx: cut, signature }))).status).toBe(400)
    for (let length = 2; length < unsignedTx.length; length += 34)
      expect(
        (await send('POST', '/transactions/decode-unsigned-tx', { unsignedTx: unsignedTx.slice(0, length) }))
          .status,
      ).toBe(400)
  })

  test('error: bodies that are no JSON, of the wrong shape, or far too large', async () => {
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '{"fromPublicKey":1}',
      '{"__proto__":null}',
      '\u0000',
      '{"a":'.repeat(5_000),
    ]
    for (const path of [
      '/transactions/build',
      '/transactions/submit',
      '/contracts/call-contract',
      '/contracts/test-contract',
    ])
      for (const body of bodies)
        expect((await expectUnchanged(() => send('POST', path, body))).status).toBe(400)
    const large = JSON.stringify({ unsignedTx: 'ab'.repeat(5_000_000), signature: '00'.repeat(64) })
    expect((await expectUnchanged(() => submit(JSON.parse(large)))).status).toBe(413)
  })

  test('error: paths and queries nobody serves', async () => {
    expect((await send('GET', '/%E0%A4%A')).status).toBe(404)
    expect((await send('GET', '/addresses/%E0%A4%A/balance')).status).toBe(400)
    expect((await send('GET', `/addresses/${'1'.repeat(3_000)}/balance`)).status).toBe(400)
    expect((await send('GET', '/blockflow/hashes?fromGroup=0&toGroup=0&height=99999999999')).status).toBe(400)
    expect((await send('PATCH', '/transactions/build')).status).toBe(405)
  })
})

function withOutput(tx: UnsignedTx, change: Partial<UnsignedTx['fixedOutputs'][number]>): UnsignedTx {
  return { ...tx, fixedOutputs: [{ ...tx.fixedOutputs[0]!, ...change }, ...tx.fixedOutputs.slice(1)] }
}

function withInput(tx: UnsignedTx, change: Partial<UnsignedTx['inputs'][number]['ref']>): UnsignedTx {
  const [first, ...rest] = tx.inputs
  return { ...tx, inputs: [{ ...first!, ref: { ...first!.ref, ...change } }, ...rest] }
}

function withUnlock(tx: UnsignedTx, unlock: string): UnsignedTx {
  const [first, ...rest] = tx.inputs
  return { ...tx, inputs: [{ ...first!, unlock }, ...rest] }
}

const token = (byte: string) => ({ id: byte.repeat(32), amount: 1n })

function withToken(tx: UnsignedTx): UnsignedTx {
  const [first, change] = tx.fixedOutputs
  const moved = first!.amount - limits.DUST
  return {
    ...tx,
    fixedOutputs: [
      { ...first!, amount: limits.DUST, tokens: [token('aa')] },
      { ...change!, amount: change!.amount + moved },
    ],
  }
}

function twoGroups(tx: UnsignedTx): UnsignedTx {
  const [first] = tx.fixedOutputs
  const [, , carol, dave] = devnet.wallets
  const outputs = [carol!, dave!].map(({ lock }) => ({ ...first!, lock }))
  return { ...tx, fixedOutputs: [...outputs, ...tx.fixedOutputs.slice(1)] }
}

async function lockedRef(lockTime: number) {
  const { body } = await send('GET', `/addresses/${payer.address}/utxos`)
  const utxos = body.utxos as { ref: { hint: number; key: string }; lockTime: number }[]
  return utxos.find((utxo) => utxo.lockTime === lockTime)!.ref
}
