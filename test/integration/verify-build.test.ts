import { codec } from '@alephium/web3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContractName, ENTRY_DEPOSIT, readCallArgs } from '../../src/bindings/index.ts'
import { type BuildTx, type TxRequest, UntrustedBuild, verifyBuild } from '../../src/client/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { blake2b256, bytesToHex, hexToBytes } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'
import { collectBuilds, type GenuineBuild, pinOf } from '../support/venue/genuine-builds.ts'

const kinds: readonly TxRequest['kind'][] = [
  'placeOrder',
  'cancelOrder',
  'cancelOrderByPost',
  'cancelAll',
  'quote',
  'split',
  'merge',
  'settle',
  'vaultDeposit',
  'vaultUnlock',
  'vaultWithdraw',
  'vote',
  'proposeSingle',
  'proposeLinked',
  'offerParlay',
  'takeParlay',
  'cancelParlay',
  'submitOutcome',
  'disputeOutcome',
  'commitVote',
  'revealVote',
]

const methodOf: Readonly<Record<TxRequest['kind'], readonly [ContractName, string]>> = {
  placeOrder: ['Market', 'place'],
  cancelOrder: ['Market', 'cancel'],
  cancelOrderByPost: ['Market', 'cancel'],
  cancelAll: ['Market', 'cancel'],
  quote: ['Market', 'quote'],
  split: ['Market', 'split'],
  merge: ['Market', 'merge'],
  settle: ['Market', 'settle'],
  vaultDeposit: ['Vault', 'deposit'],
  vaultUnlock: ['Vault', 'unlock'],
  vaultWithdraw: ['Vault', 'withdraw'],
  vote: ['Voting', 'vote'],
  proposeSingle: ['Voting', 'proposeSingle'],
  proposeLinked: ['Voting', 'proposeLinked'],
  offerParlay: ['Parlays', 'offer'],
  takeParlay: ['Parlays', 'take'],
  cancelParlay: ['Parlays', 'refund'],
  submitOutcome: ['Oracle', 'submit'],
  disputeOutcome: ['Oracle', 'dispute'],
  commitVote: ['Oracle', 'commit'],
  revealVote: ['Oracle', 'reveal'],
}

describe('verifyBuild', () => {
  let own: TestDatabase
  let database: Database
  let stage: BuildStage
  let all: readonly GenuineBuild[]
  beforeAll(async () => {
    own = await createTestDatabase('embedded')
    database = await own.open()
    stage = await openBuildStage(database, 'verify-build')
    all = await collectBuilds(stage)
  })
  afterAll(async () => {
    await stage.close()
    await database.close()
    await own.drop()
  })

  /** The field that was found wrong, or null when the build was believed. */
  const refusalOf = (request: TxRequest, build: BuildTx, facts: GenuineBuild['facts']): string | null => {
    try {
      verifyBuild(request, build, facts)
      return null
    } catch (error) {
      if (error instanceof UntrustedBuild) return error.field
      throw error
    }
  }
  const withoutCoins = ({ coins: _, ...facts }: GenuineBuild['facts']) => facts as GenuineBuild['facts'] // as without a node
  const oneOf = (kind: TxRequest['kind']): GenuineBuild => all.find((item) => item.request.kind === kind)!

  test('default: what the builder builds is believed, every kind, with and without the wallet’s coins', () => {
    expect([...new Set(all.map(({ request }) => request.kind))].sort()).toEqual([...kinds].sort())
    for (const { request, build, facts } of all) {
      expect([request.kind, refusalOf(request, build, facts)]).toEqual([request.kind, null])
      expect(refusalOf(request, build, withoutCoins(facts))).toBeNull()
    }
  })

  test('error: another request than the one that was built for', () => {
    const changes: Partial<Record<TxRequest['kind'], readonly object[]>> = {
      placeOrder: [
        { price: 401 },
        { price: 399 },
        { quantity: String(10n * ONE + 1n) },
        { quantity: String(ONE) },
        { side: 'sell' },
        { outcome: 'no' },
        { timeInForce: 'ioc' },
        { type: 'market' },
      ],
      vaultDeposit: [{ amount: '1' }],
      vaultUnlock: [{ amount: '1' }],
      vote: [{ proposalId: 1 }],
      proposeSingle: [
        { question: 'Will it not?' },
        { category: 'x' },
        { rules: 'x' },
        { metadata: {} },
        { tags: ['c'] },
      ],
      proposeLinked: [{ masterQuestion: 'x' }, { masterImageUrl: undefined }, { legs: [] }],
      offerParlay: [{ amount: '1' }, { combinedOdds: '3000' }, { expiresAt: '2031-01-01T00:00:00Z' }],
      takeParlay: [{ id: 4711 }],
      cancelParlay: [{ id: 4711 }],
      cancelOrder: [{ id: 4711 }],
      cancelOrderByPost: [{ id: 4711 }],
      submitOutcome: [{ outcome: 'no' }],
      commitVote: [{ commitHash: '11'.repeat(32) }, { voteRound: 2 }],
      revealVote: [{ vote: 2 }, { salt: '11'.repeat(32) }, { voteRound: 2 }],
    }
    for (const [kind, variants] of Object.entries(changes))
      for (const change of variants) {
        const { request, build, facts } = oneOf(kind as TxRequest['kind']) // a key of the table
        const asked = { ...request, ...change } as TxRequest // the same kind
        expect([kind, change, refusalOf(asked, build, facts)]).toEqual([kind, change, 'script'])
      }
  })

  test('error: another market, and a contract that is none of the venue’s', () => {
    const { request, build, facts } = oneOf('placeOrder')
    if (request.kind !== 'placeOrder') throw new Error('an order')
    const number = facts.marketNumber ?? 0
    expect(refusalOf(request, build, { ...facts, marketNumber: number + 1 })).toBe('market')
    expect(refusalOf(request, build, { ...facts, marketNumber: undefined })).toBe('marketNumber')
    const { contracts } = stage.deployment
    expect(refusalOf({ ...request, address: contracts.oracle.address }, build, facts)).toBe('market')
    const submit = oneOf('submitOutcome')
    if (submit.request.kind !== 'submitOutcome') throw new Error('a submission')
    const elsewhere = { ...submit.request, marketAddress: contracts.vault.address }
    expect(refusalOf(elsewhere, submit.build, submit.facts)).toBe('market')
  })

  test('error: another venue, network, signer, or a fact that differs', () => {
    for (const { request, build, facts } of kinds.map(oneOf)) {
      const venue = { ...facts.venue, venueId: `${'ab'.repeat(31)}00` }
      expect(refusalOf(request, build, { ...facts, venue })).not.toBeNull()
      const network = { ...facts.venue, networkId: 0 }
      expect(refusalOf(request, build, { ...facts, venue: network })).toBe('networkId')
      const stranger = stage.wallet()
      const theirs = { ...request, signerAddress: stranger.address, signerPublicKey: stranger.publicKey }
      expect(refusalOf(theirs, build, facts)).toBe('inputs')
      expect(refusalOf({ ...request, signerPublicKey: stranger.publicKey }, build, facts)).toBe(
        'signerPublicKey',
      )
      expect(refusalOf(request, build, { ...facts, gasAmountMax: build.gasAmount - 1 })).toBe('gasAmount')
      expect(refusalOf(request, build, { ...facts, gasAmountMax: build.gasAmount })).toBeNull()
    }
    const dispute = oneOf('disputeOutcome')
    expect(refusalOf(dispute.request, dispute.build, { ...dispute.facts, submission: 2 })).toBe('script')
    expect(refusalOf(dispute.request, dispute.build, { ...dispute.facts, maxBond: 1n })).toBe('bond')
    const isNo = { ...dispute.facts, disputedOutcome: 2 }
    expect(refusalOf(dispute.request, dispute.build, isNo)).toBe('script')
    const isUnsaid = { ...dispute.facts, disputedOutcome: undefined }
    expect(refusalOf(dispute.request, dispute.build, isUnsaid)).toBe('disputedOutcome')
    const order = oneOf('placeOrder')
    expect(order.facts.subject).toMatch(/^[0-9a-f]{64}$/)
    expect(refusalOf(order.request, order.build, { ...order.facts, subject: '44'.repeat(32) })).toBe('script')
    const take = oneOf('takeParlay')
    expect(refusalOf(take.request, take.build, { ...take.facts, takerAmount: 1n })).toBe('script')
    expect(refusalOf(take.request, take.build, { ...take.facts, takerAmount: undefined })).toBe('takerAmount')
    expect(refusalOf(take.request, take.build, { ...take.facts, terms: '11'.repeat(32) })).toBe('script')
    expect(refusalOf(take.request, take.build, { ...take.facts, terms: undefined })).toBe('terms')
    const commit = oneOf('commitVote')
    const roundless = { ...commit.request, voteRound: undefined } as TxRequest // optional in the body
    expect(refusalOf(roundless, commit.build, commit.facts)).toBe('voteRound')
    expect(refusalOf(roundless, commit.build, { ...commit.facts, voteRound: 1 })).toBeNull()
  })

  test('error: an answer that does not say what its transaction does', () => {
    for (const { request, build, facts } of kinds.map(oneOf)) {
      const lies: readonly Partial<BuildTx>[] = [
        { txId: build.txId.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
        { txId: build.txId.toUpperCase() },
        { unsignedTx: `${build.unsignedTx}00` },
        { unsignedTx: build.unsignedTx.slice(2) },
        { unsignedTx: 'zz' },
        { fromGroup: 1 },
        { toGroup: 1 },
        { gasAmount: build.gasAmount - 1 },
        { gasPrice: '1' },
        { collateralRequired: '1' },
        { attoNativeAmount: '1' },
        { tokens: [...build.tokens, { id: '00'.repeat(32), amount: '1' }] },
      ]
      for (const lie of lies) expect(refusalOf(request, { ...build, ...lie }, facts)).not.toBeNull()
      const field = Object.keys(lies[0] ?? {})[0]
      expect(refusalOf(request, { ...build, ...lies[0] }, facts)).toBe(field)
    }
  })

  test('behavior: what a build leaves out of its change comes back to the wallet', async () => {
    const wallet = stage.wallet({ stake: 100n * ONE, collateral: 50n * ONE, coins: 3 })
    const request = { kind: 'vaultDeposit', amount: String(40n * ONE), ...signerOf(wallet) } as const
    const build = parseAnswer(await stage.builder.vaultDeposit(request))
    const tx = codec.unsignedTxCodec.decode(hexToBytes(build.unsignedTx))
    expect(tx.fixedOutputs.length).toBeGreaterThan(0)
    const bytes = codec.unsignedTxCodec.encode({ ...tx, fixedOutputs: [] })
    const bare = { ...build, unsignedTx: bytesToHex(bytes), txId: bytesToHex(blake2b256(bytes)) }
    const facts = { venue: pinOf(stage), coins: [], nowMs: stage.devnet.clock.nowMs() }
    expect(refusalOf(request, bare, withoutCoins(facts))).toBeNull()

    const { tokens } = stage.deployment
    const holdings = async (): Promise<Record<string, bigint>> => {
      const coins = await stage.chain.listCoins(wallet.address)
      const sum = (id: string) =>
        coins
          .flatMap((coin) => coin.tokens)
          .reduce((all, token) => all + (token.id === id ? token.amount : 0n), 0n)
      const alph = coins.reduce((all, coin) => all + coin.attoAlph, 0n)
      return { alph, stake: sum(tokens.stake.id), collateral: sum(tokens.collateral.id) }
    }
    const before = await holdings()
    await stage.chain.submit({ unsignedTx: bare.unsignedTx, signature: wallet.sign(bare.txId) })
    const fee = BigInt(build.gasAmount) * BigInt(build.gasPrice)
    expect(await holdings()).toEqual({
      alph: before.alph! - fee - ENTRY_DEPOSIT,
      stake: before.stake! - 40n * ONE,
      collateral: before.collateral,
    })
  })

  describe('a server that lies consistently', () => {
    type Tx = codec.UnsignedTx
    const decode = (build: BuildTx): Tx => codec.unsignedTxCodec.decode(hexToBytes(build.unsignedTx))
    /** An answer about a forged transaction in which everything fits together. */
    const forge = (build: BuildTx, bytes: Uint8Array, tx: Tx): BuildTx => {
      const was = BigInt(build.gasAmount) * BigInt(build.gasPrice)
      const fee = BigInt(tx.gasAmount) * tx.gasPrice
      return {
        ...build,
        unsignedTx: bytesToHex(bytes),
        txId: bytesToHex(blake2b256(bytes)),
        gasAmount: tx.gasAmount,
        gasPrice: String(tx.gasPrice),
        attoNativeAmount: String(BigInt(build.attoNativeAmount) - was + fee),
      }
    }
    const forged = (build: BuildTx, change: (tx: Tx) => Tx): BuildTx => {
      const tx = change(decode(build))
      return forge(build, codec.unsignedTxCodec.encode(tx), tx)
    }
    const scriptWith = (tx: Tx, change: (instrs: codec.Instr[]) => codec.Instr[]): Tx => {
      if (tx.statefulScript.kind !== 'Some') throw new Error('a script')
      const [method, ...rest] = tx.statefulScript.value.methods
      const changed = { ...method!, instrs: change([...method!.instrs]) }
      return { ...tx, statefulScript: { kind: 'Some', value: { methods: [changed, ...rest] } } }
    }
    const thief = codec.lockupScript.lockupScriptCodec.decode(hexToBytes(`00${'66'.repeat(32)}`))
    const firstOutput = (
      tx: Tx,
      change: (output: Tx['fixedOutputs'][number]) => Tx['fixedOutputs'][number],
    ) => ({
      ...tx,
      fixedOutputs: tx.fixedOutputs.map((output, index) => (index === 0 ? change(output) : output)),
    })

    test('error: every attack, on every kind, whether or not the coins are known', () => {
      const attacks: Readonly<Record<string, readonly [field: string, (tx: Tx) => Tx]>> = {
        'change to a thief': [
          'outputs',
          (tx) => firstOutput(tx, (output) => ({ ...output, lockupScript: thief })),
        ],
        'an output more': [
          'outputs',
          (tx) => ({
            ...tx,
            fixedOutputs: [
              ...firstOutput(tx, (output) => ({ ...output, amount: output.amount - 1n })).fixedOutputs,
              {
                amount: 1n,
                lockupScript: thief,
                lockTime: 0n,
                tokens: [],
                additionalData: new Uint8Array(),
              },
            ],
          }),
        ],
        'change locked for years': [
          'outputs',
          (tx) => firstOutput(tx, (output) => ({ ...output, lockTime: 4102444800000n })),
        ],
        'data beside change': [
          'outputs',
          (tx) => firstOutput(tx, (output) => ({ ...output, additionalData: new Uint8Array([1]) })),
        ],
        'all the gas there is': ['gasAmount', (tx) => ({ ...tx, gasAmount: 5_000_000 })],
        'a price for gas': ['gasPrice', (tx) => ({ ...tx, gasPrice: tx.gasPrice + 1n })],
        'another network': ['networkId', (tx) => ({ ...tx, networkId: 0 })],
        'another version': ['version', (tx) => ({ ...tx, version: 1 })],
        'no script': [
          'script',
          (tx) => ({ ...tx, statefulScript: { kind: 'None', value: undefined } as Tx['statefulScript'] }),
        ],
        'no inputs': ['inputs', (tx) => ({ ...tx, inputs: [] })],
        'an input twice': ['inputs', (tx) => ({ ...tx, inputs: [...tx.inputs, tx.inputs[0]!] })],
        'an input of another lock': [
          'inputs',
          (tx) => ({ ...tx, inputs: tx.inputs.map((input) => ({ ...input, hint: input.hint ^ 0x1000 })) }),
        ],
        'opened with another key': [
          'inputs',
          (tx) => ({
            ...tx,
            inputs: tx.inputs.map((input) => ({
              ...input,
              unlockScript: { kind: 'P2PKH', value: new Uint8Array(33).fill(2) },
            })),
          }),
        ],
        'one approval more': [
          'script',
          (tx) =>
            scriptWith(tx, (instrs) => [
              codec.CallerAddress,
              codec.toU256(ONE),
              codec.ApproveAlph,
              ...instrs,
            ]),
        ],
        'coins sent away first': [
          'script',
          (tx) =>
            scriptWith(tx, (instrs) => [
              codec.CallerAddress,
              codec.AddressConst(thief),
              codec.toU256(ONE),
              codec.TransferAlph,
              ...instrs,
            ]),
        ],
        'coins sent away afterwards': [
          'script',
          (tx) =>
            scriptWith(tx, (instrs) => [
              ...instrs,
              codec.CallerAddress,
              codec.AddressConst(thief),
              codec.toU256(ONE),
              codec.TransferAlph,
            ]),
        ],
        'another contract': [
          'script',
          (tx) =>
            scriptWith(tx, (instrs) => {
              const call = instrs.findIndex((instr) => instr.name === 'CallExternal')
              return instrs.with(call - 1, codec.BytesConst(new Uint8Array(32).fill(7)))
            }),
        ],
        'another method': [
          'script',
          (tx) =>
            scriptWith(tx, (instrs) =>
              instrs.map((instr) =>
                instr.name === 'CallExternal' ? codec.CallExternal(instr.index + 1) : instr,
              ),
            ),
        ],
      }
      // A changed call can also be found out earlier, by the argument that no longer proves the market.
      const early = ['script', 'market', 'maxFills', 'outcome', 'bond', 'collateralRequired']
      for (const { request, build, facts } of kinds.map(oneOf))
        for (const [name, [field, attack]] of Object.entries(attacks)) {
          const lie = forged(build, attack)
          for (const known of [facts, withoutCoins(facts)]) {
            const found = refusalOf(request, lie, known)
            const isRight = field === 'script' ? early.includes(found ?? '') : found === field
            expect([request.kind, name, found, isRight]).toEqual([request.kind, name, found, true])
          }
        }
    })

    test('error: a change of any byte, unless it is of what the request leaves open', () => {
      // What the contract bounds: fills at most, which of the wallet's orders, a deadline within minutes, what a number
      // stands for, what is disputed, a bond below the caller's limit. Whoever knows better says so in the facts.
      const left = new Set([
        ...['deadline', 'said', 'subject', 'maxFills', 'orderIds', 'approved'],
        ...['maxBond', 'submission', 'round', 'outcome'],
      ])
      const open = (request: TxRequest, build: BuildTx): string => {
        const tx = decode(build)
        const script = tx.statefulScript.kind === 'Some' ? tx.statefulScript.value : { methods: [] }
        const hex = bytesToHex(codec.script.scriptCodec.encode(script))
        const [contract, method] = methodOf[request.kind]
        const args = readCallArgs(contract, method as never, hex) ?? {}
        const rest = Object.entries(args).filter(([name]) => !left.has(name))
        return JSON.stringify([contract, method, rest], (_key, value) =>
          typeof value === 'bigint' ? String(value) : value,
        )
      }
      /** What stays when change may be cut otherwise and another coin of the wallet may be spent. */
      const core = (request: TxRequest, build: BuildTx): unknown[] => {
        const tx = decode(build)
        const lock = codec.lockupScript.lockupScriptCodec
        return [
          open(request, build),
          tx.networkId,
          [...new Set(tx.inputs.map((input) => input.hint))],
          [...new Set(tx.fixedOutputs.map((output) => bytesToHex(lock.encode(output.lockupScript))))],
          tx.fixedOutputs.some((output) => output.lockTime > 0n || output.additionalData.length > 0),
        ]
      }
      fc.assert(
        fc.property(
          fc.nat(all.length - 1),
          fc.nat(),
          fc.integer({ min: 1, max: 255 }),
          (which, place, difference) => {
            const { request, build, facts } = all[which]!
            const bytes = hexToBytes(build.unsignedTx)
            const at = place % bytes.length
            bytes[at] = bytes[at]! ^ difference
            let tx: Tx
            try {
              tx = codec.unsignedTxCodec.decode(bytes)
            } catch {
              return
            }
            const lie = forge(build, bytes, tx)
            if (refusalOf(request, lie, facts) === null) expect(open(request, lie)).toBe(open(request, build))
            if (refusalOf(request, lie, withoutCoins(facts)) === null)
              expect(core(request, lie)).toEqual(core(request, build))
          },
        ),
        { numRuns: 1_000 },
      )
    })
  })
})
