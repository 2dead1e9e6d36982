/** What the desk says: native coins for collateral and back, and liquidity for both. */
export type DeskEvent = NativeTraded | LiquidityChanged

export interface NativeTraded {
  readonly type: 'NativeBought' | 'NativeSold'
  readonly trader: string
  readonly nativeAmount: bigint
  readonly collateralAmount: bigint
}

export interface LiquidityChanged {
  readonly type: 'LiquidityAdded' | 'LiquidityRemoved'
  readonly provider: string
  readonly nativeAmount: bigint
  readonly collateralAmount: bigint
  readonly shares: bigint
}
