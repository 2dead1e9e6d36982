import { describe, expect, test } from 'vitest'
import { NetworkError, SibylError, TransactionFailed, UntrustedBuild } from '../../client/index.ts'
import { sentenceForPause, sentenceForUser } from './tell-trouble.ts'

const refusal = (details: Record<string, unknown> = {}, code: SibylError['code'] = 'UNAVAILABLE') =>
  new SibylError({
    code,
    status: 503,
    message: 'not now',
    details,
    requestId: null,
    retryAfterMs: null,
  })
const transaction = (status: 'failed' | 'mempool') =>
  new TransactionFailed({ txId: 'ab', status } as TransactionFailed['transaction']) // no other field is read

describe('sentenceForUser', () => {
  test.each([
    [refusal(), /^UNAVAILABLE: not now$/],
    [refusal({ reason: 'overload' }), /^UNAVAILABLE: not now \(reason overload\)$/],
    [refusal({ reason: 'maintenance', retryAfter: 60 }), /the venue is in maintenance/],
    [refusal({}, 'UNAUTHORIZED'), /does not know this API key \(SIBYL_API_KEY.*`sibyl keys mint` makes one$/],
    [new NetworkError('unreachable', 'x cannot be reached'), /^x cannot be reached: is the venue running\?/],
    [new NetworkError('timeout', 'no answer'), /busy or stuck/],
    [
      new NetworkError('bad_answer', 'html'),
      /^html: is --url, or SIBYL_URL, the address of a Sibyl venue\?$/,
    ],
    [new UntrustedBuild('script', 'another price'), /^not signed, .*another price$/],
    [new UntrustedBuild('gasAmount', '9 gas'), /^not signed, because of its gas: 9 gas\. .* with --max-gas$/],
    [transaction('failed'), /only gas was spent/],
    [transaction('mempool'), /is mempool and no block has it yet/],
  ])('default: %s', (error, sentence) => expect(sentenceForUser(error)).toMatch(sentence))
  test('behavior: what a terminal would obey is shown and not done', () => {
    const said = refusal({ reason: 'x\u001b[2Jy' })
    expect(sentenceForUser(said)).toBe('UNAVAILABLE: not now (reason x\ufffd[2Jy)')
    expect(sentenceForPause({ operation: 'getStatus', failures: 1, failure: said, pauseMs: 5_000 })).toBe(
      'UNAVAILABLE: not now; trying again in 5 s',
    )
  })
  test('error: what nobody expected is not told as if it were known', () =>
    expect(sentenceForUser(new TypeError('x is not a function'))).toBeNull())
})

describe('sentenceForPause', () => {
  const pause = { operation: 'getStatus', failures: 1 } as const
  test('default: a wait one would notice is explained', () =>
    expect(sentenceForPause({ ...pause, failure: refusal(), pauseMs: 42_100 })).toBe(
      'UNAVAILABLE: not now; trying again in 43 s',
    ))
  test('behavior: a short one is not, unless it follows a long one', () => {
    const failure = new NetworkError('unreachable', 'x')
    expect(sentenceForPause({ ...pause, failure, pauseMs: 250 })).toBeNull()
    const late = new NetworkError('timeout', 'no answer within 30000 ms')
    expect(sentenceForPause({ ...pause, failure: late, pauseMs: 250 })).toBe(
      'no answer within 30000 ms; trying again in 1 s',
    )
  })
})
