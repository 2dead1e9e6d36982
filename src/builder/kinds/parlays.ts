import { offerParlay, refundParlay, takeParlay } from '../../bindings/index.ts'
import { conflict, type Outcome, subjectOfLegs } from '../../domain/index.ts'
import { readAmount } from '../amount-field.ts'
import { assertTrading, getIndexedMarket, getMarket, readMarketRef } from '../find-market.ts'
import { assertIndexedParlay, getParlay } from '../find-parlay.ts'
import { invalid } from '../invalid.ts'
import type { Kind } from '../kind.ts'
import type { MarketRef } from '../market-ref.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'
import { readTime } from '../time-field.ts'

export interface OfferParlayRequest extends SignerFields {
  readonly amount: string
  /** Thousandths as digits: `5000` is 5×. */
  readonly combinedOdds: string
  readonly legs: readonly { readonly marketAddress: string; readonly outcome: Outcome }[]
  readonly expiresAt?: string
}

const ODDS_MIN = 1001n

const ODDS_MAX = 50_000n

/** Offers a parlay; its stake is escrowed. */
export const offerParlayKind: Kind<OfferParlayRequest> = {
  name: 'offer-parlay',
  read(request, { venue, nowMs }) {
    const amount = readAmount('amount', request.amount)
    const combinedOdds = readOdds(request.combinedOdds)
    const legs = readLegs(request, (field, text) => readMarketRef(field, text, venue))
    const expiresAtMs = request.expiresAt === undefined ? null : readTime('expiresAt', request.expiresAt)
    if (expiresAtMs !== null && expiresAtMs <= nowMs)
      throw invalid('expiresAt', request.expiresAt, 'expiresAt must be in the future')
    return {
      method: 'POST',
      path: '/v1/tx/proposals/parlay',
      body: {
        amount: String(amount),
        combinedOdds,
        legs: legs.map(({ ref, outcome }) => ({ marketAddress: ref.address, outcome })),
        expiresAt: expiresAtMs ?? undefined,
      },
      ownReasons: [],
      async prepare(context) {
        const markets = await Promise.all(legs.map(({ ref }) => getMarket(context, ref)))
        for (const market of markets) assertTrading(market)
        const earliestEndMs = Math.min(...markets.map((market) => market.endsAtMs))
        if (expiresAtMs !== null && expiresAtMs > earliestEndMs)
          throw conflict('bad_expiry', 'an offer expires not after its earliest leg ends', {
            latest: new Date(earliestEndMs).toISOString(),
          })
        const call = offerParlay({
          parlaysId: venue.contracts.parlays.id,
          collateralId: venue.tokens.collateral.id,
          amount,
          combinedOdds,
          legs: markets.map((market, index) => ({
            marketNumber: market.number,
            outcome: legs[index]?.outcome ?? 'yes',
          })),
          subject: subjectOfLegs(markets.map((market) => market.fields.subject)),
          expiresAtMs,
          deadlineMs: context.deadlineMs,
        })
        return prepareCall(context, call, { collateralRequired: amount })
      },
      async assertFromIndex(context) {
        for (const { ref } of legs) {
          const market = await getIndexedMarket(context, ref)
          if (market !== null) assertTrading(market)
        }
      },
    }
  },
}

function readOdds(text: string): number {
  const odds = /^[1-9][0-9]{0,9}$/.test(text) ? BigInt(text) : 0n
  if (odds < ODDS_MIN || odds > ODDS_MAX)
    throw invalid('combinedOdds', text, `combinedOdds must be ${ODDS_MIN} to ${ODDS_MAX} thousandths`)
  return Number(odds)
}

function readLegs(
  request: OfferParlayRequest,
  readRef: (field: string, text: string) => MarketRef,
): { readonly ref: MarketRef; readonly outcome: Outcome }[] {
  const seen = new Set<string>()
  return request.legs.map(({ marketAddress, outcome }, index) => {
    const field = `legs.${index}.marketAddress`
    const ref = readRef(field, marketAddress)
    if (seen.has(ref.address)) throw invalid(field, marketAddress, 'every market appears in one leg only')
    seen.add(ref.address)
    return { ref, outcome }
  })
}

export interface ParlayRequest extends SignerFields {
  readonly parlayId: number
}

/** Takes the other side of an offer. */
export const takeParlayKind: Kind<ParlayRequest> = {
  name: 'take-parlay',
  read({ parlayId }, { venue }) {
    return {
      method: 'POST',
      path: `/v1/tx/parlays/${parlayId}/take`,
      body: {},
      ownReasons: ['already_taken'],
      async prepare(context) {
        const { takerAmount, terms } = await getParlay(context, parlayId)
        const call = takeParlay({
          parlaysId: venue.contracts.parlays.id,
          collateralId: venue.tokens.collateral.id,
          parlayId,
          takerAmount,
          terms,
          deadlineMs: context.deadlineMs,
        })
        return prepareCall(context, call, { collateralRequired: takerAmount, details: { parlayId } })
      },
      assertFromIndex: (context) => assertIndexedParlay(context, parlayId, { mayBeExpired: false }),
    }
  },
}

/** Returning an offer was measured at 28k. */
const REFUND_GAS = 50_000

/** Gives an untaken offer back: its maker's at any time, anybody's once it has expired. */
export const cancelParlayKind: Kind<ParlayRequest> = {
  name: 'cancel-parlay',
  read({ parlayId }, { venue, signer }) {
    return {
      method: 'POST',
      path: `/v1/tx/parlays/${parlayId}/cancel`,
      body: {},
      ownReasons: ['parlay_not_open'],
      async prepare(context) {
        const parlay = await getParlay(context, parlayId)
        const isExpired = context.nowMs >= Number(parlay.expiresAt)
        if (parlay.maker !== signer.wallet.address && !isExpired)
          throw notExpired(parlayId, Number(parlay.expiresAt))
        const call = refundParlay({
          parlaysId: venue.contracts.parlays.id,
          parlayId,
          deadlineMs: context.deadlineMs,
        })
        return prepareCall(context, call, { gasUnseen: REFUND_GAS, details: { parlayId } })
      },
      assertFromIndex: (context) => assertIndexedParlay(context, parlayId, { mayBeExpired: true }),
    }
  },
}

const notExpired = (parlayId: number, expiresAtMs: number) =>
  conflict('not_expired', 'until it expires only its maker takes an offer back', {
    parlayId,
    expiresAt: new Date(expiresAtMs).toISOString(),
  })
