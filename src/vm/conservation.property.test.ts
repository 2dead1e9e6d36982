import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alice, at, bob, bytes, contractId, method, op, tokenId, u } from '../../test/support/vm-program.ts'
import {
  contractLock,
  encodeContract,
  encodeMethods,
  encodeVals,
  type Hash,
  type Instruction,
  type Val,
} from '../bytecode/index.ts'
import { bytesToHex } from '../kit/index.ts'
import { initialStateHash } from './contract-pool.ts'
import { createFixtureWorld } from './fixture-world.ts'
import { dustAmount } from './limits.ts'
import type { ObservedStep } from './observer.ts'
import type { ContractOutput, Output, SpentOutput } from './output.ts'
import { decodeTxScript, runTxScript } from './tx-script.ts'

/** Whatever a script does with assets, nothing appears and nothing is lost but what is issued, burnt or paid as fee. */

const oneAlph = 10n ** 18n
const otherToken = `${'95'.repeat(31)}00`
const gasAmount = 1_000_000
const gasPrice = 10n ** 11n

const amount = fc.constantFrom(0n, 1n, 7n, dustAmount, 2n * dustAmount, oneAlph / 10n, oneAlph)
const owner = fc.constantFrom(alice, bob)
const token = fc.constantFrom(tokenId, otherToken, '00'.repeat(32))

const template = encodeContract({ fieldLength: 0, methods: [method([])] })
const noFields = bytes(bytesToHex(encodeVals([])))

const callOwn = (index: number): Instruction[] => [u(0n), u(0n), bytes(contractId), op('CallExternal', index)]

const approving = fc.oneof(
  fc.tuple(owner, amount).map(([from, value]) => [at(from), u(value), op('ApproveAlph')]),
  fc
    .tuple(owner, token, amount)
    .map(([from, id, value]) => [at(from), bytes(id), u(value), op('ApproveToken')]),
)
const paying = fc.oneof(
  fc.tuple(owner, owner, amount).map(([from, to, value]) => [at(from), at(to), u(value), op('TransferAlph')]),
  fc
    .tuple(owner, owner, token, amount)
    .map(([from, to, id, value]) => [at(from), at(to), bytes(id), u(value), op('TransferToken')]),
  fc
    .tuple(owner, fc.constantFrom(tokenId, otherToken), amount)
    .map(([from, id, value]) => [at(from), bytes(id), u(value), op('BurnToken')]),
  fc.tuple(owner, amount).map(([from, value]) => [at(from), u(value), op('PayGasFee')]),
)
const locking = fc
  .tuple(owner, owner)
  .map(([from, to]) => [
    at(from),
    u(oneAlph),
    op('ApproveAlph'),
    at(to),
    u(3_000_000n),
    op('LockApprovedAssets'),
  ])
const creating = fc
  .tuple(owner, amount, amount)
  .map(([from, value, issued]) => [
    at(from),
    u(value),
    op('ApproveAlph'),
    bytes(bytesToHex(template.bytes)),
    noFields,
    noFields,
    u(issued),
    op('CreateContractWithToken'),
    op('Pop'),
  ])
const calling = fc.constantFrom(0, 1, 2).map(callOwn)

const receiving = fc.oneof(
  fc.tuple(owner, amount).map(([from, value]) => [at(from), u(value), op('TransferAlphToSelf')]),
  fc
    .tuple(owner, token, amount)
    .map(([from, id, value]) => [at(from), bytes(id), u(value), op('TransferTokenToSelf')]),
)
const spending = fc.oneof(
  fc.tuple(owner, amount).map(([to, value]) => [at(to), u(value), op('TransferAlphFromSelf')]),
  fc
    .tuple(owner, token, amount)
    .map(([to, id, value]) => [at(to), bytes(id), u(value), op('TransferTokenFromSelf')]),
)

const program = (...statements: fc.Arbitrary<Instruction[]>[]) =>
  fc.array(fc.oneof(...statements), { minLength: 1, maxLength: 6 }).map((parts) => parts.flat())

const coin = (lock: string, alph: bigint, id: Hash): SpentOutput => ({
  kind: 'asset',
  amount: alph,
  lock,
  tokens: [{ id, amount: 5n * oneAlph }],
  lockTimeMs: 0,
  additionalData: new Uint8Array(0),
})
const inputs = [
  coin(alice, 20n * oneAlph, tokenId),
  coin(bob, 10n * oneAlph, otherToken),
  coin(alice, oneAlph, otherToken),
]

interface Scene {
  readonly script: readonly Instruction[]
  readonly both: readonly Instruction[]
  readonly taking: readonly Instruction[]
}

function run({ script, both, taking }: Scene) {
  const code = encodeContract({
    fieldLength: 0,
    methods: [
      method(both, { usesPreapprovedAssets: true, usesContractAssets: true }),
      method(taking, { usesPreapprovedAssets: true, paysToContractOnly: true }),
      method([at(bob), op('DestroySelf')], { usesContractAssets: true }),
    ],
  })
  const asset: ContractOutput = {
    kind: 'contract',
    amount: 3n * oneAlph,
    lock: contractLock(contractId),
    tokens: [{ id: tokenId, amount: oneAlph }],
  }
  const world = createFixtureWorld()
  world.apply({
    contracts: new Map([
      [
        contractId,
        {
          codeHash: code.hash,
          initialStateHash: initialStateHash(code.hash, [], []),
          immFields: [],
          mutFields: [],
          assetRef: { hint: 0, key: contractId },
          asset,
        },
      ],
    ]),
    codes: new Map([[code.hash, code.bytes]]),
    parents: new Map(),
  })
  const decoded = decodeTxScript(encodeMethods([method(script, { usesPreapprovedAssets: true })]))
  if (!decoded.ok) throw new Error(decoded.text)
  const changed = new Map<Hash, bigint>()
  const outcome = runTxScript({
    world,
    block: {
      networkId: 4,
      group: 0,
      timestampMs: 2_000_000,
      target: Uint8Array.of(3, 0, 1, 0),
      blockHash: '00'.repeat(32),
    },
    tx: { txId: '77'.repeat(32), inputs, fixedOutputs: [], gasPrice, gasAmount, signatures: [] },
    script: decoded.script,
    gas: gasAmount,
    observer: { step: (step) => noteBurn(changed, step) },
  })
  return { outcome, changed }
}

/** A burn about to happen; if it fails the run fails too. */
function noteBurn(changed: Map<Hash, bigint>, { instruction, stack }: ObservedStep): void {
  if (instruction.name !== 'BurnToken') return
  const [id, burnt] = [stack.at(-2), stack.at(-1)] as [Val, Val]
  if (id.type !== 'ByteVec' || burnt.type !== 'U256') return
  const key = bytesToHex(id.value)
  changed.set(key, (changed.get(key) ?? 0n) - burnt.value)
}

type Holding = Pick<Output, 'amount' | 'tokens'>
const alphIn = (list: readonly Holding[]): bigint => list.reduce((sum, { amount: alph }) => sum + alph, 0n)
const tokenIn = (list: readonly Holding[], id: Hash): bigint =>
  list.flatMap(({ tokens }) => tokens).reduce((sum, held) => (held.id === id ? sum + held.amount : sum), 0n)

describe('value', () => {
  test('behavior: is conserved to the last unit', () => {
    let successes = 0
    fc.assert(
      fc.property(
        fc.record({
          script: program(approving, approving, paying, locking, creating, calling, calling),
          both: program(approving, paying, receiving, spending),
          taking: program(paying, receiving),
        }),
        (scene) => {
          const { outcome, changed } = run(scene)
          if (!outcome.ok) return
          successes += 1
          const before = [...inputs, ...outcome.contractInputs.map(({ output }) => output)]
          const after = outcome.generatedOutputs
          expect(alphIn(after)).toBe(alphIn(before) - gasPrice * BigInt(gasAmount))
          for (const id of [tokenId, otherToken]) {
            expect(tokenIn(after, id)).toBe(tokenIn(before, id) + (changed.get(id) ?? 0n))
          }
        },
      ),
      { numRuns: 1_500 },
    )
    expect(successes).toBeGreaterThan(100)
  })
})
