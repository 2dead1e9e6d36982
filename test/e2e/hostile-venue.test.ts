import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScriptedServer, startScriptedServer, status } from '../support/scripted-server.ts'
import { type Finished, runCommand } from '../support/service.ts'

// A venue that --url names may be anybody's. Whatever it answers, a command ends with a sentence and no stack, and the
// terminal is not moved by a text that came over the wire.

const { paths } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'openapi.json'), 'utf8'),
)
const recorded = (path: string) => paths[path].get.responses['200'].content['application/json'].example

/** Clears the screen, names the window, the first again with one character in place of two, and turns the line round. */
const evil = '\u001b[2J\u001b]0;owned\u0007\u009b2J\u202e'
const moving = /[\p{Cc}\p{Bidi_Control}]/u
const isMoving = (text: string): boolean => moving.test(text.replaceAll('\n', ''))

const key = 'a642942e67258589cd2b1822c631506632db5a12aabcf413604e785300d762a5'
const address = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
const usual = recorded('/v1/status')
const market = { ...recorded('/v1/markets/{address}'), question: evil, state: evil }
const held = { balance: '1000000000000000000', lockedBalance: '0', utxoNum: 1, tokenBalances: [] }

describe('a venue of somebody else', () => {
  let venue: ScriptedServer
  beforeAll(async () => {
    venue = await startScriptedServer(status(404, {}))
  })
  afterAll(() => venue.stop())

  const run = (...args: string[]): Promise<Finished> =>
    runCommand(args, { SIBYL_URL: venue.url, SIBYL_WALLET_KEY: key, SIBYL_API_KEY: 'sk_x' })
  /** The first pattern that the path has; builds are refused. */
  const play = (own: Readonly<Record<string, unknown>>, refusal: unknown = {}): void => {
    const table = [
      ...Object.entries(own),
      ...Object.entries({
        '/v1/status': { ...usual, network: { ...usual.network, nodeUrl: venue.url } },
        '/orderbook': recorded('/v1/markets/{address}/orderbook'),
        '/quote': recorded('/v1/markets/{address}/quote'),
        '/v1/markets?': { ...recorded('/v1/markets'), markets: [market] },
        '/v1/markets/': market,
        '/vault': recorded('/v1/users/{address}/vault'),
        '/addresses/': held,
      }),
    ]
    venue.play((request, response) => {
      if (request.method === 'POST') return status(422, refusal)(request, response)
      const [, body] = table.find(([part]) => (request.url ?? '').includes(part)) ?? []
      return status(body === undefined ? 404 : 200, body ?? {})(request, response)
    })
  }
  const statusWith = (token: object, bond: string = usual.parameters.bond) => ({
    '/v1/status': {
      ...usual,
      tokens: { ...usual.tokens, collateral: { ...usual.tokens.collateral, ...token } },
      parameters: { ...usual.parameters, bond },
    },
  })

  test('default: the balance that its node tells', async () => {
    play({})
    const { code, stdout, stderr } = await run('balance', address, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout).native).toEqual({ ...usual.tokens.native, amount: held.balance })
  })
  test.each(['http://127.0.0.1:1', 'no address', 'ftp://127.0.0.1', ''])(
    'error: a node at %o that cannot be asked is a sentence',
    async (nodeUrl) => {
      play({ '/v1/status': { ...usual, network: { ...usual.network, nodeUrl } } })
      const { code, stdout, stderr } = await run('balance', address)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^the node .*does not show the balance: [^\n]*\n$/)
    },
  )
  test('error: the same with --json is one object on stderr', async () => {
    play({ '/v1/status': { ...usual, network: { ...usual.network, nodeUrl: 'http://127.0.0.1:1' } } })
    const { code, stdout, stderr } = await run('balance', address, '--json')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({ statusCode: null, code: 'NODE_ERROR', details: {} })
  })
  test.each([
    ['decimals that no token has', statusWith({ decimals: 1e9 }), 'a token of 1000000000 decimals'],
    ['half a decimal', statusWith({ decimals: 1.5 }), 'a token of 1.5 decimals'],
    ['a bond that is no number', statusWith({}, evil), 'an amount that is no number'],
  ])('error: %s is a sentence', async (_, own, what) => {
    play(own)
    expect(await run('status')).toEqual({ code: 1, stdout: '', stderr: `the venue answered with ${what}\n` })
  })
  test('error: a node that tells a balance which is no number is a sentence', async () => {
    play({ '/addresses/': { ...held, balance: evil } })
    const { code, stderr } = await run('balance', address)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'the venue answered with an amount that is no number\n',
    })
  })
  test.each([
    ['book 1', 2],
    ['quote 1 buy yes 5', 1],
    ['markets', 2],
    ['status', 3],
  ])('behavior: the terminal does not obey its texts in `%s`', async (line, count) => {
    const shown = {
      ...usual,
      network: { ...usual.network, name: evil },
      tokens: { ...usual.tokens, collateral: { ...usual.tokens.collateral, symbol: evil } },
    }
    play({ '/v1/status': shown })
    const text = await run(...line.split(' '))
    expect(text).toMatchObject({ code: 0, stderr: '' })
    // They were shown, without what is obeyed.
    expect(text.stdout.split('owned').length - 1).toBe(count)
    expect(isMoving(text.stdout)).toBe(false)
    const json = await run(...line.split(' '), '--json')
    expect(isMoving(json.stdout)).toBe(false)
    expect(JSON.parse(json.stdout)).toBeTypeOf('object')
  })
  test('error: a refusal in its own words is shown and not obeyed', async () => {
    const details = {
      token: evil,
      required: '3',
      available: '1',
      shortfall: '2',
      hint: `${evil}\nAll is well`,
    }
    const refusal = { statusCode: 422, code: 'INSUFFICIENT_BALANCE', message: evil, details }
    play({}, refusal)
    const order = ['order', '1', 'buy', 'yes', '400', '1', '--dry-run']
    const { code, stderr } = await run(...order)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^INSUFFICIENT_BALANCE: the wallet .* needs 3 base units of .*owned.*\nA devnet's faucet/,
    )
    expect(isMoving(stderr)).toBe(false)
    const json = await run(...order, '--json')
    expect(isMoving(json.stderr)).toBe(false)
    expect(JSON.parse(json.stderr)).toEqual(refusal)
  })
})
