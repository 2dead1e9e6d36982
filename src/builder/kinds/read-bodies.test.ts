import { describe, expect, test } from 'vitest'
import { paperDeployment as venue } from '../../../test/support/venue/paper-venue.ts'
import { contractAddressOf, marketIdOf } from '../../bindings/index.ts'
import { type JsonObject, Refusal } from '../../kit/index.ts'
import type { Intent, Kind } from '../kind.ts'
import { hashRequest } from '../request-hash.ts'
import { canonicalSigner, readSigner, type SignerFields } from '../signer.ts'
import { cancelOrderKind } from './cancel.ts'
import { oracleCommitKind, oracleRevealKind } from './oracle.ts'
import { mergeKind, splitKind } from './pairs.ts'
import { type OfferParlayRequest, offerParlayKind } from './parlays.ts'
import { type PlaceOrderRequest, placeOrderKind } from './place-order.ts'
import {
  type ProposeLinkedRequest,
  type ProposeSingleRequest,
  proposeLinkedKind,
  proposeSingleKind,
} from './proposals.ts'
import { type QuoteRequest, quoteKind } from './quote.ts'
import { settleKind } from './settle.ts'
import { vaultDepositKind } from './vault.ts'

const nowMs = Date.parse('2026-01-01T00:00:00.000Z')
const market = (n: number): string => contractAddressOf(marketIdOf(venue.contracts.voting.id, n))
const signerFields: SignerFields = {
  signerAddress: '3cUsVjr6tKj65VDYcbJVNJRWXPEuFsWPvPg2CSxzALKkoYNXQVFGv',
  signerPublicKey: '0381818e63bd9e35a5489b52a430accefc608fd60aa2c7c0d1b393b5239aedf6b0',
}
const other = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
/** A Schnorr wallet, whose lock is a script, in the venue's group. */
const scriptFields: SignerFields = {
  signerAddress: 'q4LHxt1r7U57UcckkK8DuHsC7xo85ac2dD7XaL9VDkav',
  signerPublicKey: '01'.repeat(32),
}

function intentOf<R extends SignerFields>(kind: Kind<R>, request: R): Intent {
  return kind.read(request, { venue, signer: readSigner(request, venue.group), nowMs })
}

function hashOf<R extends SignerFields>(kind: Kind<R>, request: R): string {
  const { method, path, body } = intentOf(kind, request)
  const signer = canonicalSigner(request, readSigner(request, venue.group))
  return hashRequest({ method, path, networkId: venue.networkId, body: { ...body, ...signer } })
}

/** The field a body is refused for, or null when it is accepted. */
function refusedField<R extends SignerFields>(kind: Kind<R>, request: R): unknown {
  try {
    intentOf(kind, request)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.code).toBe('INVALID_REQUEST')
    return error.details.field
  }
}

/** An object in an object, so many levels below the outermost. */
const nested = (levels: number): JsonObject => (levels === 0 ? {} : { a: nested(levels - 1) })

const order: PlaceOrderRequest = {
  ...signerFields,
  marketAddress: market(1),
  side: 'buy',
  outcome: 'yes',
  price: 400,
  quantity: '1000000000000000000',
}

describe('place-order', () => {
  test('default: fills its defaults into the identity', () => {
    expect(intentOf(placeOrderKind, order)).toMatchObject({
      method: 'POST',
      path: `/v1/tx/markets/${market(1)}/orders`,
      body: {
        side: 'buy',
        outcome: 'yes',
        price: 400,
        quantity: '1000000000000000000',
        timeInForce: 'gtc',
        type: 'limit',
      },
    })
    expect(intentOf(placeOrderKind, { ...order, type: 'market' }).body.timeInForce).toBe('ioc')
  })
  test('behavior: one meaning, one hash', () => {
    const same: PlaceOrderRequest[] = [
      { ...order, timeInForce: 'gtc', type: 'limit' },
      { ...order, marketAddress: `${market(1)}:0` },
      { ...order, signerAddress: `${order.signerAddress}:0` },
      { ...order, signerPublicKey: `0x${order.signerPublicKey.toUpperCase()}` },
    ]
    for (const request of same) expect(hashOf(placeOrderKind, request)).toBe(hashOf(placeOrderKind, order))
  })
  test('behavior: another meaning, another hash', () => {
    const others: PlaceOrderRequest[] = [
      order,
      { ...order, price: 401 },
      { ...order, quantity: '1000000000000000001' },
      { ...order, side: 'sell' },
      { ...order, outcome: 'no' },
      { ...order, timeInForce: 'ioc' },
      { ...order, type: 'market' },
      { ...order, referer: other },
      { ...order, marketAddress: market(2) },
      { ...order, clientRef: 'a' },
      { ...order, clientRef: 'b' },
    ]
    expect(new Set(others.map((request) => hashOf(placeOrderKind, request))).size).toBe(others.length)
  })
  test.each<[string, Partial<PlaceOrderRequest>, string]>([
    ['quantity 0', { quantity: '0' }, 'quantity'],
    ['quantity of 2^128', { quantity: String(1n << 128n) }, 'quantity'],
    ['quantity of 2^256', { quantity: String(1n << 256n) }, 'quantity'],
    ['a gtd order without an end', { timeInForce: 'gtd' }, 'expiresAt'],
    ['a gtc order with an end', { expiresAt: '2026-01-02T00:00:00.000Z' }, 'expiresAt'],
    ['an ioc order with an end', { timeInForce: 'ioc', expiresAt: '2026-01-02T00:00:00.000Z' }, 'expiresAt'],
    ['a market order that rests', { type: 'market', timeInForce: 'gtc' }, 'timeInForce'],
    ['a market order that only rests', { type: 'market', timeInForce: 'post-only' }, 'timeInForce'],
    ['referring oneself', { referer: `${signerFields.signerAddress}:0` }, 'referer'],
    ['a contract as referer', { referer: market(1) }, 'referer'],
    ['a script as referer', { referer: scriptFields.signerAddress }, 'referer'],
    ['a referer of another group', { referer: `${signerFields.signerAddress}:1` }, 'referer'],
    ['a wallet where a market is due', { marketAddress: other }, 'address'],
    ['nonsense where a market is due', { marketAddress: 'z'.repeat(45) }, 'address'],
    ['a market with a foreign suffix', { marketAddress: `${market(1)}:1` }, 'address'],
  ])('error: %s', (_, change, field) => {
    expect(refusedField(placeOrderKind, { ...order, ...change })).toBe(field)
  })
})

describe('what may be absent', () => {
  test('behavior: a referer is in the body as the wallet it means', () => {
    expect(intentOf(placeOrderKind, { ...order, referer: other }).body.referer).toBe(other)
    expect(intentOf(placeOrderKind, order).body.referer).toBeUndefined()
  })
  test('behavior: texts of a proposal are in the body as they were given', () => {
    const endsAt = '2026-02-01T00:00:00.000Z'
    const texts = { category: 'c', rules: 'r', resolutionSources: 's', tags: ['t'] }
    const leg = { question: 'A?', imageUrl: 'https://a.b/leg', metadata: { a: 1 } }
    const single = { ...signerFields, ...texts, ...leg, endsAt }
    expect(intentOf(proposeSingleKind, single).body).toEqual({ ...texts, ...leg, endsAt: Date.parse(endsAt) })
    const master = { masterQuestion: 'Q?', masterImageUrl: 'https://a.b/master' }
    const linked = { ...signerFields, ...texts, ...master, endsAt, legs: [leg, { question: 'B?' }] }
    expect(intentOf(proposeLinkedKind, linked).body).toEqual({
      ...texts,
      ...master,
      endsAt: Date.parse(endsAt),
      legs: [leg, { question: 'B?' }],
    })
  })
})

describe('place-order’s end', () => {
  test.each(['gtd', 'post-only'] as const)('behavior: a %s order may say when it ends', (timeInForce) => {
    const request = { ...order, timeInForce, expiresAt: '2026-01-01T00:00:00.001Z' }
    expect(intentOf(placeOrderKind, request).body).toMatchObject({ timeInForce, expiresAt: nowMs + 1 })
  })
  test('behavior: a market order may be all or nothing', () => {
    expect(refusedField(placeOrderKind, { ...order, type: 'market', timeInForce: 'fok' })).toBeNull()
  })
})

describe('cancel-order', () => {
  test('behavior: DELETE and POST are two requests', () => {
    const request = { ...signerFields, marketAddress: market(1), orderId: 7 }
    const remove = intentOf(cancelOrderKind, { ...request, method: 'DELETE' })
    const post = intentOf(cancelOrderKind, { ...request, method: 'POST' })
    expect([remove.method, remove.path]).toEqual(['DELETE', `/v1/tx/markets/${market(1)}/orders/7`])
    expect([post.method, post.path]).toEqual(['POST', `/v1/tx/markets/${market(1)}/orders/7/cancel`])
  })
})

describe('quote', () => {
  const bid = { side: 'buy', outcome: 'yes', price: 400, quantity: '1000' } as const
  const quote: QuoteRequest = { ...signerFields, marketAddress: market(1), orders: [bid] }
  test('default: cancels nothing; its orders end when they say', () => {
    const expiresAt = '2026-01-01T00:00:00.001Z'
    const orders = [bid, { ...bid, expiresAt }]
    expect(intentOf(quoteKind, { ...quote, orders })).toMatchObject({
      method: 'POST',
      path: `/v1/tx/markets/${market(1)}/quote`,
      body: {
        cancel: [],
        orders: [
          { ...bid, expiresAtMs: undefined },
          { ...bid, expiresAtMs: nowMs + 1 },
        ],
      },
    })
  })
  test('behavior: no cancels, some and all are three requests', () => {
    const hashes = [undefined, [1], [1, 2], 'all' as const].map((cancel) =>
      hashOf(quoteKind, cancel === undefined ? quote : { ...quote, cancel }),
    )
    expect(new Set(hashes).size).toBe(4)
    expect(hashOf(quoteKind, { ...quote, cancel: [] })).toBe(hashes[0])
  })
  test.each<[string, Partial<QuoteRequest>, string]>([
    ['an order cancelled twice', { cancel: [1, 2, 1] }, 'cancel'],
    ['quantity 0', { orders: [bid, { ...bid, quantity: '0' }] }, 'orders.1.quantity'],
    [
      'an end that has passed',
      { orders: [{ ...bid, expiresAt: '2026-01-01T00:00:00.000Z' }] },
      'orders.0.expiresAt',
    ],
  ])('error: %s', (_, change, field) => {
    expect(refusedField(quoteKind, { ...quote, ...change })).toBe(field)
  })
})

describe('split, merge and settle', () => {
  const pairs = { ...signerFields, marketAddress: market(1), quantity: '5' }
  test('default: by market and quantity', () => {
    for (const [name, kind] of [
      ['split', splitKind],
      ['merge', mergeKind],
    ] as const) {
      expect(intentOf(kind, pairs)).toMatchObject({
        path: `/v1/tx/markets/${market(1)}/${name}`,
        body: { quantity: '5' },
      })
      expect(refusedField(kind, { ...pairs, quantity: '0' })).toBe('quantity')
    }
    expect(intentOf(settleKind, pairs)).toMatchObject({
      path: `/v1/tx/markets/${market(1)}/settle`,
      body: {},
    })
  })
})

describe('vault-deposit', () => {
  test('error: nothing', () =>
    expect(refusedField(vaultDepositKind, { ...signerFields, amount: '0' })).toBe('amount'))
})

describe('propose-single', () => {
  const proposal: ProposeSingleRequest = {
    ...signerFields,
    question: 'Will it rain?',
    category: 'Weather',
    endsAt: '2026-02-01T00:00:00.000Z',
  }
  test('default', () => expect(refusedField(proposeSingleKind, proposal)).toBeNull())
  test('behavior: order of keys in metadata and spelling of the time do not matter', () => {
    const metadata = { b: [1, { y: 1, x: 2 }], a: 1 }
    const swapped = { a: 1, b: [1, { x: 2, y: 1 }] }
    expect(hashOf(proposeSingleKind, { ...proposal, metadata })).toBe(
      hashOf(proposeSingleKind, { ...proposal, metadata: swapped, endsAt: '2026-02-01T00:00:00Z' }),
    )
  })
  test('behavior: absent and empty texts are one, absent and no tags too', () => {
    expect(hashOf(proposeSingleKind, { ...proposal, tags: [] })).toBe(hashOf(proposeSingleKind, proposal))
  })
  test.each<[string, Partial<ProposeSingleRequest>, string]>([
    ['301 bytes in 151 characters', { question: `${'é'.repeat(150)}x` }, 'question'],
    ['an empty category', { category: '' }, 'category'],
    ['81 bytes of category', { category: 'x'.repeat(81) }, 'category'],
    ['rules too long', { rules: 'x'.repeat(1001) }, 'rules'],
    ['sources too long', { resolutionSources: '€'.repeat(334) }, 'resolutionSources'],
    ['javascript:', { imageUrl: 'javascript:alert(1)' }, 'imageUrl'],
    ['http:', { imageUrl: 'http://example.org/a.png' }, 'imageUrl'],
    ['file:', { imageUrl: 'file:///etc/passwd' }, 'imageUrl'],
    ['an URL that is none', { imageUrl: 'https://' }, 'imageUrl'],
    ['an URL with a line break', { imageUrl: 'https://a.b/\nc' }, 'imageUrl'],
    ['an URL of 10 KB', { imageUrl: `https://a.b/${'x'.repeat(10_000)}` }, 'imageUrl'],
    ['an empty tag', { tags: ['a', ''] }, 'tags.1'],
    ['a tag of 41 bytes', { tags: ['x'.repeat(41)] }, 'tags.0'],
    ['a tag twice', { tags: ['a', 'b', 'a'] }, 'tags.2'],
    ['tags in metadata', { metadata: { tags: [] } }, 'metadata.tags'],
    ['endsAt in metadata', { metadata: { endsAt: 1 } }, 'metadata.endsAt'],
    ['metadata the index would not keep', { metadata: nested(17) }, 'metadata'],
    ['2,049 bytes of metadata', { metadata: { a: 'x'.repeat(2041) } }, 'metadata'],
    ['a day that does not exist', { endsAt: '2026-02-30T00:00:00.000Z' }, 'endsAt'],
    ['a local time', { endsAt: '2026-02-01T00:00:00.000' }, 'endsAt'],
    ['too soon by a millisecond', { endsAt: '2026-01-02T00:59:59.999Z' }, 'endsAt'],
    ['more than five years ahead', { endsAt: '2031-01-01T00:00:00.000Z' }, 'endsAt'],
  ])('error: %s', (_, change, field) => {
    expect(refusedField(proposeSingleKind, { ...proposal, ...change })).toBe(field)
  })
  test('behavior: bounds are inside', () => {
    const bounds: Partial<ProposeSingleRequest> = {
      question: 'é'.repeat(150),
      category: 'x'.repeat(80),
      rules: 'x'.repeat(1000),
      resolutionSources: 'x'.repeat(1000),
      imageUrl: `https://a.b/${'x'.repeat(488)}`,
      tags: Array.from({ length: 10 }, (_, i) => `${i}`.repeat(40)),
      metadata: { a: 'x'.repeat(2040) },
      endsAt: '2026-01-02T01:00:00.000Z',
    }
    expect(refusedField(proposeSingleKind, { ...proposal, ...bounds })).toBeNull()
  })
})

describe('propose-linked', () => {
  const proposal: ProposeLinkedRequest = {
    ...signerFields,
    masterQuestion: 'Who wins?',
    category: 'Sports',
    endsAt: '2026-02-01T00:00:00.000Z',
    legs: [{ question: 'A?' }, { question: 'B?' }],
  }
  test('default', () => expect(refusedField(proposeLinkedKind, proposal)).toBeNull())
  test('error: names the leg', () => {
    const leg = { question: 'C?', metadata: { a: 'x'.repeat(505) } }
    expect(refusedField(proposeLinkedKind, { ...proposal, legs: [...proposal.legs, leg] })).toBe(
      'legs.2.metadata',
    )
  })
  test('error: more than 24,576 bytes of text together', () => {
    const leg = {
      question: 'x'.repeat(300),
      imageUrl: `https://a.b/${'x'.repeat(488)}`,
      metadata: { a: 'x'.repeat(500) },
    }
    const legs = Array.from({ length: 20 }, () => leg)
    expect(refusedField(proposeLinkedKind, { ...proposal, legs })).toBe('body')
    expect(refusedField(proposeLinkedKind, { ...proposal, legs: legs.slice(0, 18) })).toBeNull()
  })
})

describe('offer-parlay', () => {
  const offer: OfferParlayRequest = {
    ...signerFields,
    amount: '1000',
    combinedOdds: '5000',
    legs: [
      { marketAddress: market(1), outcome: 'yes' },
      { marketAddress: market(2), outcome: 'no' },
    ],
  }
  test('default', () => expect(refusedField(offerParlayKind, offer)).toBeNull())
  test('behavior: odds from 1.001 to 50, an end that is to come', () => {
    for (const change of [{ combinedOdds: '1001' }, { combinedOdds: '50000' }])
      expect(intentOf(offerParlayKind, { ...offer, ...change }).body).toMatchObject({
        combinedOdds: Number(change.combinedOdds),
      })
    const ending = { ...offer, expiresAt: '2026-01-01T00:00:00.001Z' }
    expect(intentOf(offerParlayKind, ending).body).toMatchObject({ expiresAt: nowMs + 1 })
  })
  test.each<[string, Partial<OfferParlayRequest>, string]>([
    ['odds of 1000', { combinedOdds: '1000' }, 'combinedOdds'],
    ['odds of 50001', { combinedOdds: '50001' }, 'combinedOdds'],
    ['odds that are no digits', { combinedOdds: '5e3' }, 'combinedOdds'],
    ['amount 0', { amount: '0' }, 'amount'],
    ['an expiry that has passed', { expiresAt: '2026-01-01T00:00:00.000Z' }, 'expiresAt'],
    [
      'one market twice',
      {
        legs: [
          { marketAddress: market(1), outcome: 'yes' },
          { marketAddress: `${market(1)}:0`, outcome: 'no' },
        ],
      },
      'legs.1.marketAddress',
    ],
  ])('error: %s', (_, change, field) => {
    expect(refusedField(offerParlayKind, { ...offer, ...change })).toBe(field)
  })
})

describe('oracle-commit and oracle-reveal', () => {
  const bytes = 'AB'.repeat(32)
  test('behavior: hex in any spelling is one request', () => {
    const request = { ...signerFields, marketAddress: market(1), commitHash: bytes }
    expect(hashOf(oracleCommitKind, request)).toBe(
      hashOf(oracleCommitKind, { ...request, commitHash: `0x${bytes.toLowerCase()}` }),
    )
  })
  test('error: a voter that is no wallet', () => {
    const request = { ...signerFields, marketAddress: market(1), vote: 1, salt: bytes } as const
    expect(refusedField(oracleRevealKind, { ...request, voterAddress: market(2) })).toBe('voterAddress')
    expect(refusedField(oracleRevealKind, { ...request, voterAddress: other })).toBeNull()
  })
  test('behavior: a wallet whose lock is a script reveals for itself, and nobody reveals for it', () => {
    const request = { marketAddress: market(1), vote: 1, salt: bytes } as const
    const voter = { voterAddress: scriptFields.signerAddress }
    expect(refusedField(oracleRevealKind, { ...scriptFields, ...request, ...voter })).toBeNull()
    expect(refusedField(oracleRevealKind, { ...signerFields, ...request, ...voter })).toBe('voterAddress')
    expect(
      intentOf(oracleRevealKind, { ...signerFields, ...request, voterAddress: other }).body,
    ).toMatchObject({
      voterAddress: other,
    })
  })
})
