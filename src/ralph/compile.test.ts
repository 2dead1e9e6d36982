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

  const doubling = (levels: number, leaf: string): string =>
    `${Array.from({ length: levels }, (_, i) => `struct S${i} { mut a: S${i + 1}, mut b: S${i + 1} }`).join(' ')}
     struct S${levels} { mut a: ${leaf} }`
  test.each([
    [
      'parameters of a script',
      'TxScript F(x: [U256; 100000000]) { assert!(x[0] == 1, 0) }',
      'Number of template variables more than 255',
    ],
    [
      'parameters of a script in structs',
      `${doubling(150, 'U256')} TxScript F(x: S0) { assert!(1 == 1, 0) }`,
      'Number of template variables more than 255',
    ],
    [
      'fields',
      'Contract Foo(x: [U256; 60000], y: [U256; 60000]) { pub fn f() -> () {} }',
      'An array is too large',
    ],
    [
      'fields in structs',
      `${doubling(150, 'U256')} Contract Foo(x: S0) { pub fn f() -> () {} }`,
      'An array is too large',
    ],
    [
      'arguments',
      'Contract Foo() { pub fn f(x: [U256; 2000000000]) -> () {} }',
      'Number of variables more than 255',
    ],
    [
      'arguments of an interface',
      `Interface I { pub fn f(x: [U256; 60000], y: [U256; 60000]) -> () }
       Contract Foo() { pub fn f(i: I) -> () { i.f([1; 60000], [1; 60000]) } }`,
      'An array is too large',
    ],
    [
      'returns',
      'Contract Foo() { pub fn f() -> [U256; 2000000000] { return f() } }',
      'An array is too large',
    ],
    [
      'entries of a map',
      `${doubling(150, 'U256')} Contract Foo() { mapping[U256, S0] m pub fn f(s: S1) -> () { m[1].a = s } }`,
      'Number of variables more than 255',
    ],
    [
      'empty values',
      'Contract Foo() { pub fn f() -> () { let x = [[1; 0]; 2000000000] } }',
      'Too many variables',
    ],
    [
      'inlined functions',
      `Contract Foo() {
        ${Array.from({ length: 40 }, (_, i) => `@inline fn f${i}() -> () { f${i + 1}() f${i + 1}() }`).join(' ')}
        @inline fn f40() -> () {}
        pub fn f() -> () { f0() } }`,
      'Too many calls of inline functions',
    ],
    [
      'a constant that doubles',
      `const A0 = #${'ab'.repeat(100)}
       ${Array.from({ length: 40 }, (_, i) => `const A${i + 1} = A${i} ++ A${i}`).join('\n')}
       Contract Foo() { pub fn f() -> ByteVec { return A40 } }`,
      'A constant is longer than 32768 bytes',
    ],
  ])('error: %s too many to be spread are refused before they are', (_, source, refusal) => {
    expect(refusalOf(source)).toContain(refusal)
  })
  test('behavior: a constant may be as long as a contract', () => {
    const constant = (bytes: number): string =>
      `const Half = #${'ab'.repeat(16_384)} const Whole = Half ++ #${'cd'.repeat(bytes)}
       Contract Foo() { pub fn f() -> () {} }`
    expect(refusalOf(constant(16_384))).toBe('accepted')
    expect(refusalOf(constant(16_385))).toContain('A constant is longer than 32768 bytes')
  })
  test('error: a size beyond 32 bits is told where it stands', () => {
    expect(refusalOf('Contract Foo(x: [U256; 2147483648]) { pub fn f() -> () {} }')).toBe(
      '-- error (1:24): Compilation error\n' +
        '1 |Contract Foo(x: [U256; 2147483648]) { pub fn f() -> () {} }\n' +
        '  |                       ^^^^^^^^^^\n' +
        '  |                       Invalid array size, expected at most 2147483647\n',
    )
    for (const source of [
      'Contract Foo() { pub fn f(x: [U256; 4294967295], i: U256) -> U256 { return x[i] } }',
      'const Size = 4294967296 + 1 Contract Foo(x: [U256; Size]) { pub fn f() -> U256 { return x[0] } }',
      'Contract Foo() { pub fn f() -> () { let x = [1; 4294967297] } }',
    ]) {
      expect(refusalOf(source)).toContain('Invalid array size, expected at most 2147483647')
    }
    expect(refusalOf('Contract Foo(x: [U256; 2147483647]) { pub fn f() -> () {} }')).toContain(
      'An array is too large',
    )
  })
})

describe('numbers', () => {
  test.each([
    ['9'.repeat(2_000_000), 'U256'],
    [`-${'9'.repeat(2_000_000)}`, 'I256'],
    [`0x${'f'.repeat(2_000_000)}`, 'U256'],
    [`0x${'f'.repeat(2_000_000)}i`, 'I256'],
    ['1e1500', 'U256'],
  ])('error: %.20s… is too large, however long', (written, type) => {
    expect(refusalOf(inFunction(written))).toContain(`Expected an ${type} value`)
  })
  test('error: the marker is as long as the number in decimal digits', () => {
    const markers = (written: string): number => /\^+/.exec(refusalOf(inFunction(written)))![0].length
    // Beside the number stand ` } }`, which a long marker covers too.
    expect(markers(`0x${'f'.repeat(900)}`)).toBe(902 + 4)
    expect(markers('1e300')).toBe(5 + 4)
    expect(markers(`0x1${'0'.repeat(65)}`)).toBe(68 + 4)
    expect(markers(`${'9'.repeat(1_500)}`)).toBe(1_500)
  })
  test.each([
    [`1.${'0'.repeat(6_000)}`, '1'],
    [`${'0'.repeat(6_000)}7 alph`, '7000000000000000000'],
    [`1${'0'.repeat(1_200)}e-1199`, '10'],
    [`0x${'0'.repeat(6_000)}ff`, '255'],
    ['0.5 alph', '500000000000000000'],
    ['1_0.5e1', '105'],
    ['0.000', '0'],
  ])('behavior: %.20s… is exact', (written, value) => {
    const bytecode = (expr: string) => compileProjectSource(inFunction(expr)).contracts[0]?.bytecode
    expect(bytecode(written)).toBe(bytecode(value))
  })
  test.each(['1.5', '15e-1', '0.0000000000000000001 alph', '1e-1'])('error: %s is no integer', (written) => {
    expect(refusalOf(inFunction(written))).toContain('Invalid number')
  })
})

describe('texts', () => {
  const halfPair = '\ud800'
  test.each([
    ['a literal', `Contract Foo() { pub fn f() -> ByteVec { return b\`a${halfPair}b\` } }`, '613f62'],
    [
      'a constant',
      `const A = b\`${halfPair}\` Contract Foo() { pub fn f() -> ByteVec { return A } }`,
      '14013f',
    ],
    ['a field of an enum', `enum E { A = b\`${halfPair}\` } ${inFunction('size!(E.A)')}`, '14013f'],
  ])('behavior: half a surrogate pair in %s is a question mark, as on the node', (_, source, bytes) => {
    expect(compileProjectSource(source).contracts[0]?.bytecode).toContain(bytes)
  })
  test('behavior: so it is in a debug message; a whole pair stays', () => {
    const debug = (text: string): string =>
      JSON.stringify(
        compileProjectSource(`Contract Foo() { pub fn f() -> () { emit Debug(\`${text}\`) } }`).contracts[0],
      )
    expect(debug(`x${halfPair}`)).toBe(debug('x?'))
    expect(debug('\u{1f600}')).toContain('f09f9880')
  })
})

describe('entries of a map', () => {
  const inserted = (fields: number, mut: string): string => {
    const names = Array.from({ length: fields }, (_, i) => `f${i}`)
    return `struct S { ${names.map((name) => `${mut}${name}: U256`).join(', ')} }
      Contract Foo() { mapping[U256, S] m
        @using(preapprovedAssets = true, checkExternalCaller = false)
        pub fn f() -> () { m.insert!(callerAddress!(), 1, S { ${names.map((name) => `${name}: 1`).join(', ')} }) } }`
  }
  const refusal = 'The number of struct fields exceeds the maximum limit'
  test.each([
    // The contract's id is one of the immutable fields.
    ['immutable', '', 254],
    ['mutable', 'mut ', 255],
  ])('behavior: they have up to 255 %s fields', (_, mut, most) => {
    expect(refusalOf(inserted(most, mut))).toBe('accepted')
    expect(refusalOf(inserted(most + 1, mut))).toContain(refusal)
  })
})
