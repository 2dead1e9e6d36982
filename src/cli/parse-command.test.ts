import { describe, expect, test } from 'vitest'
import { commandRows } from './command.ts'
import { parseCommand, usage } from './parse-command.ts'

const parse = (line: string) => parseCommand(line.split(' ').filter((word) => word !== ''))
const commandOf = (line: string) => {
  const parsed = parse(line)
  return parsed.kind === 'command' ? parsed.command : parsed
}
const venue = { url: null, json: false }
const wallet = { walletFile: null, isDemo: false }
const quoted = { name: 'quote', market: '7', side: 'buy', outcome: 'no', ...venue }

describe('commands of those who write contracts', () => {
  test.each([
    ['ralph check', { name: 'ralph check', path: 'contracts' }],
    ['ralph check src', { name: 'ralph check', path: 'src' }],
    ['ralph compile', { name: 'ralph compile', path: 'contracts', out: null, json: false }],
    ['ralph compile src --out made --json', { name: 'ralph compile', path: 'src', out: 'made', json: true }],
  ])('default: %s', (line, command) => {
    expect(commandOf(line)).toEqual(command)
  })
  test.each(['ralph', 'ralph run', 'ralph check a b', 'ralph compile a b', 'ralph compile --out='])(
    'error: %s',
    (line) => expect(parse(line).kind).toBe('wrong'),
  )
})

describe('commands of those who run a venue', () => {
  test.each([
    ['start', { name: 'start' }],
    ['api', { name: 'api' }],
    ['index', { name: 'index' }],
    ['keeper', { name: 'keeper' }],
    ['migrate', { name: 'migrate' }],
    ['reindex', { name: 'reindex' }],
    [
      'deploy --network devnet',
      { name: 'deploy', network: 'devnet', treasury: null, collateral: null, stake: null },
    ],
    [
      'deploy --network mainnet --treasury t --collateral c --stake s',
      { name: 'deploy', network: 'mainnet', treasury: 't', collateral: 'c', stake: 's' },
    ],
    ['devnet', { name: 'devnet', folder: null, port: null, seed: null, accounts: 0, blockMs: null }],
    [
      'devnet --keep chain --port 0 --seed s --accounts 100 --block-time 3600',
      { name: 'devnet', folder: 'chain', port: 0, seed: 's', accounts: 100, blockMs: 3_600_000 },
    ],
    ['maintenance on', { name: 'maintenance', on: true }],
    ['maintenance off', { name: 'maintenance', on: false }],
    ['keys limit k1 --reads 5 --writes 7', { name: 'keys limit', id: 'k1', reads: 5, writes: 7 }],
    ['keys limit k1', { name: 'keys limit', id: 'k1', reads: null, writes: null }],
  ])('default: %s', (line, command) => {
    expect(commandOf(line)).toEqual(command)
  })
  test.each([
    'stop',
    'deploy',
    'deploy --network moon',
    'deploy now --network devnet',
    'deploy --network devnet --reads 5',
    'start --network devnet',
    'devnet now',
    'devnet --keep=',
    'devnet --seed=',
    'devnet --port 65536',
    'devnet --accounts 0',
    'devnet --accounts 101',
    'devnet --block-time 0',
    'devnet --block-time 3601',
    'devnet --reads 5',
    'devnet --network devnet',
    'start --keep chain',
    'start now',
    'keeper now',
    'index --reads 5',
    'maintenance',
    'maintenance maybe',
    'keys limit',
    'keys limit k1 --reads 0',
    'keys limit k1 --reads 1e3',
    'keys limit k1 k2',
    'start --reads 5',
    '--colour',
  ])('error: %s', (line) => expect(parse(line).kind).toBe('wrong'))
})

describe('help', () => {
  test.each([
    ['', { kind: 'text', text: 'usage' }],
    ['--help', { kind: 'text', text: 'usage' }],
    ['-h', { kind: 'text', text: 'usage' }],
    ['--version', { kind: 'text', text: 'version' }],
    [
      'keys limit -h',
      {
        kind: 'help',
        text: [
          'sibyl keys limit <id> [options]',
          '',
          '  set the requests a minute of one key; without numbers the usual ones hold again',
          '',
          '  --reads <n>                 reads a minute',
          '  --writes <n>                writes a minute',
        ].join('\n'),
      },
    ],
    ['start --help', { kind: 'help', text: 'sibyl start\n\n  run everything in one process' }],
  ])('default: %s', (line, parsed) => expect(parse(line)).toEqual(parsed))
  test('behavior: the first word of several commands has the help of each', () => {
    const { kind, text } = parse('ralph --help') as { kind: string; text: string }
    expect(kind).toBe('help')
    expect(
      text
        .match(/^ {2}sibyl [a-z ]+/gm)
        ?.map((line) => line.trim())
        .sort(),
    ).toEqual(['sibyl ralph check', 'sibyl ralph compile'])
  })
  test.each(commandRows.map(({ words }) => words))('behavior: %s has help, and is in the list', (words) => {
    expect(parse(`${words} --help`)).toMatchObject({
      kind: 'help',
      text: expect.stringContaining(`sibyl ${words}`),
    })
    expect(usage).toContain(`\n  sibyl ${words}`)
  })
  test.each([
    ['fly', 'there is no command `fly`\n`sibyl --help` lists the commands.'],
    [
      'keys',
      'there is no command `keys`; there is\n  sibyl keys limit <id>\n  sibyl keys make-keeper <file>\n  sibyl keys mint\n  sibyl keys list\n  sibyl keys revoke <id>\n`sibyl --help` lists the commands.',
    ],
    ['start --colour', "Unknown option '--colour'\n\nsibyl start\n\n  run everything in one process"],
    ['maintenance', 'on or off?\n\nsibyl maintenance on|off\n\n  answer writes with 503, on every replica'],
  ])('error: %s is told in a few lines', (line, sentence) =>
    expect(parse(line)).toEqual({ kind: 'wrong', sentence }),
  )
})

describe('commands of those who use one', () => {
  test('default: each command with nothing but what it needs', () => {
    expect(commandOf('doctor')).toEqual({ name: 'doctor', json: false })
    expect(commandOf('book 7')).toEqual({ name: 'book', market: '7', depth: 10, outcome: 'yes', ...venue })
    expect(commandOf('markets')).toEqual({
      name: 'markets',
      words: '',
      status: 'open',
      limit: 50,
      ...venue,
    })
    expect(commandOf('watch 7')).toEqual({
      name: 'watch',
      market: '7',
      trades: null,
      ...venue,
    })
    expect(commandOf('make 7')).toEqual({
      name: 'make',
      markets: [{ market: '7', fair: null }],
      width: 40,
      skew: 20,
      shares: '10',
      positionMax: null,
      lossMax: null,
      lifeMs: 300_000,
      gasAmountMax: 5_000_000,
      isDryRun: false,
      ...wallet,
      ...venue,
    })
    expect(commandOf('keys mint')).toEqual({
      name: 'keys mint',
      keyName: 'cli',
      scopes: null,
      walletFile: null,
      isDemo: false,
      ...venue,
    })
    expect(commandOf('order 7 sell no 250 2.5')).toEqual({
      name: 'order',
      market: '7',
      side: 'sell',
      outcome: 'no',
      price: 250,
      shares: '2.5',
      timeInForce: null,
      expiresAt: null,
      isMarketOrder: false,
      referer: null,
      gasAmountMax: 1_000_000,
      isDryRun: false,
      walletFile: null,
      isDemo: false,
      ...venue,
    })
  })
  test.each([
    ['status', { name: 'status', ...venue }],
    ['quote 7 buy no 2.5', { ...quoted, amount: '2.5', isSpend: false, price: null }],
    ['quote 7 buy no 10 --spend --price 400', { ...quoted, amount: '10', isSpend: true, price: 400 }],
    ['balance', { name: 'balance', address: null, ...wallet, ...venue }],
    ['balance A', { name: 'balance', address: 'A', ...wallet, ...venue }],
    ['portfolio --limit 3', { name: 'portfolio', address: null, limit: 3, ...wallet, ...venue }],
    ['positions', { name: 'positions', address: null, market: null, limit: 50, ...wallet, ...venue }],
    [
      'positions A --market 7',
      { name: 'positions', address: 'A', market: '7', limit: 50, ...wallet, ...venue },
    ],
    [
      'orders --status all --demo',
      {
        name: 'orders',
        address: null,
        market: null,
        status: 'all',
        limit: 50,
        ...wallet,
        isDemo: true,
        ...venue,
      },
    ],
    ['cancel 7 12', { name: 'cancel', market: '7', orderId: 12, isDryRun: false, ...wallet, ...venue }],
    [
      'cancel 7 all --dry-run',
      { name: 'cancel', market: '7', orderId: null, isDryRun: true, ...wallet, ...venue },
    ],
    ['settle 7', { name: 'settle', market: '7', isDryRun: false, ...wallet, ...venue }],
    ['keys list --demo', { name: 'keys list', isDemo: true, ...venue }],
    ['keys revoke k', { name: 'keys revoke', id: 'k', isDemo: false, ...venue }],
  ])('default: %s', (line, command) => expect(commandOf(line)).toEqual(command))
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
    const expiresAt = '2030-01-31T12:00:00.000Z'
    for (const [line, timeInForce] of [
      ['--expires 2030-01-31T12:00:00Z', 'gtd'],
      ['--expires 2030-01-31T13:00:00+01:00 --tif gtd', 'gtd'],
      ['--expires 2030-01-31T12:00:00Z --tif post-only', 'post-only'],
    ])
      expect(commandOf(`order 7 buy yes 1 1 ${line}`)).toMatchObject({ timeInForce, expiresAt })
    expect(commandOf('keys mint --scopes read,write:tx --wallet w --name n')).toMatchObject({
      scopes: ['read', 'write:tx'],
      walletFile: 'w',
      keyName: 'n',
    })
  })
  test.each([
    ['book', /which market/],
    ['book 1 2', /too much/],
    ['book 1 --depth 0', /--depth/],
    ['book 1 --outcome maybe', /--outcome/],
    ['book 1 --wallet x', /wallet/],
    ['markets --limit 0', /--limit/],
    ['markets --status closed', /--status/],
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
    ['order 1 buy yes 400 1 --tif gtd', /--tif gtd needs --expires/],
    ['order 1 buy yes 400 1 --expires soon', /--expires is a time/],
    ['order 1 buy yes 400 1 --expires 2030-01-31T12:00:00Z --tif ioc', /only gtd and post-only/],
    ['doctor me', /too much/],
    ['status now', /too much/],
    ['quote 1 buy yes', /needs market/],
    ['quote 1 buy yes 0', /above 0/],
    ['quote 1 sell yes 1 --spend', /--spend/],
    ['quote 1 buy yes 1 --price 0', /--price/],
    ['balance A B', /too much/],
    ['orders --status closed', /--status/],
    ['orders --limit 201', /--limit/],
    ['cancel', /which market/],
    ['cancel 1', /which order/],
    ['cancel 1 every', /its number, or all/],
    ['cancel 1 0', /its number, or all/],
    ['cancel 1 4294967296', /its number, or all/],
    ['settle', /which market/],
    ['keys revoke', /which key/],
    ['keys list me', /too much/],
  ])('error: %s', (line, sentence) =>
    expect(parse(line)).toEqual({ kind: 'wrong', sentence: expect.stringMatching(sentence) }),
  )
})

describe('make', () => {
  test('default: markets with and without a fair price, every option', () => {
    const line =
      'make 3=1 4=999 5 --width 998 --skew 0 --size 0.5 --max-position 2 --max-loss 7 --max-gas 5000000 --expiry 20 --dry-run --demo'
    expect(commandOf(line)).toEqual({
      name: 'make',
      markets: [
        { market: '3', fair: 1 },
        { market: '4', fair: 999 },
        { market: '5', fair: null },
      ],
      width: 998,
      skew: 0,
      shares: '0.5',
      positionMax: '2',
      lossMax: '7',
      lifeMs: 20_000,
      gasAmountMax: 5_000_000,
      isDryRun: true,
      walletFile: null,
      isDemo: true,
      ...venue,
    })
  })
  test('behavior: an odd width leans by the smaller half', () => {
    expect(commandOf('make 3 --width 5')).toMatchObject({ width: 5, skew: 2 })
  })
  test.each([
    'make',
    'make 3=',
    'make 3=0',
    'make 3=1000',
    'make 3=1.5',
    'make 3=1=2',
    'make 3 --width 1',
    'make 3 --width 999',
    'make 3 --skew 500',
    'make 3 --size 0',
    'make 3 --max-position -1',
    'make 3 --max-loss x',
    'make 3 --max-gas 0',
    'make 3 --max-gas 5000001',
    'make 3 --expiry 19',
    'make 3 --expiry 86401',
    `make ${Array.from({ length: 51 }, (_, at) => at + 1).join(' ')}`,
  ])('error: %s', (line) => expect(parse(line).kind).toBe('wrong'))
})
