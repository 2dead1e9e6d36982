import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noPaint } from '../user/terminal.ts'
import { ralph } from './ralph.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sibyl-ralph-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

const parent = 'Abstract Contract Parent() {\n  fn one() -> U256 {\n    return 1\n  }\n}\n'
const child = 'Contract Child() extends Parent() {\n  pub fn f() -> U256 {\n    return one()\n  }\n}\n'

function run(command: { name: 'ralph check' } | { name: 'ralph compile'; out?: string; json?: boolean }) {
  const said: string[] = []
  const complaints: string[] = []
  const output = {
    width: null,
    paint: noPaint,
    paintTrouble: noPaint,
    nowMs: 0,
    say: (text: string) => void said.push(text),
    complain: (text: string) => void complaints.push(text),
  }
  const code = ralph(
    command.name === 'ralph check'
      ? { name: command.name, path: folder }
      : { name: command.name, path: folder, out: command.out ?? null, json: command.json ?? false },
    output,
  )
  return { code, said: said.join('\n'), complaints: complaints.join('\n') }
}

describe('sibyl ralph', () => {
  test('default: compiles a folder, whatever file a parent is in', () => {
    write('a/child.ral', child)
    write('b/parent.ral', parent)
    const { code, said, complaints } = run({ name: 'ralph compile' })
    expect([code, complaints]).toEqual([0, ''])
    expect(said).toMatch(/^name {3}bytes {2}code hash\nChild {5}\d+ {2}[0-9a-f]{64}$/)
    expect(run({ name: 'ralph check' }).said).toBe(
      '2 files without mistakes: 1 contract, 0 scripts, 0 warnings',
    )
  })
  test('behavior: --out writes artifacts, --json answers as a node does', () => {
    write('a.ral', parent + child)
    const out = join(folder, 'made')
    const { said } = run({ name: 'ralph compile', out, json: true })
    const [artifact] = (JSON.parse(said) as { contracts: unknown[] }).contracts
    expect(readdirSync(out)).toEqual(['Child.json'])
    expect(JSON.parse(readFileSync(join(out, 'Child.json'), 'utf8'))).toEqual(artifact)
  })
  test('behavior: warnings are told beside', () => {
    write('a.ral', 'Contract A() {\n  pub fn f() -> () {\n    let x = 1\n  }\n}\n')
    const { code, complaints } = run({ name: 'ralph check' })
    expect(code).toBe(0)
    expect(complaints).toContain('warning: Found unused variable in A: f.x')
  })
  test('error: a mistake is told with its own file, line and column, and a caret', () => {
    write('a.ral', parent)
    write('b.ral', child.replace('return one()', 'return two()'))
    expect(run({ name: 'ralph check' })).toEqual({
      code: 1,
      said: '',
      complaints: [
        `${join(folder, 'b.ral')}:3:12: compilation error`,
        '3 |     return two()',
        '  |            ^^^',
        '  |            Function two does not exist',
      ].join('\n'),
    })
  })
  test('error: a bracket that is open is told in its own file, not in the next', () => {
    write('a.ral', 'Contract A() {\n  pub fn f() -> () {\n')
    write('b.ral', child)
    expect(run({ name: 'ralph check' }).complaints).toContain(`${join(folder, 'a.ral')}:`)
  })
  test('error: with --json a mistake is one object on stderr', () => {
    write('a.ral', 'Contract A() {\n  pub fn f() -> () {\n')
    const { code, said, complaints } = run({ name: 'ralph compile', json: true })
    expect([code, said, JSON.parse(complaints)]).toEqual([
      1,
      '',
      {
        statusCode: null,
        code: 'INVALID_SOURCE',
        message: expect.stringContaining(`${join(folder, 'a.ral')}:`),
        details: { file: join(folder, 'a.ral') },
      },
    ])
  })
  test('error: a folder without Ralph', () => {
    expect(() => run({ name: 'ralph check' })).toThrow('There is no Ralph to read in')
    rmSync(folder, { recursive: true })
    expect(() => run({ name: 'ralph check' })).toThrow('There is no Ralph to read in')
    mkdirSync(folder)
  })
})
