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

const oneAlph = 10n ** 18n
/** 10 to this is beyond every integer of the language; the digits are not worth writing out. */
const exponentMax = 5_000

interface Digits {
  readonly value: bigint
  readonly width: number
}

const hexDigits: Rule<Digits> = (run) => {
  const from = run.at
  if (!run.text.startsWith('0x', from)) return run.fail('a number')
  const to = endOf(run.text, from + 2, isHexDigit)
  if (to === from + 2) return run.fail('a number', from + 2)
  run.at = to
  return { value: BigInt(run.text.slice(from, to)), width: to - from }
}

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
  const value = decimalValue(written.replaceAll('_', ''), isAlph ? oneAlph : 1n)
  if (value === undefined) {
    throw new CompileError('Invalid number', { title: 'Type error', span: { from, to } })
  }
  return { value, width: isAlph ? run.at - from : to - from }
}

/** The exact integer, or nothing where there is none. */
function decimalValue(written: string, unit: bigint): bigint | undefined {
  const match = /^(\d*)(?:\.(\d*))?(?:e(-?\d+))?$/.exec(written)
  if (match === null) return undefined
  const [, whole = '', fraction = '', exponentText = '0'] = match
  if (whole === '' && fraction === '') return undefined
  const exponent = Number(exponentText) - fraction.length
  const digits = BigInt(whole + fraction) * unit
  if (digits === 0n) return 0n
  if (Math.abs(exponent) > exponentMax) return undefined
  if (exponent >= 0) return digits * 10n ** BigInt(exponent)
  const divisor = 10n ** BigInt(-exponent)
  return digits % divisor === 0n ? digits / divisor : undefined
}

const digits = choice(hexDigits, decimalDigits)

const number: Rule<Const> = (run) => {
  const from = run.at
  const negative = run.text[from] === '-'
  if (negative) run.at += 1
  const read = digits(run)
  if (read === failed) return failed
  const value = negative ? -read.value : read.value
  const suffix = run.text[run.at]
  const hasSuffix = suffix === 'i' || suffix === 'u'
  if (hasSuffix) run.at += 1
  const span = { from, to: from + read.width + (negative ? 1 : 0) + (hasSuffix ? 1 : 0) }
  if (value < 0n || suffix === 'i') {
    if (value < i256Min || value > i256Max) throw outOfRange('I256', value, from)
    return { kind: 'Const', value: i256(value), span }
  }
  if (value > u256Max) throw outOfRange('U256', value, from)
  return { kind: 'Const', value: u256(value), span }
}

const outOfRange = (type: string, value: bigint, from: number): CompileError =>
  new CompileError(`Expected an ${type} value`, {
    title: 'Syntax error',
    span: { from, to: from + value.toString().length },
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
