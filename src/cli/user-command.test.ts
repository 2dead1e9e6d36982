import { describe, expect, test } from 'vitest'
import { usage } from './command.ts'
import { parseUserCommand } from './user-command.ts'

const parse = (line: string) => parseUserCommand(line.split(' '))
const commandOf = (line: string) => {
  const parsed = parse(line)
  return parsed?.kind === 'command' ? parsed.command : parsed
}
const reach = { url: null, json: false }

describe('parseUserCommand', () => {
  test('default: each command with nothing but what it needs', () => {
    expect(commandOf('doctor')).toEqual({ name: 'doctor', json: false })
    expect(commandOf('book 7')).toEqual({ name: 'book', market: '7', depth: 10, outcome: 'yes', ...reach })
    expect(commandOf('markets')).toEqual({
      name: 'markets',
      words: '',
      status: 'open',
      limit: 50,
      ...reach,
    })
    expect(commandOf('watch 7')).toEqual({
      name: 'watch',
      market: '7',
      intervalMs: 3_000,
      trades: null,
      ...reach,
    })
    expect(commandOf('keys mint')).toEqual({
      name: 'keys mint',
      keyName: 'cli',
      scopes: null,
      walletFile: null,
      isDemo: false,
      ...reach,
    })
    expect(commandOf('order 7 sell no 250 2.5')).toEqual({
      name: 'order',
      market: '7',
      side: 'sell',
      outcome: 'no',
      price: 250,
      quantity: 2_500_000_000_000_000_000n,
      timeInForce: null,
      isMarketOrder: false,
      referer: null,
      isDryRun: false,
      walletFile: null,
      isDemo: false,
      ...reach,
    })
  })
  test('behavior: options', () => {
    expect(commandOf('doctor --json')).toEqual({ name: 'doctor', json: true })
    expect(commandOf('markets city cup --status all --limit 3')).toMatchObject({
      words: 'city cup',
      status: 'all',
      limit: 3,
    })
    expect(commandOf('book 7 --depth 3 --outcome no --url http://x --json')).toMatchObject({
      depth: 3,
      outcome: 'no',
      url: 'http://x',
      json: true,
    })
    expect(commandOf('order 7 buy yes 1 1 --tif fok --dry-run --market --referer R --demo')).toMatchObject({
      timeInForce: 'fok',
      isDryRun: true,
      isMarketOrder: true,
      referer: 'R',
      isDemo: true,
    })
    expect(commandOf('keys mint --scopes read,write:tx --wallet w --name n')).toMatchObject({
      scopes: ['read', 'write:tx'],
      walletFile: 'w',
      keyName: 'n',
    })
  })
  test('behavior: the operator’s commands are not ours', () => {
    for (const line of ['start', 'keys limit x', 'devnet', '--help']) expect(parse(line)).toBeNull()
  })
  test.each(['doctor', 'markets', 'book', 'watch', 'order', 'keys mint'])(
    'behavior: %s has help, and is in the list',
    (name) => {
      expect(parse(`${name} --help`)).toMatchObject({
        kind: 'help',
        text: expect.stringContaining(`sibyl ${name}`),
      })
      expect(usage).toContain(`sibyl ${name}`)
    },
  )
  test.each([
    ['book', /which market/],
    ['book 1 2', /too much/],
    ['book 1 --depth 0', /--depth/],
    ['book 1 --outcome maybe', /--outcome/],
    ['book 1 --wallet x', /wallet/],
    ['markets --limit 0', /--limit/],
    ['markets --status closed', /--status/],
    ['watch 1 --interval 5', /--interval/],
    ['watch 1 --trades 0', /--trades/],
    ['order 1 buy yes 400', /needs market/],
    ['order 1 lend yes 400 1', /side/],
    ['order 1 buy maybe 400 1', /outcome/],
    ['order 1 buy yes 1000 1', /thousandths/],
    ['order 1 buy yes 0.4 1', /thousandths/],
    ['order 1 buy yes 400 0', /shares/],
    ['order 1 buy yes 400 -1', /./],
    ['order 1 buy yes 400 1e3', /shares/],
    ['order 1 buy yes 400 1.0000000000000000001', /shares/],
    ['order 1 buy yes 400 1 --tif now', /--tif/],
    ['doctor me', /too much/],
  ])('error: %s', (line, sentence) =>
    expect(parse(line)).toEqual({ kind: 'wrong', sentence: expect.stringMatching(sentence) }),
  )
})
