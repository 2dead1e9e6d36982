/** What an order says. The words are the interface's; the contracts carry each as a small number. */
export const sides = ['buy', 'sell'] as const
export type Side = (typeof sides)[number]

export const outcomes = ['yes', 'no'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * gtc        rests what is left
 * ioc        cancels what is left
 * fok        fills whole or fails
 * post-only  rests, or is cancelled when it would cross
 * gtd        rests what is left until a time of its own
 */
export const timesInForce = ['gtc', 'ioc', 'fok', 'post-only', 'gtd'] as const
export type TimeInForce = (typeof timesInForce)[number]

/** transfer: a buyer meets a seller of the same outcome. mint: two buyers fund a pair. merge: two sellers burn one. */
export const fillTypes = ['transfer', 'mint', 'merge'] as const
export type FillType = (typeof fillTypes)[number]

export type MarketState = 'open' | 'closed' | 'proposed' | 'disputed' | 'resolved'

/** 1 = yes, 2 = no, 3 = void. */
export type FinalOutcome = 1 | 2 | 3
