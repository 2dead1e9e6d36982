import { type DeskEvent, type DeskReserves, mulDiv, priceOfNative } from '../../../src/domain/index.ts'

/**
 * The desk as a value machine, in the plainest form that can be read against the rules. The contract is compared with it
 * call by call.
 */
export interface DeskModel {
  readonly buy: (trader: string, call: { readonly amount: bigint; readonly maxIn: bigint }) => DeskAnswer
  readonly sell: (trader: string, call: { readonly amount: bigint; readonly minOut: bigint }) => DeskAnswer
  readonly add: (provider: string, call: ModelLiquidity) => DeskAnswer
  readonly remove: (provider: string, call: ModelWithdrawal) => DeskAnswer
  /** Answers how to take back what happened since: a call that fails takes those before it along. */
  readonly mark: () => () => void
  readonly reserves: () => DeskReserves
  readonly totalShares: () => bigint
  readonly sharesOf: (wallet: string) => bigint
  /** What a wallet got minus what it paid, in collateral. */
  readonly gained: (wallet: string) => bigint
}

export interface ModelLiquidity {
  readonly amount: bigint
  readonly minCollateral: bigint
  readonly maxCollateral: bigint
  readonly minShares: bigint
}

export interface ModelWithdrawal {
  readonly shares: bigint
  readonly minNative: bigint
  readonly minCollateral: bigint
}

/** Events in order, or the name the contract has for the refusal. */
export type DeskAnswer =
  | { readonly ok: true; readonly events: readonly DeskEvent[] }
  | { readonly ok: false; readonly contract: 'Desk'; readonly refusal: string }

const FIRST_NATIVE_MIN = 10n ** 19n

export function createDeskModel({ unit }: { readonly unit: bigint }): DeskModel {
  let [native, collateral, total] = [0n, 0n, 0n]
  let shares = new Map<string, bigint>()
  let gains = new Map<string, bigint>()

  const refused = (refusal: string): DeskAnswer => ({ ok: false, contract: 'Desk', refusal })
  const said = (event: DeskEvent): DeskAnswer => ({ ok: true, events: [event] })
  const sharesOf = (wallet: string): bigint => shares.get(wallet) ?? 0n
  /** Both coins out of the reserves, or into them where negative. */
  const pay = (wallet: string, nativeAmount: bigint, collateralAmount: bigint): void => {
    native -= nativeAmount
    collateral -= collateralAmount
    gains.set(wallet, (gains.get(wallet) ?? 0n) + collateralAmount)
  }

  return {
    buy(trader, { amount, maxIn }) {
      if (amount === 0n) return refused('AmountZero')
      const cost = priceOfNative(amount, { native, collateral })
      if (cost === null) return refused('NoLiquidity')
      if (cost > maxIn) return refused('TooDear')
      pay(trader, amount, -cost)
      return said({ type: 'NativeBought', trader, nativeAmount: amount, collateralAmount: cost })
    },
    sell(trader, { amount, minOut }) {
      if (total === 0n) return refused('NoLiquidity')
      // Of what comes in 99 hundredths count.
      const proceeds = mulDiv(collateral, amount * 99n, native * 100n + amount * 99n, 'down')
      if (proceeds === 0n) return refused('AmountZero')
      if (proceeds < minOut) return refused('TooLittle')
      pay(trader, -amount, proceeds)
      return said({ type: 'NativeSold', trader, nativeAmount: amount, collateralAmount: proceeds })
    },
    add(provider, { amount, minCollateral, maxCollateral, minShares }) {
      const isFirst = total === 0n
      if (isFirst && (amount < FIRST_NATIVE_MIN || maxCollateral < unit)) return refused('FirstTooSmall')
      const brought = isFirst ? maxCollateral : mulDiv(amount, collateral, native, 'up')
      const made = isFirst ? amount : mulDiv(amount, total, native, 'down')
      // A thousandth of the first belongs to nobody.
      const given = isFirst ? made - made / 1000n : made
      if (given === 0n) return refused('AmountZero')
      if (brought > maxCollateral) return refused('TooDear')
      if (brought < minCollateral || given < minShares) return refused('TooLittle')
      pay(provider, -amount, -brought)
      total += made
      shares.set(provider, sharesOf(provider) + given)
      return said({
        type: 'LiquidityAdded',
        provider,
        nativeAmount: amount,
        collateralAmount: brought,
        shares: given,
      })
    },
    remove(provider, { shares: given, minNative, minCollateral }) {
      if (given === 0n) return refused('AmountZero')
      if (sharesOf(provider) === 0n) return refused('NoShares')
      if (given > sharesOf(provider)) return refused('NotEnoughShares')
      const nativeAmount = mulDiv(given, native, total, 'down')
      const collateralAmount = mulDiv(given, collateral, total, 'down')
      if (nativeAmount < minNative || collateralAmount < minCollateral) return refused('TooLittle')
      pay(provider, nativeAmount, collateralAmount)
      total -= given
      shares.set(provider, sharesOf(provider) - given)
      return said({ type: 'LiquidityRemoved', provider, nativeAmount, collateralAmount, shares: given })
    },
    mark() {
      const before = { native, collateral, total, shares: new Map(shares), gains: new Map(gains) }
      return () => {
        ;({ native, collateral, total, shares, gains } = before)
      }
    },
    reserves: () => ({ native, collateral }),
    totalShares: () => total,
    sharesOf,
    gained: (wallet) => gains.get(wallet) ?? 0n,
  }
}
