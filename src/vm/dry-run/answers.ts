import {
  addressText,
  byteStringText,
  contractLock,
  type Hash,
  hexText,
  hintOfLock,
  type JsonVal,
  toJsonVal,
  type Val,
} from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import { failures } from '../failure.ts'
import { outputKey } from '../ids.ts'
import type { LogEntry } from '../outcome.ts'
import type { Output, Token } from '../output.ts'
import { inLogOrder } from '../scala-map.ts'
import { timestampText } from '../text.ts'
import type { World } from '../world.ts'
import { failed } from './environment.ts'

/** The node's JSON answers. */

export interface JsonToken {
  readonly id: Hash
  readonly amount: string
}

export interface JsonContractState {
  readonly address: string
  readonly bytecode: string
  readonly codeHash: Hash
  readonly initialStateHash: Hash
  readonly immFields: readonly JsonVal[]
  readonly mutFields: readonly JsonVal[]
  readonly asset: { readonly attoAlphAmount: string; readonly tokens: readonly JsonToken[] }
}

export interface JsonEvent {
  readonly blockHash: Hash
  readonly timestamp: number
  readonly contractAddress: string
  readonly eventIndex: number
  readonly fields: readonly JsonVal[]
}

export interface JsonDebugMessage {
  readonly contractAddress: string
  readonly message: string
}

export type JsonOutput =
  | {
      readonly type: 'AssetOutput'
      readonly hint: number
      readonly key: Hash
      readonly attoAlphAmount: string
      readonly address: string
      readonly tokens: readonly JsonToken[]
      /** In a string where a double could not hold it. */
      readonly lockTime: number | string
      readonly message: string
    }
  | {
      readonly type: 'ContractOutput'
      readonly hint: number
      readonly key: Hash
      readonly attoAlphAmount: string
      readonly address: string
      readonly tokens: readonly JsonToken[]
    }

export interface JsonExecution {
  readonly returns: readonly JsonVal[]
  readonly gasUsed: number
  readonly contracts: readonly JsonContractState[]
  readonly txInputs: readonly string[]
  readonly txOutputs: readonly JsonOutput[]
  readonly events: readonly JsonEvent[]
  readonly debugMessages: readonly JsonDebugMessage[]
}

export const toJsonTokens = (tokens: readonly Token[]): JsonToken[] =>
  tokens.map(({ id, amount }) => ({ id, amount: amount.toString() }))

export function toJsonOutput(output: Output, txId: Hash, index: number): JsonOutput {
  const common = {
    hint: hintOfLock(output.lock),
    key: outputKey(txId, index),
    attoAlphAmount: output.amount.toString(),
    address: addressText(output.lock),
    tokens: toJsonTokens(output.tokens),
  }
  if (output.kind === 'contract') return { type: 'ContractOutput', ...common }
  return {
    type: 'AssetOutput',
    ...common,
    lockTime: toJsonInteger(output.lockTimeMs),
    message: bytesToHex(output.additionalData),
  }
}

/** How the node writes 64-bit numbers: as digits in quotes once a double does not hold them all. */
export const toJsonInteger = (value: bigint): number | string =>
  value > 2n ** 53n ? value.toString() : Number(value)

/** A contract as it is in this world; one that is not there is a failed read to the node. */
export function toJsonContractState(world: World, id: Hash): JsonContractState {
  const record = world.findContract(id)
  const bytes = record === undefined ? undefined : world.findCode(record.codeHash)
  if (record === undefined || bytes === undefined)
    throw failed(`Failed in IO: ${failures.KeyNotFound(id).text}`)
  return {
    address: addressText(contractLock(id)),
    bytecode: bytesToHex(bytes),
    codeHash: record.codeHash,
    initialStateHash: record.initialStateHash,
    immFields: record.immFields.map(toJsonVal),
    mutFields: record.mutFields.map(toJsonVal),
    asset: {
      attoAlphAmount: record.asset.amount.toString(),
      tokens: toJsonTokens(record.asset.tokens),
    },
  }
}

const debugEventIndex = -3

export interface SplitLogs {
  readonly events: readonly JsonEvent[]
  readonly debugMessages: readonly JsonDebugMessage[]
}

/** Logs by contract, in the order in which the node walks its contracts; debug messages apart. */
export function splitLogs(logs: readonly LogEntry[], blockHash: Hash, timestampMs: number): SplitLogs {
  const grouped = groupByContract(logs)
  const debugMessages = grouped
    .filter(({ eventIndex }) => eventIndex === debugEventIndex)
    .map(({ contractId, fields }) => {
      const [message] = fields
      if (fields.length !== 1 || message?.type !== 'ByteVec') throw failed('Invalid debug message')
      return {
        contractAddress: addressText(contractLock(contractId)),
        message: new TextDecoder().decode(message.value),
      }
    })
  const events = grouped
    .filter(({ eventIndex }) => eventIndex !== debugEventIndex)
    .map(({ contractId, eventIndex, fields }) => ({
      blockHash,
      timestamp: timestampMs,
      contractAddress: addressText(contractLock(contractId)),
      eventIndex,
      fields: fields.map(toJsonVal),
    }))
  return { events, debugMessages }
}

/** By contract, in the order in which the node walks its contracts. */
export function groupByContract(logs: readonly LogEntry[]): LogEntry[] {
  const groups = new Map<Hash, LogEntry[]>()
  for (const log of logs) {
    const group = groups.get(log.contractId)
    if (group === undefined) groups.set(log.contractId, [log])
    else group.push(log)
  }
  return inLogOrder([...groups.keys()]).flatMap((id) => groups.get(id) ?? [])
}

/** Debug messages as they precede an error, one per line. */
export const debugText = (messages: readonly JsonDebugMessage[]): string =>
  messages.map(({ contractAddress, message }) => `> Contract @ ${contractAddress} - ${message}\n`).join('')

/** How the JVM prints an event that is not what its index promises. */
export function eventText(log: LogEntry, blockHash: Hash, timestampMs: number): string {
  const fields = log.fields.map(apiValText).join(', ')
  const contract = addressText(contractLock(log.contractId))
  return `ContractEventByTxId(${hexText('BlockHash', blockHash)},${timestampText(timestampMs)},${contract},${log.eventIndex},Iterable(${fields}))`
}

function apiValText(value: Val): string {
  if (value.type === 'ByteVec') return `ValByteVec(${byteStringText(value.value)})`
  return `Val${value.type}(${value.type === 'Address' ? addressText(value.value) : value.value})`
}
