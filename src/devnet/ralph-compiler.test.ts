import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Devnet, startDevnet } from './start-devnet.ts'

describe('compiling beside the chain', () => {
  let devnet: Devnet
  beforeEach(async () => {
    devnet = await startDevnet({ seed: 'compiling', startMs: 1_800_000_000_000 })
  })
  afterEach(() => devnet.stop())

  const compile = async (code: string, target = 'project') => {
    const body = JSON.stringify({ code })
    const url = `${devnet.url}/contracts/compile-${target}`
    const response = await devnet.fetch(url, { method: 'POST', body })
    return { status: response.status, body: await response.json() }
  }
  const depth = 5_000
  const deep = `Contract Deep() { pub fn f(x: U256) -> U256 { return ${'f('.repeat(depth)}x${')'.repeat(depth)} } }`

  test('default: one of each kind, by its own route', async () => {
    expect(await compile('TxScript Main { assert!(true, 0) }', 'script')).toMatchObject({
      status: 200,
      body: { name: 'Main', bytecodeTemplate: '01010300000003030c7b' },
    })
    expect(await compile('Contract Foo() { pub fn f() -> () {} }', 'contract')).toMatchObject({
      status: 200,
      body: { name: 'Foo', bytecode: '00010b010000000001d30fc1d238' },
    })
  })
  test('behavior: while a long program is compiled others are answered', async () => {
    const compiled = compile(deep)
    const asked = devnet.fetch(`${devnet.url}/infos/version`)
    expect(await Promise.race([compiled.then(() => 'compiled'), asked.then(() => 'asked')])).toBe('asked')
    expect((await compiled).status).toBe(200)
  })
  test('behavior: tests inside contracts run on the chain, and the first that fails is told', async () => {
    const tested = (expected: number) => `Contract Foo(a: U256) {
      pub fn f() -> U256 { return a }
      test "one" before Self(1) { testEqual!(f(), ${expected}) }
    }`
    expect((await compile(tested(1))).body).not.toHaveProperty('testError')
    expect((await compile(tested(2))).body).toMatchObject({
      contracts: [{ name: 'Foo' }],
      testError: expect.stringContaining('Test failed: Foo:one'),
    })
  })
  test('error: a refusal is a 500 with its place; a stopped devnet compiles no more', async () => {
    expect(await compile('Contract Foo() { pub fn f() -> U256 { return y } }')).toEqual({
      status: 500,
      body: { detail: expect.stringMatching(/^-- error \(1:46\): Compilation error/) },
    })
    const compiled = compile(deep)
    await devnet.stop()
    expect(await compiled).toEqual({ status: 503, body: { detail: 'compilations have stopped' } })
    expect((await compile(deep)).status).toBe(503)
  })
})
