import { describe, expect, test } from 'vitest'
import { emptyChain } from '../../../test/support/vm-case.ts'
import {
  alice,
  callMethod,
  constantGas,
  contractId,
  method,
  op,
  runScript,
  u,
  withoutPrefix,
} from '../../../test/support/vm-program.ts'
import { encodeMethods, type Instruction, type InstructionName } from '../../bytecode/index.ts'
import { createFixtureWorld } from '../fixture-world.ts'
import { decodeTxScript, runTxScript } from '../tx-script.ts'

const inputTimeMs = 1_699_999_000_000
const blockTimeMs = 1_700_000_000_000

/** A script in a transaction with one input of Alice's. */
function inTransaction(
  instructions: readonly Instruction[],
  blockHash: string | undefined = '33'.repeat(32),
) {
  const decoded = decodeTxScript(encodeMethods([method(instructions, { localsLength: 1 })]))
  if (!decoded.ok) throw new Error(decoded.text)
  return runTxScript({
    world: createFixtureWorld(),
    block: { networkId: 4, group: 0, timestampMs: blockTimeMs, target: Uint8Array.of(3, 0, 1, 0), blockHash },
    tx: {
      txId: '44'.repeat(32),
      inputs: [
        {
          kind: 'asset',
          amount: 10n ** 18n,
          lock: alice,
          tokens: [],
          lockTimeMs: inputTimeMs,
          additionalData: new Uint8Array(0),
        },
      ],
      fixedOutputs: [],
      gasPrice: 10n ** 11n,
      gasAmount: 100_000,
      signatures: [],
    },
    script: decoded.script,
    gas: 100_000,
  })
}

const failureOf = (instructions: readonly Instruction[], blockHash?: string) => {
  const outcome = inTransaction(instructions, blockHash)
  return outcome.ok ? undefined : outcome.failure.text
}

describe('block and transaction', () => {
  test.each<[InstructionName, string, number]>([
    ['NetworkId', 'ByteVec 04', 3],
    ['BlockTimeStamp', `U256 ${emptyChain.nowMs}`, 3],
    ['BlockTarget', `U256 ${0xffffffn << 232n}`, 3],
    ['TxGasPrice', 'U256 100000000000', 2],
    ['TxGasAmount', 'U256 5000000', 2],
    ['TxGasFee', 'U256 500000000000000000', 2],
    ['TxInputsSize', 'U256 0', 3],
  ])('default: %s', (name, result, gas) => {
    expect(runScript([op(name)])).toEqual({ returns: [result], gas })
  })
  test('behavior: what a block or transaction is called is known while it runs', () => {
    expect(failureOf([op('TxId'), op('ByteVecSize'), u(32n), op('U256Eq'), op('Assert')])).toBeUndefined()
    expect(
      failureOf([op('BlockHash'), op('ByteVecSize'), u(32n), op('U256Eq'), op('Assert')]),
    ).toBeUndefined()
  })
  test('error: a block under assembly has no hash yet', () => {
    const decoded = decodeTxScript(encodeMethods([method([op('BlockHash')])]))
    expect(decoded.ok).toBe(true)
    if (!decoded.ok) return
    const outcome = runTxScript({
      world: createFixtureWorld(),
      block: {
        networkId: 4,
        group: 0,
        timestampMs: blockTimeMs,
        target: Uint8Array.of(3, 0, 1, 0),
        blockHash: undefined,
      },
      tx: {
        txId: '44'.repeat(32),
        inputs: [],
        fixedOutputs: [],
        gasPrice: 1n,
        gasAmount: 20_000,
        signatures: [],
      },
      script: decoded.script,
      gas: 1_000,
    })
    expect(outcome.ok ? undefined : outcome.failure.name).toBe('NoBlockHashAvailable')
  })
  test('default: inputs by index, in scripts only', () => {
    expect(failureOf([u(0n), op('TxInputAddressAt'), op('IsAssetAddress'), op('Assert')])).toBeUndefined()
    expect(failureOf([u(1n), op('TxInputAddressAt'), op('Pop')])).toBe('Invalid tx input index 1')
    const answer = callMethod({
      contract: { id: contractId, methods: [method([op('TxInputsSize'), op('Pop')])] },
    })
    expect(answer.status === 200 ? '' : withoutPrefix(answer.detail)).toBe(
      '`txInputsSize` and `txInputAddress` functions are only allowed in TxScript',
    )
  })
  test('default: an absolute lock time has come when the block is not before it', () => {
    expect(failureOf([u(BigInt(blockTimeMs)), op('VerifyAbsoluteLocktime')])).toBeUndefined()
    expect(failureOf([u(BigInt(blockTimeMs + 1)), op('VerifyAbsoluteLocktime')])).toBe(
      'Absolute lock time verification failed. Lock time: TimeStamp(1700000000001ms), block time: TimeStamp(1700000000000ms)',
    )
    expect(failureOf([u(1n << 63n), op('VerifyAbsoluteLocktime')])).toBe('LockTimeOverflow')
  })
  test('default: a relative one counts from the block of the input', () => {
    expect(failureOf([u(0n), u(1_000_000n), op('VerifyRelativeLocktime')])).toBeUndefined()
    expect(failureOf([u(0n), u(1_000_001n), op('VerifyRelativeLocktime')])).toBe(
      'Relative lock time verification failed. Lock time: TimeStamp(1700000000001ms), block time: TimeStamp(1700000000000ms)',
    )
    expect(failureOf([u(0n), u((1n << 63n) - 1n), op('VerifyRelativeLocktime')])).toBe('LockTimeOverflow')
  })
  test('behavior: gas', () => {
    const used = (instructions: readonly Instruction[]) => 100_000 - inTransaction(instructions).gasRemaining
    expect(used([u(0n), u(1n), op('VerifyRelativeLocktime')])).toBe(8 + 2 * constantGas)
    expect(used([u(1n), op('VerifyAbsoluteLocktime')])).toBe(5 + constantGas)
  })
})
