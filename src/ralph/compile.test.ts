import { describe, expect, test } from 'vitest'
import {
  CompileError,
  compileContractSource,
  compileProjectSource,
  compileScriptSource,
  errorText,
} from './index.ts'

const counter = `Contract Counter(mut count: U256) {
  event Added(amount: U256)
  @using(updateFields = true, checkExternalCaller = false)
  pub fn add(amount: U256) -> () { count = count + amount emit Added(amount) }
  pub fn get() -> U256 { return count }
}`

const inFunction = (expr: string): string => `Contract Foo() { pub fn f(x: U256) -> U256 { return ${expr} } }`

function refusalOf(source: string): string {
  try {
    compileProjectSource(source)
  } catch (error) {
    if (error instanceof CompileError) return errorText(error, source)
    throw error
  }
  return 'accepted'
}

describe('compiling', () => {
  test('default: a contract becomes the bytes and hashes the node gives', () => {
    expect(compileContractSource(counter)).toMatchObject({
      version: 'v4.6.0',
      name: 'Counter',
      bytecode: '0102164024010001010008d39bddc96da00016002aa1000516005e010000000103d3f36cd8e4a00002',
      codeHash: '65ef1a34314d491c94eecc1e65014e12b27776e8b73c40dd1e9cbc91f472ff96',
    })
  })
  test('behavior: of a script the parameters are holes in the code', () => {
    const { bytecodeTemplate, fields } = compileScriptSource(
      'TxScript Main(a: U256, b: [U256; 2]) { assert!(a == b[1], 0) }',
    )
    expect(fields.names).toEqual(['a', 'b'])
    expect(bytecodeTemplate.match(/\{\d\}/g)).toEqual(['{1}', '{2}', '{0}'])
  })
  test('behavior: the same source gives the same answer, whatever was compiled before', () => {
    const first = compileProjectSource(counter)
    refusalOf('Contract')
    expect(compileProjectSource(counter)).toEqual(first)
  })
})

describe('refusals', () => {
  test('default: place, line, marker, message', () => {
    expect(refusalOf(`Contract Foo() {\n  pub fn f() -> U256 { return y }\n}`)).toBe(
      '-- error (2:31): Compilation error\n' +
        '2 |  pub fn f() -> U256 { return y }\n' +
        '  |                              ^\n' +
        '  |                              Variable f.y is not defined in the current scope or is used before being defined\n',
    )
  })
  test('error: a syntax error says what was expected, and how far the text could be read', () => {
    expect(refusalOf('Contract Foo() { pub fn f() -> () { let x = ) } }')).toBe(
      '-- error (1:45): Syntax error\n' +
        '1 |Contract Foo() { pub fn f() -> () { let x = ) } }\n' +
        '  |                                            ^^^^^\n' +
        '  |                                            Expected an expression\n',
    )
    expect(refusalOf('Contract Foo() { pub fn f() -> () { g(1, ) } }')).toContain(
      'Read as far as (1:42): expected',
    )
  })
})

describe('bounds', () => {
  const nested = (depth: number): string => inFunction(`${'('.repeat(depth)}x${')'.repeat(depth)}`)
  test.each([1, 31, 32, 33, 200, 20_000])(
    'behavior: %i levels of parentheses are read once each',
    (depth) => {
      expect(compileProjectSource(nested(depth)).contracts[0]?.bytecode).toBe(
        compileProjectSource(nested(0)).contracts[0]?.bytecode,
      )
    },
  )
  const bytesOf = (source: string): number =>
    (compileProjectSource(source).contracts[0]?.bytecode.length ?? 0) / 2
  test.each([
    ['calls', (depth: number) => `${'f('.repeat(depth)}x${')'.repeat(depth)}`, 2],
    ['sums', (depth: number) => `${'(x + '.repeat(depth)}x${')'.repeat(depth)}`, 3],
    ['sums to the left', (depth: number) => `${'('.repeat(depth)}x${' + x)'.repeat(depth)}`, 3],
    ['sums in a row', (count: number) => `x${' + x'.repeat(count)}`, 3],
    ['divisions in a row', (count: number) => `x${' / x'.repeat(count)}`, 3],
  ])('behavior: each of two thousand %s is one more', (_, program, size) => {
    expect(bytesOf(inFunction(program(2_000))) - bytesOf(inFunction(program(1_000)))).toBe(1_000 * size)
  })
  test('behavior: a row of operators has no end, also among constants', () => {
    expect(bytesOf(inFunction(`x${' - x'.repeat(30_000)}`))).toBeGreaterThan(90_000)
    const sum = `const Sum = 0${' + 1'.repeat(30_000)} ${inFunction('x + Sum')}`
    expect(bytesOf(sum)).toBe(bytesOf(inFunction('x + 30000')))
  })
  test('behavior: hundreds of blocks inside each other, far beyond what a node can read', () => {
    const blocks = (depth: number): string =>
      `Contract Foo() { pub fn f(x: U256) -> () { ${'if (x > 0) { '.repeat(depth)}f(x)${' }'.repeat(depth)} } }`
    expect(bytesOf(blocks(200)) - bytesOf(blocks(150))).toBe(50 * 7)
  })
  test('behavior: many branches cost as many times one', () => {
    const branches = (count: number): string =>
      `Contract Foo() { pub fn f(x: U256) -> () {
        if (x > 0) { f(x) }${' else if (x > 1) { f(x) }'.repeat(count)} else { f(x) } } }`
    expect(bytesOf(branches(4_000)) - bytesOf(branches(3_000))).toBe(1_000 * 15)
  })
  test('error: a mistake below twenty thousand parentheses is found where it is', () => {
    const opened = '('.repeat(20_000)
    expect(refusalOf(inFunction(`${opened}y${')'.repeat(20_000)}`))).toContain('Variable f.y is not defined')
    expect(refusalOf(inFunction(opened))).toMatch(/^-- error \(1:\d+\): Syntax error/)
  })
  test.each([
    ['calls', inFunction(`${'f('.repeat(25_000)}x${')'.repeat(25_000)}`)],
    ['blocks', inFunction(`${'if (x > 0) '.repeat(5_000)}x${' else x'.repeat(5_000)}`)],
    ['an array', 'Contract Foo() { pub fn f() -> () { let _ = [1; 1000000000] } }'],
    ['a struct that holds itself', 'struct A { a: [A; 2] } Contract Foo() { pub fn f(a: A) -> () {} }'],
    ['an exponent', 'Contract Foo() { pub fn f() -> U256 { return 1e999999999 } }'],
  ])('error: %s beyond reason are refused', (_, source) => {
    expect(refusalOf(source)).toMatch(/^-- error /)
  })
})
