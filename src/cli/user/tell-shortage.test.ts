import { describe, expect, test } from 'vitest'
import { SibylError } from '../../client/index.ts'
import { shortageOf, tellingShortage } from './tell-shortage.ts'

const token = (id: string, symbol: string) => ({ id, symbol, decimals: 18 })
const tokens = { native: token('00', 'ALPH'), collateral: token('c0', 'USD'), stake: token('57', 'SBL') }
const network = { id: 4, name: 'devnet', group: 0, nodeUrl: 'http://node' }
const refusal = (details: Record<string, unknown>, code: SibylError['code'] = 'INSUFFICIENT_BALANCE') =>
  new SibylError({ code, status: 422, message: 'no', details, requestId: null, retryAfterMs: null })
const units = {
  required: '5125000000000000000',
  available: '125000000000000000',
  shortfall: '5000000000000000000',
}

describe('shortageOf', () => {
  test.each([
    ['c0', 'has 0.125 USD and needs 5.125 USD; 5.00 USD are missing'],
    ['00', 'has 0.125 ALPH and needs 5.125 ALPH; 5.00 ALPH are missing'],
    ['shares:no', 'has 0.125 free no shares and needs 5.125 free no shares; 5.00 free no shares are missing'],
    [
      'ab',
      'has 125000000000000000 base units of ab and needs 5125000000000000000 base units of ab; 5000000000000000000 base units of ab are missing',
    ],
  ])('default: of %s', (id, sentence) =>
    expect(shortageOf(refusal({ token: id, ...units }), { tokens })).toBe(sentence),
  )
  test('behavior: what the service adds is kept', () =>
    expect(shortageOf(refusal({ token: '00', ...units, hint: 'move them first' }), { tokens })).toMatch(
      / \(move them first\)$/,
    ))
  test('error: another refusal, or amounts that are none, are not told', () => {
    expect(shortageOf(refusal({ token: 'c0', ...units }, 'STATE_CONFLICT'), { tokens })).toBeNull()
    expect(shortageOf(refusal({ token: 'c0' }), { tokens })).toBeNull()
  })
})

describe('tellingShortage', () => {
  const payer = (name: string) => ({
    venue: { tokens, network: { ...network, name } },
    url: 'http://venue',
    wallet: 'W',
  })
  const tell = (name: string, error: unknown) =>
    tellingShortage(payer(name), () => Promise.reject(error)).catch((failure: Error) => failure.message)
  test('default: names the wallet, and on a devnet the faucet', async () => {
    const short = refusal({ token: '00', ...units })
    expect(await tell('devnet', short)).toMatch(
      /^INSUFFICIENT_BALANCE: the wallet W has .* missing\nA devnet's faucet .*http:\/\/venue\/v1\/faucet .*"address":"W"/,
    )
    expect(await tell('mainnet', short)).not.toMatch(/faucet/)
    expect(await tell('devnet', refusal({ token: 'shares:yes', ...units }))).not.toMatch(/faucet/)
  })
  test('behavior: everything else passes', async () => {
    expect(await tellingShortage(payer('devnet'), async () => 7)).toBe(7)
    expect(await tell('devnet', new Error('other'))).toBe('other')
  })
})
