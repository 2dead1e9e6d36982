import { codec } from '../alephium/index.ts'
import { bytesToHex } from '../kit/index.ts'
import { encodeUnsignedTx } from './encode.ts'
import type { AssetOutput, UnsignedTx } from './model.ts'

/** Thrown for bytes that are no transaction. */
export class Undecodable extends Error {
  constructor(text: string) {
    super(text)
    this.name = 'Undecodable'
  }
}

/**
 * Bytes → unsigned transaction, or Undecodable. The SDK's reader stops where the transaction ends; what follows it is
 * found by encoding again, and refused as the node refuses it.
 */
export function decodeUnsignedTx(bytes: Uint8Array): UnsignedTx {
  const tx = fromCodec(decodeWithSdk(bytes))
  const length = encodeUnsignedTx(tx).length
  if (length < bytes.length) throw new Undecodable(`Too many bytes: expected ${length}, got ${bytes.length}`)
  return tx
}

/** Times are signed 64-bit numbers on the chain. */
const LOCK_TIME_MAX = 2n ** 63n - 1n

export function fromCodecOutput(output: codec.assetOutput.AssetOutput): AssetOutput {
  if (output.lockTime > LOCK_TIME_MAX) throw new Undecodable('Invalid lock time')
  return {
    kind: 'asset',
    amount: output.amount,
    lock: bytesToHex(codec.lockupScript.lockupScriptCodec.encode(output.lockupScript)),
    tokens: output.tokens.map((token) => ({ id: bytesToHex(token.tokenId), amount: token.amount })),
    lockTimeMs: output.lockTime,
    additionalData: output.additionalData,
  }
}

function decodeWithSdk(bytes: Uint8Array): codec.UnsignedTx {
  try {
    return codec.unsignedTxCodec.decode(bytes)
  } catch (error) {
    throw new Undecodable(tooFewBytes(error) ?? 'Not a transaction')
  }
}

/** The SDK says where it ran out of bytes; the node says how many it wanted. */
function tooFewBytes(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message.includes('unable to consume byte at')) return 'Too few bytes: expected 1, got 0'
  const range = /from index (\d+) to (\d+), data length: (\d+)/.exec(error.message)
  if (range === null) return error.message
  const [from = 0, to = 0, length = 0] = range.slice(1).map(Number)
  return `Too few bytes: expected ${to - from}, got ${length - from}`
}

function fromCodec(tx: codec.UnsignedTx): UnsignedTx {
  const script = tx.statefulScript
  return {
    version: tx.version,
    networkId: tx.networkId,
    script: script.kind === 'Some' ? bytesToHex(codec.script.scriptCodec.encode(script.value)) : undefined,
    gasAmount: tx.gasAmount,
    gasPrice: tx.gasPrice,
    inputs: tx.inputs.map((input) => ({
      ref: { hint: input.hint, key: bytesToHex(input.key) },
      unlock: bytesToHex(codec.unlockScript.unlockScriptCodec.encode(input.unlockScript)),
    })),
    fixedOutputs: tx.fixedOutputs.map(fromCodecOutput),
  }
}
