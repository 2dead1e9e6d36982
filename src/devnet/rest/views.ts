import { addressText } from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import {
  type AssetOutput,
  encodeUnsignedTx,
  hintOfLock,
  outputKeyOf,
  txIdOf,
  type UnsignedTx,
} from '../../transaction/index.ts'
import { toJsonInteger, toJsonTokens } from '../../vm/index.ts'
import type { BlockBody, BlockEntry } from '../block.ts'
import { TARGET } from '../block-header.ts'
import { fromOf, toOf } from '../chain-index.ts'
import type { CoinEntry, CoinLevel } from '../coin-entry.ts'
import { groupsOf, isAsset, type Output, type SignedTx, type Transaction } from '../transaction.ts'

/** How the node writes things into JSON: amounts as digit strings, addresses as people write them. */

export const contractAddress = (id: string): string => addressText(`03${id}`)

function assetView(output: AssetOutput, key: string) {
  return {
    hint: hintOfLock(output.lock),
    key,
    attoAlphAmount: String(output.amount),
    address: addressText(output.lock),
    tokens: toJsonTokens(output.tokens),
    lockTime: toJsonInteger(output.lockTimeMs),
    message: bytesToHex(output.additionalData),
  }
}

export function outputView(output: Output, key: string) {
  if (isAsset(output)) return { type: 'AssetOutput', ...assetView(output, key) }
  return {
    type: 'ContractOutput',
    hint: hintOfLock(output.lock),
    key,
    attoAlphAmount: String(output.amount),
    address: addressText(output.lock),
    tokens: toJsonTokens(output.tokens),
  }
}

export function unsignedView(unsigned: UnsignedTx, txId: string) {
  return {
    txId,
    version: unsigned.version,
    networkId: unsigned.networkId,
    ...(unsigned.script === undefined ? {} : { scriptOpt: unsigned.script }),
    gasAmount: unsigned.gasAmount,
    gasPrice: String(unsigned.gasPrice),
    inputs: unsigned.inputs.map((input) => ({ outputRef: input.ref, unlockScript: input.unlock })),
    fixedOutputs: unsigned.fixedOutputs.map((output, index) => assetView(output, outputKeyOf(txId, index))),
  }
}

export function transactionView(tx: Transaction) {
  return { unsigned: unsignedView(tx.unsigned, tx.txId), ...executionView(tx) }
}

function executionView(tx: Transaction) {
  const fixed = tx.unsigned.fixedOutputs.length
  return {
    scriptExecutionOk: tx.scriptExecutionOk,
    contractInputs: tx.contractInputs,
    generatedOutputs: tx.generatedOutputs.map((output, index) =>
      outputView(output, outputKeyOf(tx.txId, fixed + index)),
    ),
    inputSignatures: tx.inputSignatures,
    scriptSignatures: tx.scriptSignatures,
  }
}

/** A spent output with the transaction that made it. */
export interface SpentOutput {
  readonly output: Output
  readonly txId: string
}

/** The transaction with its inputs' outputs beside them, as explorers want it. */
export function richTransactionView(tx: Transaction, find: (key: string) => SpentOutput | undefined) {
  const { scriptOpt = null, inputs: _, ...unsigned } = unsignedView(tx.unsigned, tx.txId)
  const { txId, version, networkId, gasAmount, gasPrice, fixedOutputs } = unsigned
  const inputs = tx.unsigned.inputs.flatMap((input) => {
    const spent = find(input.ref.key)
    if (spent === undefined) return []
    return [{ type: 'AssetInput', ...input.ref, unlockScript: input.unlock, ...spentView(spent) }]
  })
  const contractInputs = tx.contractInputs.flatMap((ref) => {
    const spent = find(ref.key)
    return spent === undefined ? [] : [{ type: 'ContractInput', ...ref, ...spentView(spent) }]
  })
  return {
    unsigned: { txId, version, networkId, scriptOpt, gasAmount, gasPrice, inputs, fixedOutputs },
    ...executionView(tx),
    contractInputs,
  }
}

function spentView({ output, txId }: SpentOutput) {
  return {
    attoAlphAmount: String(output.amount),
    address: addressText(output.lock),
    tokens: toJsonTokens(output.tokens),
    outputRefTxId: txId,
  }
}

export function headerView(entry: BlockEntry, body: BlockBody) {
  return {
    hash: entry.hash,
    timestamp: entry.timestampMs,
    chainFrom: fromOf(entry.chain),
    chainTo: toOf(entry.chain),
    height: entry.height,
    deps: body.header.deps,
  }
}

export function blockView(
  entry: BlockEntry,
  body: BlockBody,
  view: (tx: Transaction) => unknown = transactionView,
) {
  return {
    ...headerView(entry, body),
    transactions: body.transactions.map(view),
    nonce: body.header.nonce,
    version: 0,
    depStateHash: body.header.depStateHash,
    txsHash: body.header.txsHash,
    target: bytesToHex(TARGET),
    ghostUncles: [],
  }
}

export function coinView(coin: CoinEntry, level: CoinLevel) {
  return {
    ref: { hint: coin.hint, key: coin.key },
    amount: String(coin.amount),
    ...(coin.tokens.length === 0 ? {} : { tokens: toJsonTokens(coin.tokens) }),
    lockTime: toJsonInteger(level === 0 ? coin.lockTimeMs : coin.ownLockTimeMs),
    additionalData: bytesToHex(coin.additionalData),
  }
}

export function builtView(unsigned: UnsignedTx) {
  const bytes = encodeUnsignedTx(unsigned)
  const { from, to } = groupsOf(unsigned)
  return {
    unsignedTx: bytesToHex(bytes),
    gasAmount: unsigned.gasAmount,
    gasPrice: String(unsigned.gasPrice),
    txId: txIdOf(bytes),
    fromGroup: from,
    toGroup: to,
  }
}

export function pooledView(tx: SignedTx, seenAtMs: number) {
  return {
    unsigned: unsignedView(tx.unsigned, tx.txId),
    inputSignatures: tx.inputSignatures,
    scriptSignatures: tx.scriptSignatures,
    seenAt: seenAtMs,
  }
}
