import { attempt } from '../../../bytecode/index.ts'
import { bytesToHex, hexToBytes, isHex } from '../../../kit/index.ts'
import {
  decodeUnsignedTx,
  encodeUnsignedTx,
  txIdOf,
  Undecodable,
  type UnsignedTx,
} from '../../../transaction/index.ts'
import { badRequest, failed, notFound } from '../../api-error.ts'
import type { BlockEntry } from '../../block.ts'
import { checkBuilt } from '../../build/check-built.ts'
import { chainOf, fromOf, toOf } from '../../chain-index.ts'
import { isMain } from '../../chain-state.ts'
import { checkTxBytes } from '../../check-tx-bytes.ts'
import { confirmationsOf } from '../../confirmations.ts'
import type { NodeCore } from '../../node-core.ts'
import { SubmissionRefused, submit } from '../../submit.ts'
import { encodeTransaction, groupsOf, signedTx, type Transaction } from '../../transaction.ts'
import { bodyError, listOf, stringOf, withKeys } from '../json-body.ts'
import {
  bodyOf,
  hashParam,
  hashQuery,
  intQuery,
  optionalGroup,
  type RouteContext,
  type RouteRequest,
} from '../request.ts'
import { richTransactionView, transactionView, unsignedView } from '../views.ts'
import { hexOf } from '../wire-values.ts'
import { spentOutputFinder } from './spent-outputs.ts'

/** Bytes from a request → transaction; what is no transaction is the caller's mistake. */
export function decodeTx(hex: string): UnsignedTx {
  if (!isHex(hex)) throw badRequest('Invalid hex')
  const bytes = hexToBytes(hex)
  const read = attempt(() => checkTxBytes(bytes))
  if (!read.ok) throw badRequest(read.error.message)
  try {
    return checkBuilt(decodeUnsignedTx(bytes))
  } catch (error) {
    if (error instanceof Undecodable) throw badRequest(error.message)
    throw error
  }
}

export function postDecode(_: RouteContext, request: RouteRequest) {
  const unsigned = decodeTx(stringOf(withKeys(bodyOf(request), 'unsignedTx').unsignedTx))
  const { from, to } = groupsOf(unsigned)
  const txId = txIdOf(encodeUnsignedTx(unsigned))
  return { fromGroup: from, toGroup: to, unsignedTx: unsignedView(unsigned, txId) }
}

export function postSubmit(context: RouteContext, request: RouteRequest) {
  const body = withKeys(bodyOf(request), 'unsignedTx', 'signature')
  const signature = signatureOf(body.signature)
  return accept(context, decodeTx(stringOf(body.unsignedTx)), [signature])
}

export function postMultisigSubmit(context: RouteContext, request: RouteRequest) {
  const body = withKeys(bodyOf(request), 'unsignedTx', 'signatures')
  const signatures = listOf(signatureOf)(body.signatures)
  return accept(context, decodeTx(stringOf(body.unsignedTx)), signatures)
}

function signatureOf(value: unknown): string {
  const hex = hexOf(value)
  if (hex.length !== 128) throw bodyError(`Unable to decode key from ${hex.slice(0, 200)}`)
  return hex
}

function accept({ core }: RouteContext, unsigned: UnsignedTx, signatures: readonly string[]) {
  const tx = signedTx(unsigned, signatures)
  try {
    submit(core, tx)
  } catch (error) {
    if (error instanceof SubmissionRefused) throw failed(error.message)
    throw error
  }
  const { from, to } = groupsOf(unsigned)
  return { txId: tx.txId, fromGroup: from, toGroup: to }
}

interface Found {
  readonly tx: Transaction
  readonly entry: BlockEntry
  readonly index: number
}

/** Where a transaction stands on the main chain. */
function findOnMainChain(core: NodeCore, txId: string, request: RouteRequest): Found | undefined {
  const from = optionalGroup(request, 'fromGroup')
  const to = optionalGroup(request, 'toGroup')
  for (const seq of core.state.txBlocks.get(txId) ?? []) {
    const entry = core.state.blocks[seq]!
    if (!isMain(core.state, entry)) continue
    if (from !== undefined && fromOf(entry.chain) !== from) continue
    if (to !== undefined && toOf(entry.chain) !== to) continue
    const { transactions } = core.bodyOf(entry)
    const index = transactions.findIndex((tx) => tx.txId === txId)
    return { tx: transactions[index]!, entry, index }
  }
  return undefined
}

function getOnMainChain(context: RouteContext, request: RouteRequest): Found {
  const txId = hashParam(request, 'txId')
  const found = findOnMainChain(context.core, txId, request)
  if (found === undefined) throw notFound(`Transaction ${txId}`)
  return found
}

export const getDetails = (context: RouteContext, request: RouteRequest) =>
  transactionView(getOnMainChain(context, request).tx)

export function getRichDetails(context: RouteContext, request: RouteRequest) {
  const { tx, entry } = getOnMainChain(context, request)
  return richTransactionView(tx, spentOutputFinder(context.core, entry))
}

export const getRaw = (context: RouteContext, request: RouteRequest) => ({
  value: bytesToHex(encodeTransaction(getOnMainChain(context, request).tx)),
})

export function getStatus({ core }: RouteContext, request: RouteRequest) {
  const txId = hashQuery(request, 'txId')
  const found = findOnMainChain(core, txId, request)
  if (found !== undefined)
    return {
      type: 'Confirmed',
      blockHash: found.entry.hash,
      txIndex: found.index,
      ...confirmationsOf(core.state, found.entry),
    }
  const pooled = core.state.pool.get(txId)
  if (pooled === undefined) return { type: 'TxNotFound' }
  const from = optionalGroup(request, 'fromGroup') ?? fromOf(pooled.chain)
  const to = optionalGroup(request, 'toGroup') ?? toOf(pooled.chain)
  return { type: pooled.chain === chainOf(from, to) ? 'MemPooled' : 'TxNotFound' }
}

export function getTxIdFromOutput({ core }: RouteContext, request: RouteRequest) {
  intQuery(request, 'hint')
  const key = hashQuery(request, 'key')
  const txId = core.state.outputTx.get(key)
  if (txId === undefined) throw notFound(`Transaction id for output ref ${key}`)
  return txId
}
