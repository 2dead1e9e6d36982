import { codec } from '@alephium/web3'
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

export function fromCodecOutput(output: codec.assetOutput.AssetOutput): AssetOutput {
  return {
    kind: 'asset',
    amount: output.amount,
    lock: bytesToHex(codec.lockupScript.lockupScriptCodec.encode(output.lockupScript)),
    tokens: output.tokens.map((token) => ({ id: bytesToHex(token.tokenId), amount: token.amount })),
    lockTimeMs: Number(output.lockTime),
    additionalData: output.additionalData,
  }
}

function decodeWithSdk(bytes: Uint8Array): codec.UnsignedTx {
  try {
    return codec.unsignedTxCodec.decode(bytes)
  } catch (error) {
    throw new Undecodable(error instanceof Error ? error.message : 'not a transaction')
  }
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
