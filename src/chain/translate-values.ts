import type { Coin, ContractEvent, TokenAmount } from '../domain/index.ts'
import type { BlockTransaction, ChainTransaction, ContractAssets, RunResult } from './port.ts'
import { toScriptFailure } from './translate.ts'

interface TokenReply {
  readonly id: string
  readonly amount: string
}

export const toTokens = (tokens: readonly TokenReply[] | undefined): readonly TokenAmount[] =>
  (tokens ?? []).map(({ id, amount }) => ({ id, amount: BigInt(amount) }))

export const fromTokens = (tokens: readonly TokenAmount[]): { id: string; amount: string }[] =>
  tokens.map(({ id, amount }) => ({ id, amount: String(amount) }))

export const toAssets = (asset: {
  readonly attoAlphAmount: string
  readonly tokens?: readonly TokenReply[] | undefined
}): ContractAssets => ({ attoAlph: BigInt(asset.attoAlphAmount), tokens: toTokens(asset.tokens) })

export const toCoin = (utxo: {
  readonly ref: { readonly hint: number; readonly key: string }
  readonly amount: string
  readonly tokens?: readonly TokenReply[] | undefined
  readonly lockTime?: number | string | undefined
}): Coin => ({
  ref: { hint: utxo.ref.hint, key: utxo.ref.key },
  attoAlph: BigInt(utxo.amount),
  tokens: toTokens(utxo.tokens),
  lockTimeMs: BigInt(utxo.lockTime ?? 0),
})

export const toTransaction = (reply: {
  readonly unsigned: {
    readonly txId: string
    readonly scriptOpt?: string | undefined
    readonly gasAmount: number
    readonly gasPrice: string
    readonly inputs: readonly { readonly outputRef: { readonly hint: number; readonly key: string } }[]
  }
  readonly scriptExecutionOk: boolean
}): ChainTransaction => ({
  txId: reply.unsigned.txId,
  script: reply.unsigned.scriptOpt ?? null,
  scriptExecutionOk: reply.scriptExecutionOk,
  gasAmount: reply.unsigned.gasAmount,
  gasPrice: BigInt(reply.unsigned.gasPrice),
  inputs: reply.unsigned.inputs.map(({ outputRef }) => ({ hint: outputRef.hint, key: outputRef.key })),
})

export const toBlockTransaction = (reply: {
  readonly unsigned: { readonly txId: string; readonly scriptOpt?: string | undefined }
  readonly scriptExecutionOk: boolean
}): BlockTransaction => ({
  txId: reply.unsigned.txId,
  hasScript: reply.unsigned.scriptOpt !== undefined,
  scriptExecutionOk: reply.scriptExecutionOk,
})

type RunReply =
  | {
      readonly returns: ContractEvent['fields']
      readonly gasUsed: number
      readonly events: readonly Omit<ContractEvent, 'txId'>[]
    }
  | { readonly error: string }

/** A dry run has no transaction, so its events carry an empty txId. */
export function toRunResult(reply: RunReply): RunResult {
  if ('error' in reply) return { ok: false, failure: toScriptFailure(reply.error) }
  const events = reply.events.map(({ contractAddress, eventIndex, fields }) => ({
    txId: '',
    contractAddress,
    eventIndex,
    fields,
  }))
  return { ok: true, returns: reply.returns, gasUsed: reply.gasUsed, events }
}
