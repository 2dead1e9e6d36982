import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { bytesToHex } from '../kit/index.ts'
import type { Token } from '../transaction/index.ts'
import { contractFromJson, contractToJson } from './block-record.ts'
import { type ChainState, createChainState, type MiningMode } from './chain-state.ts'
import type { CoinEntry } from './coin-entry.ts'
import { type PoolJson, poolFromJson, poolToJson } from './pool-json.ts'

/**
 * The state at one place of the journal, so that a start need not replay what came before. It is only ever a shortcut:
 * one that is missing, damaged or from elsewhere is ignored and the journal replayed from its beginning.
 *
 * Written whole beside the old one and then renamed. Everything that there is one of for each block, coin or transaction
 * is binary: reading it is ten times as fast as parsing it would be, and starting is what it is for.
 */
export interface Checkpoint {
  readonly state: ChainState
  /** Where in the journal to go on. */
  readonly position: number
}

const VERSION = 2
const HEAD_BYTES = 8

export function writeCheckpoint(path: string, { state, position }: Checkpoint): void {
  const body = encodeState(state, position)
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(VERSION, 0)
  head.writeUInt32LE(crc32(body), 4)
  writeFileSync(`${path}.new`, Buffer.concat([head, body]))
  renameSync(`${path}.new`, path)
}

export function readCheckpoint(path: string, journalEnd: number): Checkpoint | undefined {
  if (!existsSync(path)) return undefined
  const file = readFileSync(path)
  const body = file.subarray(HEAD_BYTES)
  if (file.length < HEAD_BYTES || file.readUInt32LE(0) !== VERSION || file.readUInt32LE(4) !== crc32(body))
    return undefined
  const checkpoint = decodeState(body)
  return checkpoint.position <= journalEnd ? checkpoint : undefined
}

export const dropCheckpoint = (path: string): void => rmSync(path, { force: true })

interface Rest {
  position: number
  contracts: [string, ReturnType<typeof contractToJson>][]
  codes: [string, string][]
  parents: [string, string][]
  children: [string, string[]][]
  events: [string, number[]][]
  pool: PoolJson[]
  departures: [number, readonly number[]][]
  offsetMs: number
  mining: MiningMode
  miners?: readonly string[]
}

function encodeState(state: ChainState, position: number): Buffer {
  const out = new Sink()
  const rest: Rest = {
    position,
    contracts: [...state.contracts].map(([id, record]) => [id, contractToJson(record)]),
    codes: [...state.codes].map(([hash, code]) => [hash, bytesToHex(code)]),
    parents: [...state.parents],
    children: [...state.children],
    events: [...state.eventBlocks],
    pool: [...state.pool.all()].map(poolToJson),
    departures: [...state.departures],
    offsetMs: state.clockOffsetMs,
    mining: state.mining,
    ...(state.miners === undefined ? {} : { miners: state.miners }),
  }
  out.text(JSON.stringify(rest))
  out.list(state.blocks, (block) => {
    out.hash(block.hash)
    out.int(block.chain)
    out.int(block.height)
    out.number(block.timestampMs)
    out.number(block.position)
    out.ints(state.deps[block.seq]!)
  })
  out.list(state.main, (seqs) => out.ints(seqs))
  out.ints(state.applied)
  out.list([...state.coins.values()], (coin) => writeCoin(out, coin))
  const numbers = new Map<string, number>()
  out.list([...state.txBlocks], ([txId, seqs]) => {
    numbers.set(txId, numbers.size)
    out.hash(txId)
    out.ints(seqs)
  })
  out.list([...state.outputTx], ([key, txId]) => {
    out.hash(key)
    out.int(numbers.get(txId)!)
  })
  return out.bytes()
}

function decodeState(body: Buffer): Checkpoint {
  const source = new Source(body)
  const rest: Rest = JSON.parse(source.text())
  const state = createChainState()
  source.each((seq) => {
    const hash = source.hash()
    const [chain, height] = [source.int(), source.int()]
    const block = { seq, hash, chain, height, timestampMs: source.number(), position: source.number() }
    state.blocks.push(block)
    state.deps.push(source.ints())
    state.seqByHash.set(hash, seq)
    const heights = state.atHeight[chain]!
    while (heights.length <= height) heights.push([])
    heights[height]!.push(seq)
  })
  source.each((chain) => {
    state.main[chain] = source.ints()
  })
  for (const seq of source.ints()) state.applied.push(seq)
  source.each(() => {
    const coin = readCoin(source)
    state.coins.set(coin.key, coin)
    const keys = state.coinsByLock.get(coin.lock)
    if (keys === undefined) state.coinsByLock.set(coin.lock, new Set([coin.key]))
    else keys.add(coin.key)
  })
  const txIds: string[] = []
  source.each(() => {
    const txId = source.hash()
    txIds.push(txId)
    state.txBlocks.set(txId, source.ints())
  })
  source.each(() => {
    const key = source.hash()
    state.outputTx.set(key, txIds[source.int()]!)
  })
  for (const [id, record] of rest.contracts) state.contracts.set(id, contractFromJson(id, record)!)
  for (const [hash, code] of rest.codes) state.codes.set(hash, new Uint8Array(Buffer.from(code, 'hex')))
  for (const [child, parent] of rest.parents) state.parents.set(child, parent)
  for (const [parent, ids] of rest.children) state.children.set(parent, ids)
  for (const [id, seqs] of rest.events) state.eventBlocks.set(id, seqs)
  for (const entry of rest.pool) state.pool.add(poolFromJson(entry))
  for (const [tip, seqs] of rest.departures) state.departures.set(tip, seqs)
  state.clockOffsetMs = rest.offsetMs
  state.mining = rest.mining
  state.miners = rest.miners
  return { state, position: rest.position }
}

function writeCoin(out: Sink, coin: CoinEntry): void {
  out.int(coin.hint)
  out.hash(coin.key)
  out.amount(coin.amount)
  out.list(coin.tokens, ({ id, amount }) => {
    out.hash(id)
    out.amount(amount)
  })
  out.hex(coin.lock)
  out.int(coin.group)
  out.long(coin.lockTimeMs)
  out.long(coin.ownLockTimeMs)
  out.hex(bytesToHex(coin.additionalData))
  out.hash(coin.txId)
  out.int(coin.settledAt)
}

function readCoin(source: Source): CoinEntry {
  const [hint, key, amount] = [source.int(), source.hash(), source.amount()]
  const tokens: Token[] = []
  source.each(() => tokens.push({ id: source.hash(), amount: source.amount() }))
  return {
    hint,
    key,
    amount,
    tokens,
    lock: source.hex(),
    group: source.int(),
    lockTimeMs: source.long(),
    ownLockTimeMs: source.long(),
    additionalData: new Uint8Array(Buffer.from(source.hex(), 'hex')),
    txId: source.hash(),
    settledAt: source.int(),
  }
}

/** Bytes that grow. */
class Sink {
  #buffer = Buffer.allocUnsafe(1 << 20)
  #length = 0

  int(value: number): void {
    this.#length = this.#room(4).writeInt32LE(value, this.#length)
  }

  number(value: number): void {
    this.#length = this.#room(8).writeDoubleLE(value, this.#length)
  }

  long(value: bigint): void {
    this.#length = this.#room(8).writeBigInt64LE(value, this.#length)
  }

  hash(hex: string): void {
    this.#length += this.#room(32).write(hex, this.#length, 32, 'hex')
  }

  hex(hex: string): void {
    this.int(hex.length / 2)
    this.#length += this.#room(hex.length / 2).write(hex, this.#length, 'hex')
  }

  amount(value: bigint): void {
    const hex = value.toString(16)
    this.hex(hex.length % 2 === 0 ? hex : `0${hex}`)
  }

  text(text: string): void {
    const bytes = Buffer.from(text)
    this.int(bytes.length)
    bytes.copy(this.#room(bytes.length), this.#length)
    this.#length += bytes.length
  }

  ints(values: readonly number[]): void {
    this.list(values, (value) => this.int(value))
  }

  list<T>(items: readonly T[], write: (item: T) => void): void {
    this.int(items.length)
    for (const item of items) write(item)
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  #room(bytes: number): Buffer {
    if (this.#length + bytes > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes))
      this.#buffer.copy(grown, 0, 0, this.#length)
      this.#buffer = grown
    }
    return this.#buffer
  }
}

/** Reads what a Sink wrote, in the same order. */
class Source {
  readonly #buffer: Buffer
  #offset = 0

  constructor(buffer: Buffer) {
    this.#buffer = buffer
  }

  int(): number {
    this.#offset += 4
    return this.#buffer.readInt32LE(this.#offset - 4)
  }

  number(): number {
    this.#offset += 8
    return this.#buffer.readDoubleLE(this.#offset - 8)
  }

  long(): bigint {
    this.#offset += 8
    return this.#buffer.readBigInt64LE(this.#offset - 8)
  }

  hash(): string {
    this.#offset += 32
    return this.#buffer.toString('hex', this.#offset - 32, this.#offset)
  }

  hex(): string {
    const length = this.int()
    this.#offset += length
    return this.#buffer.toString('hex', this.#offset - length, this.#offset)
  }

  amount(): bigint {
    return BigInt(`0x${this.hex()}`)
  }

  text(): string {
    const length = this.int()
    this.#offset += length
    return this.#buffer.toString('utf8', this.#offset - length, this.#offset)
  }

  ints(): number[] {
    const values = new Array<number>(this.int())
    for (let i = 0; i < values.length; i++) values[i] = this.int()
    return values
  }

  each(read: (index: number) => void): void {
    const length = this.int()
    for (let i = 0; i < length; i++) read(i)
  }
}
