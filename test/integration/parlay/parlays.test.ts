import { beforeAll, describe, expect, test } from 'vitest'
import {
  callScript,
  decodeParlaysEvent,
  type OfferParlay,
  offerParlay,
  refundParlay,
  settleParlay,
  takeParlay,
} from '../../../src/bindings/index.ts'
import { type FinalOutcome, ONE, type Outcome, subjectOfLegs } from '../../../src/domain/index.ts'
import type { Receipt, StageWallet } from '../../support/stage/host.ts'
import { joinCalls } from '../../support/stage/join-calls.ts'
import { viewMarket } from '../../support/stage/market-view.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { FAR_MS, openStage, refusalOf, type Stage, type StagedMarket } from '../../support/stage/stage.ts'

/** Parlay offers on a chain: offer, take, refund, settle, and every refusal. */
let stage: Stage
let maker: StageWallet
let taker: StageWallet
let other: StageWallet

beforeAll(async () => {
  stage = await openStage(await openHost('parlays'), 'parlays')
  ;[maker, taker, other] = (await stage.wallets(3)) as [StageWallet, StageWallet, StageWallet]
})

const nothing = '00'.repeat(32)
const subjects = new Map<number, string>()
const terms = new Map<number, string>()

const said = (receipt: Receipt) => receipt.events.flatMap((event) => decodeParlaysEvent(event) ?? [])
const markets = async (count: number, lastsMs?: number): Promise<StagedMarket[]> => {
  const made: StagedMarket[] = []
  for (let i = 0; i < count; i += 1)
    made.push(await stage.openMarket(lastsMs === undefined ? {} : { lastsMs }))
  for (const { number, subject } of made) subjects.set(number, subject)
  return made
}
const legsOf = (legs: readonly StagedMarket[], outcome: Outcome = 'yes') =>
  legs.map((market) => ({ marketNumber: market.number, outcome }))
const offer = (changes: Partial<OfferParlay> = {}) =>
  offerParlay({
    parlaysId: stage.parlaysId,
    collateralId: stage.collateralId,
    amount: 10n * ONE,
    combinedOdds: 5000,
    legs: [],
    subject: subjectOfLegs(
      (changes.legs ?? []).map(({ marketNumber }) => subjects.get(marketNumber) ?? nothing),
    ),
    expiresAtMs: null,
    deadlineMs: FAR_MS,
    ...changes,
  })
const take = (parlayId: number, takerAmount = 40n * ONE, deadlineMs = FAR_MS) =>
  takeParlay({
    parlaysId: stage.parlaysId,
    collateralId: stage.collateralId,
    parlayId,
    takerAmount,
    terms: terms.get(parlayId) ?? nothing,
    deadlineMs,
  })
const settle = (parlayId: number) => settleParlay({ parlaysId: stage.parlaysId, parlayId })
const refund = (parlayId: number) =>
  refundParlay({ parlaysId: stage.parlaysId, parlayId, deadlineMs: FAR_MS })

async function offered(changes: Partial<OfferParlay>): Promise<number> {
  const [event] = said(await stage.send(maker, offer(changes)))
  if (event?.type !== 'ParlayOffered') throw new Error('nothing was offered')
  terms.set(event.parlayId, event.terms)
  return event.parlayId
}
const balances = () => Promise.all([maker, taker].map((wallet) => stage.collateralOf(wallet)))

describe('offer', () => {
  test('default: the stake is held and the event says everything, odds rounded up for the maker', async () => {
    const legs = await markets(2)
    const receipt = await stage.send(
      maker,
      offer({
        amount: 3n,
        combinedOdds: 1001,
        legs: [
          { marketNumber: legs[0]!.number, outcome: 'no' },
          { marketNumber: legs[1]!.number, outcome: 'yes' },
        ],
      }),
    )
    expect(said(receipt)).toEqual([
      {
        type: 'ParlayOffered',
        parlayId: expect.any(Number),
        maker: maker.address,
        amount: 3n,
        combinedOdds: 1001,
        takerAmount: 1n,
        expiresAtMs: Math.min(legs[0]!.endsAtMs, legs[1]!.endsAtMs),
        legs: [
          { marketAddress: legs[0]!.address, outcome: 'no' },
          { marketAddress: legs[1]!.address, outcome: 'yes' },
        ],
        terms: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  test('error: amounts, odds, legs and expiry out of bounds', async () => {
    const legs = await markets(6)
    const refused = (changes: Partial<OfferParlay>) =>
      refusalOf(stage.send(maker, offer({ legs: legsOf(legs.slice(0, 2)), ...changes })))
    expect(await refused({ amount: 0n })).toBe('Parlays.BadAmount')
    expect(await refused({ combinedOdds: 1000 })).toBe('Parlays.BadOdds')
    expect(await refused({ combinedOdds: 50_001 })).toBe('Parlays.BadOdds')
    expect(await refused({ legs: legsOf(legs.slice(0, 1)) })).toBe('Parlays.BadLegs')
    expect(await refused({ legs: legsOf(legs) })).toBe('Parlays.BadLegs')
    expect(await refused({ legs: legsOf([legs[0]!, legs[1]!, legs[0]!]) })).toBe('Parlays.DuplicateLeg')
    expect(
      await refused({ legs: [...legsOf([legs[0]!]), { marketNumber: 1_000_000, outcome: 'yes' }] }),
    ).toBe('Parlays.NoSuchMarket')
    expect(await refused({ expiresAtMs: legs[0]!.endsAtMs + 1 })).toBe('Parlays.BadExpiry')
    expect(await refused({ expiresAtMs: 1 })).toBe('Parlays.BadExpiry')
    expect(await refused({ legs: legsOf(legs.slice(0, 5)), combinedOdds: 50_000 })).toBe('accepted')
  })

  test('error: raw legs that are no legs, an amount that would overflow', async () => {
    const [market] = await markets(1)
    const id = market!.number.toString(16).padStart(16, '0')
    const refused = (args: { amount?: bigint; legs: string }) =>
      refusalOf(
        stage.send(
          maker,
          callScript({
            contract: 'Parlays',
            contractId: stage.parlaysId,
            method: 'offer',
            args: {
              said: '',
              deadline: BigInt(FAR_MS),
              amount: ONE,
              combinedOdds: 2000n,
              expiresAt: 0n,
              ...args,
            },
            attoAlph: 10n ** 17n,
          }),
        ),
      )
    expect(await refused({ legs: `${id}01${id}0100` })).toBe('Parlays.BadLegs')
    expect(await refused({ legs: `${id}03${'00'.repeat(7)}0201` })).toBe('Parlays.BadLegs')
    expect(await refused({ legs: '', amount: (1n << 256n) - 1n })).toBe('Parlays.BadAmount')
  })

  test('error: LegClosed when a leg has ended', async () => {
    const legs = [...(await markets(1)), ...(await markets(1, stage.host.shortMs))]
    await stage.host.passTime(legs[1]!.endsAtMs)
    expect(await refusalOf(stage.send(maker, offer({ legs: legsOf(legs) })))).toBe('Parlays.LegClosed')
  })

  test('error: NotAWallet when a contract offers or takes', async () => {
    const legs = await markets(2)
    const hex = legs.map((leg) => `${leg.number.toString(16).padStart(16, '0')}01`).join('')
    const tokens = [{ id: stage.collateralId, amount: ONE }]
    const through = stage.act(
      'offer',
      { parlays: stage.parlaysId, token: stage.collateralId, amount: ONE, said: nothing, legs: hex },
      { attoAlph: 2n * 10n ** 17n, tokens },
    )
    expect(await refusalOf(stage.send(maker, through))).toBe('Parlays.NotAWallet')
    const parlayId = await offered({ amount: ONE, combinedOdds: 2000, legs: legsOf(legs) })
    const taking = stage.act(
      'take',
      {
        parlays: stage.parlaysId,
        token: stage.collateralId,
        amount: ONE,
        parlayId: BigInt(parlayId),
        said: nothing,
      },
      { attoAlph: 10n ** 16n, tokens },
    )
    expect(await refusalOf(stage.send(taker, taking))).toBe('Parlays.NotAWallet')
  })
})

describe('what an offer means', () => {
  test('error: legs that stand for other questions than the maker read', async () => {
    const legs = await markets(2)
    const other = await stage.openMarket({ textHash: 'ee'.repeat(32) })
    const changed = [legs[0]!.subject, other.subject]
    const refused = (subject: string) => refusalOf(stage.send(maker, offer({ legs: legsOf(legs), subject })))
    expect(await refused(subjectOfLegs(changed))).toBe('Parlays.OtherSubject')
    expect(await refused(subjectOfLegs([legs[1]!.subject, legs[0]!.subject]))).toBe('Parlays.OtherSubject')
    expect(await refused(subjectOfLegs(legs.map(({ subject }) => subject)))).toBe('accepted')
  })

  test('error: an offer that got the number of another is not taken for it', async () => {
    const legs = legsOf(await markets(2))
    const wanted = await offered({ amount: 100n * ONE, combinedOdds: 2000, legs })
    for (const changes of [
      { amount: 99n * ONE },
      { combinedOdds: 2001 },
      { legs: [...legs].reverse() },
      { legs: [{ ...legs[0]!, outcome: 'no' as const }, legs[1]!] },
      { expiresAtMs: stage.host.nowMs() + 600_000 },
    ]) {
      const other = await offered({ amount: 100n * ONE, combinedOdds: 2000, legs, ...changes })
      expect(terms.get(other)).not.toBe(terms.get(wanted))
      const swapped = takeParlay({
        parlaysId: stage.parlaysId,
        collateralId: stage.collateralId,
        parlayId: other,
        takerAmount: 100n * ONE,
        terms: terms.get(wanted) ?? '',
        deadlineMs: FAR_MS,
      })
      expect(await refusalOf(stage.send(taker, swapped))).toBe('Parlays.OtherSubject')
    }
  })

  test('error: every call has a deadline', async () => {
    const legs = legsOf(await markets(2))
    const parlayId = await offered({ legs })
    const other = await offered({ legs })
    const { parlaysId } = stage
    const { nowMs, blockMs } = stage.host
    for (const [wallet, callBy] of [
      [maker, (deadlineMs: number) => offer({ legs, deadlineMs })],
      [taker, (deadlineMs: number) => take(parlayId, 40n * ONE, deadlineMs)],
      [maker, (deadlineMs: number) => refundParlay({ parlaysId, parlayId: other, deadlineMs })],
    ] as const) {
      expect(await refusalOf(stage.send(wallet, callBy(nowMs() + blockMs)))).toBe('Parlays.Expired')
      expect(await refusalOf(stage.send(wallet, callBy(nowMs() + blockMs + 1)))).toBe('accepted')
    }
  })

  test('behavior: both stakes count in every leg’s exposure from the taking to the settling', async () => {
    const legs = await markets(2, stage.host.shortMs)
    const stakesOf = async (market: StagedMarket) => (await viewMarket(stage, market).state()).parlayStakes
    const parlayId = await offered({ legs: legsOf(legs) })
    expect(await Promise.all(legs.map(stakesOf))).toEqual([0n, 0n])
    await stage.send(taker, take(parlayId))
    expect(await Promise.all(legs.map(stakesOf))).toEqual([50n * ONE, 50n * ONE])
    await stage.host.passTime(legs[1]!.endsAtMs)
    await stage.resolve(legs[0]!, 2)
    await stage.send(other, settle(parlayId))
    expect(await stakesOf(legs[1]!)).toBe(0n)
  })
})

describe('take and refund', () => {
  test('default: anybody else takes it once', async () => {
    const parlayId = await offered({ legs: legsOf(await markets(2)) })
    expect(await refusalOf(stage.send(maker, take(parlayId)))).toBe('Parlays.OwnOffer')
    expect(said(await stage.send(taker, take(parlayId)))).toEqual([
      { type: 'ParlayTaken', parlayId, taker: taker.address },
    ])
    expect(await refusalOf(stage.send(other, take(parlayId)))).toBe('Parlays.AlreadyTaken')
    expect(await refusalOf(stage.send(maker, refund(parlayId)))).toBe('Parlays.AlreadyTaken')
    expect(await refusalOf(stage.send(other, settle(parlayId)))).toBe('Parlays.NotDecided')
  })

  test('behavior: the maker cancels an untaken offer, nobody else before it expires', async () => {
    const before = await balances()
    const parlayId = await offered({ legs: legsOf(await markets(2)) })
    expect(await refusalOf(stage.send(other, refund(parlayId)))).toBe('Parlays.NotExpired')
    expect(await refusalOf(stage.send(other, settle(parlayId)))).toBe('Parlays.NotTaken')
    expect(said(await stage.send(maker, refund(parlayId)))).toEqual([
      { type: 'ParlayRefunded', parlayId, maker: maker.address, expired: false },
    ])
    expect(await balances()).toEqual(before)
    expect(await refusalOf(stage.send(maker, refund(parlayId)))).toBe('Parlays.NoSuchParlay')
    expect(await refusalOf(stage.send(taker, take(parlayId)))).toBe('Parlays.NoSuchParlay')
    expect(await refusalOf(stage.send(taker, settle(parlayId)))).toBe('Parlays.NoSuchParlay')
  })

  test('behavior: after expiry it cannot be taken and anybody gives it back', async () => {
    const expiresAtMs = stage.host.nowMs() + stage.host.shortMs
    const before = await balances()
    const parlayId = await offered({ legs: legsOf(await markets(2)), expiresAtMs })
    await stage.host.passTime(expiresAtMs)
    expect(await refusalOf(stage.send(taker, take(parlayId)))).toBe('Parlays.OfferExpired')
    expect(said(await stage.send(other, refund(parlayId)))).toMatchObject([{ expired: true }])
    expect(await balances()).toEqual(before)
  })

  test('error: OfferedInThisBlock, so that no entry is made and removed in one transaction', async () => {
    const legs = await markets(2)
    const next = (await offered({ legs: legsOf(legs) })) + 1
    const both = joinCalls(offer({ legs: legsOf(legs) }), refund(next))
    expect(await refusalOf(stage.send(maker, both))).toBe('Parlays.OfferedInThisBlock')
  })
})

describe('settle', () => {
  test.each([
    ['all come true: the maker wins', [1, 1, 1], 'maker', [40n, -40n]],
    ['one is lost while another is undecided: the taker wins', [2, null, 1], 'taker', [-10n, 10n]],
    ['one is lost and one is void: the taker wins', [3, 2, 1], 'taker', [-10n, 10n]],
    ['one is void, none lost: both get their stake back', [1, 3, 1], 'void', [0n, 0n]],
    ['one is void, one undecided: wait', [3, null, 1], null, [-10n, -40n]],
    ['one is undecided: wait', [1, null, 1], null, [-10n, -40n]],
  ] as const)('default: %s', async (_, finals, result, gained) => {
    const legs = await markets(3, stage.host.shortMs)
    const before = await balances()
    const parlayId = await offered({ legs: legsOf(legs) })
    await stage.send(taker, take(parlayId))
    await stage.host.passTime(Math.max(...legs.map((leg) => leg.endsAtMs)))
    for (const [i, final] of finals.entries())
      if (final !== null) await stage.resolve(legs[i]!, final as FinalOutcome)
    if (result === null)
      expect(await refusalOf(stage.send(other, settle(parlayId)))).toBe('Parlays.NotDecided')
    else {
      expect(said(await stage.send(other, settle(parlayId)))).toMatchObject([
        { type: 'ParlaySettled', result },
      ])
      expect(await refusalOf(stage.send(other, settle(parlayId)))).toBe('Parlays.NoSuchParlay')
    }
    const after = await balances()
    expect(after.map((amount, i) => (amount - before[i]!) / ONE)).toEqual(gained)
  })

  test('behavior: a leg on no is won by no', async () => {
    const legs = await markets(2, stage.host.shortMs)
    const parlayId = await offered({ legs: legsOf(legs, 'no') })
    await stage.send(taker, take(parlayId))
    await stage.host.passTime(Math.max(...legs.map((leg) => leg.endsAtMs)))
    for (const leg of legs) await stage.resolve(leg, 2)
    expect(said(await stage.send(other, settle(parlayId)))).toEqual([
      { type: 'ParlaySettled', parlayId, result: 'maker', makerPayout: 50n * ONE, takerPayout: 0n },
    ])
  })
})
