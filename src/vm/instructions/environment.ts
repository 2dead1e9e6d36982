import { address, byteVec, u256 } from '../../bytecode/index.ts'
import { hexToBytes } from '../../kit/index.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { int64Max } from '../limits.ts'
import type { SpentOutput } from '../output.ts'
import type { Handlers } from './family.ts'

/** What a method may learn about its block and transaction. */
export const environment = {
  NetworkId: (frame) => frame.push(byteVec(Uint8Array.of(frame.context.block.networkId))),
  BlockTimeStamp: (frame) => frame.push(u256(BigInt(frame.context.block.timestampMs))),
  BlockTarget: (frame) => frame.push(u256(targetValue(frame.context.block.target))),
  BlockHash: (frame) => {
    const hash = frame.context.block.blockHash ?? halt(failures.NoBlockHashAvailable)
    frame.push(byteVec(hexToBytes(hash)))
  },
  TxId: (frame) => frame.push(byteVec(hexToBytes(frame.context.tx.txId))),
  TxInputAddressAt: (frame) => {
    checkInScript(frame)
    frame.push(address(popInput(frame).lock))
  },
  TxInputsSize: (frame) => {
    checkInScript(frame)
    frame.push(u256(BigInt(frame.context.tx.inputs.length)))
  },
  TxGasPrice: (frame) => frame.push(u256(frame.context.tx.gasPrice)),
  TxGasAmount: (frame) => frame.push(u256(BigInt(frame.context.tx.gasAmount))),
  TxGasFee: (frame) => frame.push(u256(frame.context.gasFee)),
  VerifyAbsoluteLocktime: (frame) => {
    const lockUntilMs = popMilliseconds(frame)
    const { timestampMs } = frame.context.block
    if (lockUntilMs > timestampMs) halt(failures.AbsoluteLockTimeVerificationFailed(lockUntilMs, timestampMs))
  },
  VerifyRelativeLocktime: (frame) => {
    const durationMs = popMilliseconds(frame)
    const lockTimeMs = BigInt(popInput(frame).lockTimeMs)
    if (lockTimeMs === 0n) halt(failures.RelativeLockTimeExpectPersistedUtxo)
    const lockUntilMs = lockTimeMs + durationMs
    if (lockUntilMs > int64Max) halt(failures.LockTimeOverflow)
    const { timestampMs } = frame.context.block
    if (lockUntilMs > timestampMs) halt(failures.RelativeLockTimeVerificationFailed(lockUntilMs, timestampMs))
  },
} satisfies Partial<Handlers>

function checkInScript(frame: Frame): void {
  if (frame.object.id !== undefined) halt(failures.AccessTxInputAddressInContract)
}

function popInput(frame: Frame): SpentOutput {
  const index = frame.popU256()
  return frame.context.tx.inputs[Number(index)] ?? halt(failures.InvalidTxInputIndex(index))
}

function popMilliseconds(frame: Frame): bigint {
  const value = frame.popU256()
  return value > int64Max ? halt(failures.LockTimeOverflow) : value
}

/** A compact target: one byte of size, three of mantissa. */
function targetValue(bits: Uint8Array): bigint {
  const size = bits[0]!
  const mantissa = BigInt((bits[1]! << 16) | (bits[2]! << 8) | bits[3]!)
  return size <= 3 ? mantissa >> BigInt(8 * (3 - size)) : mantissa << BigInt(8 * (size - 3))
}
