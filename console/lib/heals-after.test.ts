import { NetworkError, SibylError } from 'sibyl/client'
import { describe, expect, test } from 'vitest'
import { healsAfterMs } from './heals-after.ts'
import { NodeError } from './node-error.ts'

const refused = (status: number, code: SibylError['code'], retryAfterMs: number | null = null) =>
  new SibylError({ status, code, message: 'no', details: {}, requestId: null, retryAfterMs })

describe('how long until a failed reading is asked again', () => {
  test.each([
    ['nobody answered', new NetworkError('unreachable', 'no answer'), 5_000],
    ['a node that is busy', new NodeError(503), 5_000],
    ['a node with too many requests', new NodeError(429), 5_000],
    ['a node that knows no such thing', new NodeError(404), null],
    ['a service that starts', refused(503, 'UNAVAILABLE'), 5_000],
    ['a service that says when', refused(429, 'RATE_LIMITED', 7_000), 7_000],
    ['a service that says sooner', refused(429, 'RATE_LIMITED', 1_000), 5_000],
    ['a market that is not there', refused(404, 'NOT_FOUND'), null],
    ['a key that is no longer one', refused(401, 'UNAUTHORIZED'), 500],
    ['anything else', new TypeError('fetch failed'), 5_000],
  ])('behavior: %s', (_, error, ms) => expect(healsAfterMs(error)).toBe(ms))
})
