import { mulDiv } from './amount.ts'

/** What the shares of a position cost and brought, in collateral. */
export interface PositionAccount {
  /** Paid for shares: fills and splits. */
  readonly spent: bigint
  /** Got for shares: fills, merges and payouts. */
  readonly received: bigint
  readonly fees: bigint
  /** Of the shares held and not yet paid out, by average cost, without fees. */
  readonly cost: bigint
}

export const noAccount: PositionAccount = { spent: 0n, received: 0n, fees: 0n, cost: 0n }

export const withBought = (account: PositionAccount, amount: bigint): PositionAccount => ({
  ...account,
  spent: account.spent + amount,
  cost: account.cost + amount,
})

/** `quantity` of the `held` shares went for an amount: they take their part of the cost along, rounded down. */
export const withSold = (
  account: PositionAccount,
  sale: { readonly held: bigint; readonly quantity: bigint; readonly amount: bigint },
): PositionAccount => ({
  ...account,
  received: account.received + sale.amount,
  cost: account.cost - (sale.held === 0n ? 0n : mulDiv(account.cost, sale.quantity, sale.held, 'down')),
})

export const withFee = (account: PositionAccount, fee: bigint): PositionAccount => ({
  ...account,
  fees: account.fees + fee,
})

/** What is certain: everything got less everything paid, but for what the shares held cost. */
export const realisedOf = ({ spent, received, fees, cost }: PositionAccount): bigint =>
  received - spent - fees + cost
