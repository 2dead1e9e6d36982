import { encodeContract, encodeMethods, type Instruction } from '../../../src/bytecode/index.ts'
import { bytesToHex, type Random, randomBelow } from '../../../src/kit/index.ts'
import { at, bytes, i, method, no, op, u, yes } from '../../support/vm-program.ts'

/** Scripts that no compiler would write, instruction by instruction. */

/** The least a contract must hold. */
export const DEPOSIT = 10n ** 17n

type LogName = `Log${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`

/** The most fields an event can have: the instruction takes nine values, and the first is its number. */
export const FIELDS_MAX = 8

const log = (index: bigint, fields: readonly Instruction[]): Instruction[] => [
  i(index),
  ...fields,
  op(`Log${fields.length + 1}` as LogName), // one of the nine: an event has 0 to 8 fields
]

const scriptOf = (instructions: readonly Instruction[]): string =>
  bytesToHex(encodeMethods([method(instructions, { usesPreapprovedAssets: true, localsLength: 1 })]))

const create = (payer: string, code: string): Instruction[] => [
  at(payer),
  u(DEPOSIT),
  op('ApproveAlph'),
  bytes(code),
  bytes('00'),
  bytes('00'),
  op('CreateContract'),
]

/** Creates a contract of one method and calls it in the same transaction. */
function createAndCall(payer: string, body: readonly Instruction[], usesContractAssets = false): string {
  const code = encodeContract({
    fieldLength: 0,
    methods: [method(body, { localsLength: 1, usesContractAssets })],
  })
  return scriptOf([
    ...create(payer, bytesToHex(code.bytes)),
    op('StoreLocal', 0),
    u(0n),
    u(0n),
    op('LoadLocal', 0),
    op('CallExternal', 0),
  ])
}

/** Events of any number, with any number of fields of any type, at the edges of what a value can be. */
export function emitAnything(payer: string, random: Random, lock: () => string): string {
  const pick = <T>(items: readonly T[]): T => items[randomBelow(random, items.length)] as T // never empty
  const value = (): Instruction =>
    pick([
      () => pick([yes, no]),
      () => u(pick([0n, 1n, 2n ** 53n, 2n ** 64n, 2n ** 256n - 1n])),
      () => i(pick([0n, -1n, -(2n ** 255n), 2n ** 255n - 1n])),
      () => bytes('ff'.repeat(pick([0, 1, 32, 3_000]))),
      () => at(lock()),
    ])()
  const events = Array.from({ length: 1 + randomBelow(random, 6) }, () => {
    const fields = Array.from({ length: randomBelow(random, FIELDS_MAX + 1) }, value)
    return log(pick([0n, 1n, 5n, 127n, 128n, -1n, -2n, -128n, -129n, 2n ** 200n]), fields)
  })
  return createAndCall(payer, events.flat())
}

/** One event with one field, of a contract made for it. */
export const emitOnce = (payer: string): string => createAndCall(payer, log(0n, [yes]))

/** So many events of eight fields, each of 128 KB. */
export function emitMegabytes(payer: string, count: number): string {
  const grown = [
    bytes('ab'.repeat(1_024)),
    ...Array.from({ length: 7 }, () => [op('Dup'), op('ByteVecConcat')]).flat(),
  ]
  const field = Array.from({ length: FIELDS_MAX }, () => op('LoadLocal', 0))
  const events = Array.from({ length: count }, () => log(0n, field))
  return createAndCall(payer, [...grown, op('StoreLocal', 0), ...events.flat()])
}

/** A contract that does not outlive the transaction it is made in. */
export const createAndDestroy = (payer: string): string =>
  createAndCall(payer, [at(payer), op('DestroySelf')], true)

/** Contracts that do nothing, so many at once. */
export function createMany(payer: string, count: number): string {
  const code = bytesToHex(encodeContract({ fieldLength: 0, methods: [method([])] }).bytes)
  return scriptOf(Array.from({ length: count }, () => [...create(payer, code), op('Pop')]).flat())
}

/** Succeeds in a block up to this time and fails in a later one. */
export const failAfter = (ms: number): string =>
  scriptOf([op('BlockTimeStamp'), u(BigInt(ms)), op('U256Le'), op('Assert')])
