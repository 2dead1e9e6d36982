import { describe, expect, test } from 'vitest'
import { linesOf, priceOf, tableOf, timeOf, widthOf } from './table.ts'
import { noPaint, obeyable, obeyableJson, paintFor, widthFor } from './terminal.ts'

const plain = { width: null, paint: noPaint }

test('tableOf: columns are as wide as their widest cell', () =>
  expect(
    tableOf(
      [
        ['a', '1', 'x'],
        ['bcd', '22', ''],
      ],
      { right: [1] },
      plain,
    ),
  ).toBe('a     1  x\nbcd  22'))
test('priceOf: thousandths', () => expect([priceOf(5), priceOf(395)]).toEqual(['0.005', '0.395']))
test('priceOf: a whole one', () => expect(priceOf(1000)).toBe('1.000'))
test('timeOf: the time of today, otherwise with its date', () => {
  const terminal = { nowMs: Date.parse('2026-03-02T00:00:01Z') }
  expect(timeOf('2026-03-02T23:59:58.123Z', terminal)).toBe('23:59:58')
  expect(timeOf(Date.parse('2026-03-01T23:59:58Z'), terminal)).toBe('2026-03-01 23:59')
  expect(timeOf('yesterday', terminal)).toBe('?')
})

describe('linesOf', () => {
  const sentence = 'Will the bridge open in May, or later?'
  test('behavior: broken between words, none wider than the terminal', () => {
    expect(linesOf(sentence, { width: 20 })).toBe('Will the bridge open\nin May, or later?')
    expect(linesOf(sentence, { width: 19 })).toBe('Will the bridge\nopen in May, or\nlater?')
    expect(linesOf(sentence, { width: null })).toBe(sentence)
  })
  test('behavior: a word that is too long stands alone, and wide characters count twice', () => {
    expect(linesOf('an unbreakableaddress here', { width: 10 })).toBe('an\nunbreakableaddress\nhere')
    expect(linesOf('日本 日本', { width: 8 })).toBe('日本\n日本')
  })
})

describe('what a terminal obeys', () => {
  test('default: our own marks, lines and tabs', () => {
    const painted = paintFor({ FORCE_COLOR: '1' }, {})
    for (const mark of ['head', 'good', 'bad', 'faint'] as const)
      expect(obeyable(painted(mark, 'a\tb\n'))).toBe(painted(mark, 'a\tb\n'))
  })
  test('error: nothing else', () =>
    expect(obeyable('\u001b[2J\u001b]0;x\u0007\u009b2J\r\u202e\u2028\ud800\u001b[8m')).toBe(
      '\ufffd[2J\ufffd]0;x\ufffd\ufffd2J\ufffd\ufffd\ufffd\ufffd\ufffd[8m',
    ))
  test('behavior: JSON names what it may not hold', () => {
    const value = { text: '\u001b[1m\u009b2J\u202e\u007f ü' }
    const shown = obeyableJson(JSON.stringify(value, null, 2))
    expect(shown).toBe('{\n  "text": "\\u001b[1m\\u009b2J\\u202e\\u007f ü"\n}')
    expect(JSON.parse(shown)).toEqual(value)
  })
})

describe('tableOf on a terminal', () => {
  const rows = [
    ['1', '1,000.00', 'open', 'Will the bridge open in May, or later?'],
    ['2', '7.00', 'resolved', 'Who?'],
  ]
  const shape = { right: [1], cut: 3, spare: [2, 1] }
  const at = (width: number) => tableOf(rows, shape, { width, paint: noPaint }).split('\n')
  test('behavior: what fits is whole', () => expect(at(61)[0]).toMatch(/later\?$/))
  test('behavior: the longest text is cut first', () =>
    expect(at(60)).toEqual([
      '1  1,000.00  open      Will the bridge open in May, or late…',
      '2      7.00  resolved  Who?',
    ]))
  test('behavior: then columns go', () => {
    expect(at(42)[0]).toBe('1  1,000.00  Will the bridge open in May,…')
    expect(at(30)[0]).toBe('1  Will the bridge open in Ma…')
  })
  test.each([20, 30, 42, 43, 60, 80])('behavior: no line is wider than %i', (width) => {
    for (const line of at(width)) expect(widthOf(line)).toBeLessThanOrEqual(width)
  })
  test('behavior: without a column to cut, columns go while a line is too long', () => {
    const bars = (width: number) =>
      tableOf([['▆▆', '10.00', '0.400', '▆']], { spare: [0, 3] }, { width, paint: noPaint })
    expect(bars(19)).toBe('▆▆  10.00  0.400  ▆')
    expect(bars(18)).toBe('10.00  0.400  ▆')
    expect(bars(14)).toBe('10.00  0.400')
    expect(bars(5)).toBe('10.00  0.400')
  })
  test('behavior: wide characters take two columns', () => {
    const lines = tableOf(
      [
        ['日本', 'x'],
        ['ab', 'y'],
        ['👍', 'z'],
      ],
      {},
      plain,
    ).split('\n')
    expect(lines).toEqual(['日本  x', 'ab    y', '👍    z'])
    expect(tableOf([['日本語']], { cut: 0 }, { width: 5, paint: noPaint })).toBe('日本…')
  })
  test('behavior: marks do not count, and what moves the cursor is taken out', () => {
    const paint = paintFor({ FORCE_COLOR: '1' }, {})
    const painted = tableOf(
      [
        [['a\u001b[2J', 'good'], 'b'],
        ['ccccc', 'd'],
      ],
      {},
      { width: 80, paint },
    )
    expect(painted).toBe('\u001b[32ma[2J\u001b[39m   b\nccccc  d')
  })
})

describe('what a terminal can show', () => {
  const tty = { isTTY: true, columns: 100 }
  const isPainted = (environment: Record<string, string>, stream: { isTTY?: boolean }) =>
    paintFor(environment, stream)('bad', 'x') !== 'x'
  test.each([
    [{}, tty, true],
    [{}, {}, false],
    [{ TERM: 'dumb' }, tty, false],
    [{ NO_COLOR: '1' }, tty, false],
    [{ NO_COLOR: '' }, tty, true],
    [{ FORCE_COLOR: '1' }, {}, true],
    [{ FORCE_COLOR: '0' }, tty, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, {}, true],
  ])('behavior: colours with %o on %o: %s', (environment, stream, painted) =>
    expect(isPainted(environment as Record<string, string>, stream)).toBe(painted),
  )
  test.each([
    [{}, tty, 100],
    [{}, {}, null],
    [{ COLUMNS: '80' }, {}, 80],
    [{ COLUMNS: '80' }, tty, 80],
    [{ COLUMNS: 'many' }, tty, 100],
    [{ COLUMNS: '1' }, tty, 20],
  ])('behavior: the width with %o on %o is %s', (environment, stream, width) =>
    expect(widthFor(environment as Record<string, string>, stream)).toBe(width),
  )
})
