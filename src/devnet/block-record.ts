import { decodeVals, encodeVals } from '../bytecode/index.ts'
import { bytesToHex, hexToBytes } from '../kit/index.ts'
import { type ContractRecord, toJsonInteger } from '../vm/index.ts'
import type { BlockBody, BlockEntry, BlockEvent } from './block.ts'
import type { Header } from './block-header.ts'
import type { CoinEntry } from './coin-entry.ts'
import { decodeTransaction, encodeTransaction } from './transaction.ts'

type TokenJson = [id: string, amount: string]

interface CoinJson {
  h: number
  k: string
  a: string
  t: TokenJson[]
  l: string
  g: number
  m: number | string
  o: number | string
  d: string
  x: string
  s: number
}

interface ContractJson {
  c: string
  i: string
  f: string
  m: string
  h: number
  k: string
  a: string
  t: TokenJson[]
}

/** A block as one line of the journal. Dependencies are sequence numbers: the journal knows every block by then. */
export interface BlockRecord {
  kind: 'block'
  chain: number
  height: number
  time: number
  hash: string
  nonce: string
  deps: number[]
  state: string
  txsHash: string
  txs: string[]
  spent: CoinJson[]
  contracts: [id: string, before: ContractJson | null, after: ContractJson | null][]
  codes: [hash: string, code: string][]
  parents: [child: string, parent: string][]
  events: [txIndex: number, contractId: string, eventIndex: number, fields: string][]
}

export function toRecord(
  entry: Omit<BlockEntry, 'position'>,
  deps: readonly number[],
  body: BlockBody,
): BlockRecord {
  const { header } = body
  return {
    kind: 'block',
    chain: entry.chain,
    height: entry.height,
    time: entry.timestampMs,
    hash: entry.hash,
    nonce: header.nonce,
    deps: [...deps],
    state: header.depStateHash,
    txsHash: header.txsHash,
    txs: body.transactions.map((tx) => Buffer.from(encodeTransaction(tx)).toString('base64')),
    spent: body.spent.map(coinToJson),
    contracts: body.contracts.map(({ id, before, after }) => [
      id,
      contractToJson(before),
      contractToJson(after),
    ]),
    codes: body.codes.map(([hash, code]) => [hash, bytesToHex(code)]),
    parents: body.parents.map(([child, parent]) => [child, parent]),
    events: body.events.map((event) => [
      event.txIndex,
      event.contractId,
      event.eventIndex,
      bytesToHex(encodeVals(event.fields)),
    ]),
  }
}

export function fromRecord(record: BlockRecord, hashOf: (seq: number) => string): BlockBody {
  return {
    header: headerOf(record, hashOf),
    transactions: record.txs.map((tx) => decodeTransaction(new Uint8Array(Buffer.from(tx, 'base64')))),
    spent: record.spent.map(coinFromJson),
    contracts: record.contracts.map(([id, before, after]) => ({
      id,
      before: contractFromJson(id, before),
      after: contractFromJson(id, after),
    })),
    codes: record.codes.map(([hash, code]) => [hash, hexToBytes(code)]),
    parents: record.parents,
    events: record.events.map(eventFromJson),
  }
}

function headerOf(record: BlockRecord, hashOf: (seq: number) => string): Header {
  return {
    hash: record.hash,
    nonce: record.nonce,
    deps: record.deps.map(hashOf),
    depStateHash: record.state,
    txsHash: record.txsHash,
    timestampMs: record.time,
  }
}

function eventFromJson([txIndex, contractId, eventIndex, fields]: BlockRecord['events'][number]): BlockEvent {
  return { txIndex, contractId, eventIndex, fields: decodeVals(hexToBytes(fields)) }
}

const tokensToJson = (tokens: CoinEntry['tokens']): TokenJson[] =>
  tokens.map(({ id, amount }) => [id, String(amount)])
const tokensFromJson = (tokens: TokenJson[]) => tokens.map(([id, amount]) => ({ id, amount: BigInt(amount) }))

export function coinToJson(coin: CoinEntry): CoinJson {
  return {
    h: coin.hint,
    k: coin.key,
    a: String(coin.amount),
    t: tokensToJson(coin.tokens),
    l: coin.lock,
    g: coin.group,
    m: toJsonInteger(coin.lockTimeMs),
    o: toJsonInteger(coin.ownLockTimeMs),
    d: bytesToHex(coin.additionalData),
    x: coin.txId,
    s: coin.settledAt,
  }
}

export function coinFromJson(json: CoinJson): CoinEntry {
  return {
    hint: json.h,
    key: json.k,
    amount: BigInt(json.a),
    tokens: tokensFromJson(json.t),
    lock: json.l,
    group: json.g,
    lockTimeMs: BigInt(json.m),
    ownLockTimeMs: BigInt(json.o),
    additionalData: hexToBytes(json.d),
    txId: json.x,
    settledAt: json.s,
  }
}

export function contractToJson(record: ContractRecord | undefined): ContractJson | null {
  if (record === undefined) return null
  return {
    c: record.codeHash,
    i: record.initialStateHash,
    f: bytesToHex(encodeVals(record.immFields)),
    m: bytesToHex(encodeVals(record.mutFields)),
    h: record.assetRef.hint,
    k: record.assetRef.key,
    a: String(record.asset.amount),
    t: tokensToJson(record.asset.tokens),
  }
}

export function contractFromJson(id: string, json: ContractJson | null): ContractRecord | undefined {
  if (json === null) return undefined
  return {
    codeHash: json.c,
    initialStateHash: json.i,
    immFields: decodeVals(hexToBytes(json.f)),
    mutFields: decodeVals(hexToBytes(json.m)),
    assetRef: { hint: json.h, key: json.k },
    asset: { kind: 'contract', amount: BigInt(json.a), lock: `03${id}`, tokens: tokensFromJson(json.t) },
  }
}
