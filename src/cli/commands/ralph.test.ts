import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError } from '../../config/index.ts'
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
  test('behavior: a folder may be called like a file, and links are followed once', () => {
    write('x.ral/child.ral', child)
    write('parent.ral', parent)
    symlinkSync(folder, join(folder, 'self'))
    symlinkSync(join(folder, 'parent.ral'), join(folder, 'same.ral'))
    expect(run({ name: 'ralph check' })).toEqual({
      code: 0,
      said: '2 files without mistakes: 1 contract, 0 scripts, 0 warnings',
      complaints: '',
    })
  })
  test('error: what cannot be read is told with its path', () => {
    const refusals = (make: (path: string) => void): string => {
      const path = join(folder, 'a.ral')
      make(path)
      try {
        run({ name: 'ralph check' })
      } catch (error) {
        if (error instanceof ConfigError) return error.message.replace(folder, '')
        throw error
      } finally {
        rmSync(path)
      }
      return 'read'
    }
    expect(refusals((path) => symlinkSync('/nowhere/b.ral', path))).toBe(
      '/a.ral is a link to a file that is not there',
    )
    expect(refusals((path) => symlinkSync('/dev/null', path))).toBe('/a.ral is no file')
    expect(refusals((path) => writeFileSync(path, `\ufeff${parent}`))).toBe(
      '/a.ral starts with a byte order mark, which is no Ralph: save it without',
    )
    expect(refusals((path) => writeFileSync(path, Buffer.from([0x2f, 0x2f, 0xc3, 0xa9, 0xff, 0x0a])))).toBe(
      '/a.ral is not UTF-8: byte 4 is not valid there',
    )
  })
  test('error: a terminal is told nothing that it would obey', () => {
    write('a\u001b[31m.ral', 'Contract A() { pub fn f() -> U256 { return \u001b[2J\u202e\t } }\n')
    const { code, complaints } = run({ name: 'ralph check' })
    expect(code).toBe(1)
    expect(complaints).toContain('a\ufffd[31m.ral:1:44: syntax error')
    expect(complaints).toContain('return \ufffd[2J\ufffd\t }')
    expect(complaints).not.toContain('\u001b')
    expect(complaints).not.toContain('\u202e')
  })
})
