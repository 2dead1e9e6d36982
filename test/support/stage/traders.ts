import { cancelOrders, decodeMarketEvent, type PlaceOrder, placeOrder } from '../../../src/bindings/index.ts'
import type { MarketEvent } from '../../../src/domain/index.ts'
import type { StageWallet } from './host.ts'
import { FAR_MS, refusalOf, type Stage, type StagedMarket } from './stage.ts'

export type Terms = Partial<Omit<PlaceOrder, 'marketId' | 'collateralId'>>

/** Placing and cancelling in few words: what is not said is *buy yes, one share at 500, good till cancelled*. */
export function tradeOn(stage: Stage, market: StagedMarket) {
  const order = (terms: Terms = {}) =>
    placeOrder({
      side: 'buy',
      outcome: 'yes',
      price: 500,
      quantity: stage.unit,
      timeInForce: 'gtc',
      isMarketOrder: false,
      maxFills: 100,
      referer: null,
      expiresAtMs: null,
      subject: market.subject,
      deadlineMs: FAR_MS,
      ...terms,
      marketId: market.id,
      collateralId: stage.collateralId,
    })
  const place = async (wallet: StageWallet, terms: Terms = {}): Promise<MarketEvent[]> =>
    named((await stage.send(wallet, order(terms))).events)
  const cancel = async (wallet: StageWallet, ...orderIds: number[]): Promise<MarketEvent[]> =>
    named(
      (await stage.send(wallet, cancelOrders({ marketId: market.id, orderIds, deadlineMs: FAR_MS }))).events,
    )
  return {
    order,
    place,
    cancel,
    refusedPlace: (wallet: StageWallet, terms: Terms = {}) => refusalOf(place(wallet, terms)),
    refusedCancel: (wallet: StageWallet, ...orderIds: number[]) => refusalOf(cancel(wallet, ...orderIds)),
    /** Gives one wallet yes shares and another as many no shares, by a mint at 500. */
    async mintPair(yes: StageWallet, no: StageWallet, quantity: bigint): Promise<void> {
      await place(yes, { quantity })
      await place(no, { outcome: 'no', quantity })
    },
  }
}

/** Events of markets only, decoded. */
export const named = (events: readonly Parameters<typeof decodeMarketEvent>[0][]): MarketEvent[] =>
  events.map((event) => decodeMarketEvent(event)).filter((event) => event !== null)
