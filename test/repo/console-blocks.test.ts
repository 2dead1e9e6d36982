import { describe, expect, test } from 'vitest'
import { parseConsole, toPattern } from '../../scripts/docs/console-blocks.ts'

const document = `
Text.

\`\`\`console background
$ npm start
…
Sibyl listens on http://127.0.0.1:3000
\`\`\`

\`\`\`console
^C
$ npm test
\`\`\`

\`\`\`sh
not typed
\`\`\`

\`\`\`console
$ curl -s localhost:3000/health
{"status":"ok"}
$ echo a \\
  b
a b
\`\`\`
`

describe('what documents let a reader type', () => {
  test('default: commands, what they print, and which go on', () => {
    expect(parseConsole(document)).toEqual([
      {
        kind: 'background',
        command: 'npm start',
        expected: ['…', 'Sibyl listens on http://127.0.0.1:3000'],
      },
      { kind: 'interrupt' },
      { kind: 'command', command: 'npm test', expected: [] },
      { kind: 'command', command: 'curl -s localhost:3000/health', expected: ['{"status":"ok"}'] },
      { kind: 'command', command: 'echo a \\\n  b', expected: ['a b'] },
    ])
  })
  test('error: a block that begins with output', () => {
    expect(() => parseConsole('```console\nhello\n```\n')).toThrow('must begin with a command: hello')
  })
  test.each([
    [['a…c', 'd'], 'abc\nd\n', true],
    [['a…c', 'd'], 'abc\nx\nd\n', false],
    [['a', '…', 'd'], 'a\nx\ny\nd\n', true],
    [['a', '…', 'd'], 'a\nd\n\n', true],
    [['a'], 'a\nb\n', false],
    [['1.5 (of 2)'], '1.5 (of 2)  \n', true],
    [['1.5'], '1x5\n', false],
  ])('behavior: %j against %j', (lines, printed, matches) => {
    expect(toPattern(lines, { isWhole: true }).test(printed)).toBe(matches)
  })
  test('behavior: what goes on may have said more before and after', () => {
    const pattern = toPattern(['listens on …'], { isWhole: false })
    expect(pattern.test('installing\nlistens on http://x\nmore\n')).toBe(true)
    expect(pattern.test('installing\nlistens on')).toBe(false)
  })
})
