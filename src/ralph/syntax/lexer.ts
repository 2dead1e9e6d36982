import {
  address,
  bool,
  byteVec,
  contractIdOfLock,
  i256,
  i256Max,
  i256Min,
  isContractLock,
  lockOfAddress,
  u256,
  u256Max,
} from '../../bytecode/index.ts'
import { hexToBytes, isHex } from '../../kit/index.ts'
import { CompileError } from '../compile-error.ts'
import type { Const, FuncId, Ident, TypeId } from './ast.ts'
import { choice, failed, type Rule, type Run } from './peg.ts'
import type { Span } from './span.ts'

/** Names, keywords and literals: what is read without space inside. */

const keywords = new Set(
  (
    'Contract AssetScript TxScript Interface struct let mut fn return true false if else while for pub event emit ' +
    'extends embeds implements alph const enum Abstract ALPH mapping'
  ).split(' '),
)

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLower = (code: number): boolean => code >= 97 && code <= 122
const isUpper = (code: number): boolean => code >= 65 && code <= 90
const isNamePart = (code: number): boolean => isLower(code) || isUpper(code) || isDigit(code) || code === 95
const isHexDigit = (code: number): boolean =>
  isDigit(code) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70)
const isNumberPart = (code: number): boolean => isDigit(code) || code === 95
const isLetterOrDigit = (code: number): boolean => isLower(code) || isUpper(code) || isDigit(code)

function endOf(text: string, from: number, belongs: (code: number) => boolean): number {
  let at = from
  while (at < text.length && belongs(text.charCodeAt(at))) at += 1
  return at
}

const name =
  (expected: string, startsName: (code: number) => boolean): Rule<{ name: string; span: Span }> =>
  (run) => {
    const from = run.at
    if (!startsName(run.text.charCodeAt(from))) return run.fail(expected)
    const to = endOf(run.text, from, isNamePart)
    const text = run.text.slice(from, to)
    if (keywords.has(text)) return run.fail(expected, to)
    run.at = to
    return { name: text, span: { from, to } }
  }

export const ident: Rule<Ident> = name('a name', isLower)
export const constantIdent: Rule<Ident> = name(
  'a constant name, which starts with an upper case letter',
  isUpper,
)
export const typeId: Rule<TypeId> = name('a type name', isUpper)

export const funcId: Rule<FuncId> = (run) => {
  const id = ident(run)
  if (id === failed) return failed
  const builtIn = run.text[run.at] === '!'
  if (builtIn) run.at += 1
  return { name: id.name, builtIn, span: { from: id.span!.from, to: run.at } }
}

/** A word that does not go on. */
export const keyword = (word: string): Rule<Span> => {
  const expected = JSON.stringify(word)
  return (run) => {
    const from = run.at
    if (!run.text.startsWith(word, from)) return run.fail(expected)
    const to = from + word.length
    if (isNamePart(run.text.charCodeAt(to))) return run.fail(expected, to)
    run.at = to
    return { from, to }
  }
}

/** Whether the word is there. */
export const flag = (word: string): Rule<boolean> => {
  const rule = keyword(word)
  return (run) => {
    const from = run.at
    if (rule(run) !== failed) return true
    run.at = from
    return false
  }
}

const alphDigits = 18
/** 10 to this is beyond every integer of the language; the digits are not worth writing out. */
const exponentMax = 5_000

/** Digits of the longest number that is worth calculating; all of the language's have fewer. */
const digitsMax = 1_000

interface Digits {
  /** Nothing if it is beyond every integer of the language. */
  readonly value: bigint | undefined
  /** How long it is when written in decimal digits. */
  readonly length: number
  readonly width: number
}

const hexDigits: Rule<Digits> = (run) => {
  const from = run.at
  if (!run.text.startsWith('0x', from)) return run.fail('a number')
  const to = endOf(run.text, from + 2, isHexDigit)
  if (to === from + 2) return run.fail('a number', from + 2)
  run.at = to
  const digits = withoutLeadingZeros(run.text.slice(from + 2, to))
  const width = to - from
  if (digits.length > digitsMax) return { value: undefined, length: decimalLength(digits), width }
  const value = BigInt(`0x0${digits}`)
  return { value, length: value.toString().length, width }
}

function withoutLeadingZeros(digits: string): string {
  let at = 0
  while (digits[at] === '0') at += 1
  return digits.slice(at)
}

/** Of many hex digits, of which the first ten say enough. */
const decimalLength = (hex: string): number =>
  Math.floor(Math.log10(Number.parseInt(hex.slice(0, 10), 16)) + (hex.length - 10) * Math.log10(16)) + 1

const isAlphHere = flag('alph')

/** `1_000`, `1.5e3`, `2 alph`. Spaces behind the digits are read even if no unit follows. */
const decimalDigits: Rule<Digits> = (run) => {
  const { text, at: from } = run
  let to = endOf(text, from, isNumberPart)
  if (to === from) return run.fail('a number')
  if (text[to] === '.') {
    const end = endOf(text, to + 1, isNumberPart)
    if (end > to + 1) to = end
  }
  if (text[to] === 'e') {
    const start = text[to + 1] === '-' ? to + 2 : to + 1
    const end = endOf(text, start, isDigit)
    if (end > start) to = end
  }
  const written = text.slice(from, to)
  run.at = endOf(text, to, (code) => code === 32)
  const isAlph = isAlphHere(run)
  const number = decimalNumber(written.replaceAll('_', ''), isAlph ? alphDigits : 0)
  if (number === undefined) {
    throw new CompileError('Invalid number', { title: 'Type error', span: { from, to } })
  }
  return { ...number, width: isAlph ? run.at - from : to - from }
}

/** The exact integer, or nothing where there is none. */
function decimalNumber(written: string, shift: number): Omit<Digits, 'width'> | undefined {
  const match = /^(\d*)(?:\.(\d*))?(?:e(-?\d+))?$/.exec(written)
  if (match === null) return undefined
  const [, whole = '', fraction = '', exponentText = '0'] = match
  if (whole === '' && fraction === '') return undefined
  const digits = withoutLeadingZeros(whole + fraction)
  if (digits === '') return { value: 0n, length: 1 }
  if (Math.abs(Number(exponentText)) > exponentMax) return undefined
  const zeros = Number(exponentText) - fraction.length + shift
  const length = digits.length + zeros
  if (zeros < 0 && !endsInZeros(digits, -zeros)) return undefined
  if (length > digitsMax) return { value: undefined, length }
  return { value: BigInt(zeros < 0 ? digits.slice(0, zeros) : digits + '0'.repeat(zeros)), length }
}

function endsInZeros(digits: string, count: number): boolean {
  if (count >= digits.length) return false
  for (let at = digits.length - count; at < digits.length; at++) if (digits[at] !== '0') return false
  return true
}

const digits = choice(hexDigits, decimalDigits)

const number: Rule<Const> = (run) => {
  const from = run.at
  const negative = run.text[from] === '-'
  if (negative) run.at += 1
  const read = digits(run)
  if (read === failed) return failed
  const suffix = run.text[run.at]
  const hasSuffix = suffix === 'i' || suffix === 'u'
  if (hasSuffix) run.at += 1
  const span = { from, to: from + read.width + (negative ? 1 : 0) + (hasSuffix ? 1 : 0) }
  const length = read.length + (negative ? 1 : 0)
  if (read.value === undefined) throw outOfRange(negative || suffix === 'i' ? 'I256' : 'U256', length, from)
  const value = negative ? -read.value : read.value
  if (value < 0n || suffix === 'i') {
    if (value < i256Min || value > i256Max) throw outOfRange('I256', length, from)
    return { kind: 'Const', value: i256(value), span }
  }
  if (value > u256Max) throw outOfRange('U256', length, from)
  return { kind: 'Const', value: u256(value), span }
}

const outOfRange = (type: string, length: number, from: number): CompileError =>
  new CompileError(`Expected an ${type} value`, {
    title: 'Syntax error',
    span: { from, to: from + length },
  })

const trueOrFalse = choice(keyword('true'), keyword('false'))

const boolean: Rule<Const> = (run) => {
  const from = run.at
  const word = trueOrFalse(run)
  if (word === failed) return failed
  const isTrue = run.text.startsWith('true', from)
  return { kind: 'Const', value: bool(isTrue), span: { from, to: run.at } }
}

/** `#` and hex, or `#` and the address of a contract for its id. */
const bytes: Rule<Const> = (run) => {
  const from = run.at
  if (run.text[from] !== '#') return run.fail('"#"')
  run.at = endOf(run.text, from + 1, isLetterOrDigit)
  const written = run.text.slice(from + 1, run.at)
  return { kind: 'Const', value: byteVec(bytesOf(written, from + 1)), span: { from, to: run.at } }
}

function bytesOf(written: string, from: number): Uint8Array {
  if (isHex(written)) return hexToBytes(written.toLowerCase())
  const found = lockOfAddress(written)
  if ('lock' in found && isContractLock(found.lock)) return hexToBytes(contractIdOfLock(found.lock))
  throw new CompileError('Invalid byteVec', {
    title: 'Type error',
    span: { from, to: from + written.length },
  })
}

const addressLiteral: Rule<Const> = (run) => {
  const from = run.at
  if (run.text[from] !== '@') return run.fail('"@"')
  const start = from + 1
  let to = endOf(run.text, start, isLetterOrDigit)
  if (to === start) return run.fail('an address', start)
  if (run.text[to] === ':') {
    const end = endOf(run.text, to + 1, isDigit)
    if (end > to + 1) to = end
  }
  run.at = to
  const written = run.text.slice(start, to)
  const found = lockOfAddress(written)
  if ('error' in found)
    throw new CompileError(found.error, { title: 'Type error', span: { from: start, to } })
  return { kind: 'Const', value: address(found.lock), span: { from, to } }
}

export const constant: Rule<Const> = choice(number, boolean, bytes, addressLiteral)

/** Text between backticks. */
export const rawText: Rule<string> = (run) => {
  if (run.text[run.at] !== '`') return run.fail('"`"')
  const end = run.text.indexOf('`', run.at + 1)
  if (end === -1) return run.fail('"`"', run.text.length)
  const text = run.text.slice(run.at + 1, end)
  run.at = end + 1
  return text
}

/** Text between backticks with values in it; `$$` and `` $` `` stand for the second character. */
export const textWithValues =
  <T>(value: Rule<T>): Rule<{ texts: string[]; values: T[] }> =>
  (run) => {
    if (run.text[run.at] !== '`') return run.fail('"`"')
    run.at += 1
    const texts = [textPart(run)]
    const values: T[] = []
    const outerCut = run.cut
    for (;;) {
      const before = run.at
      run.cut = false
      const next = value(run)
      if (next === failed) {
        if (run.cut) return failed
        run.at = before
        run.cut = outerCut
        break
      }
      values.push(next)
      texts.push(textPart(run))
    }
    if (run.text[run.at] !== '`') return run.fail('"`"')
    run.at += 1
    return { texts, values }
  }

function textPart(run: Run): string {
  let part = ''
  for (;;) {
    const { text, at } = run
    const end = endOf(text, at, (code) => code !== 36 && code !== 96)
    if (end > at) {
      part += text.slice(at, end)
      run.at = end
    } else if (text.startsWith('$$', at) || text.startsWith('$`', at)) {
      part += text[at + 1]
      run.at += 2
    } else return part
  }
}

/** What stands between double quotes, after the space there. */
export const testName: Rule<string> = (run) => {
  if (run.text[run.at] !== '"') return run.fail('"\\""')
  run.at += 1
  run.skipSpace()
  const from = run.at
  let to = from
  // Each character may be followed by space, and comments count as space.
  while (run.at < run.text.length && run.text[run.at] !== '"') {
    run.at += 1
    to = run.at
    run.skipSpace()
  }
  run.at = to
  const text = run.text.slice(from, to)
  run.skipSpace()
  if (run.text[run.at] !== '"') return run.fail('"\\""')
  run.at += 1
  return text
}
