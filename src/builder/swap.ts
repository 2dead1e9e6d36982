import { type ContractCall, type Deployment, nativeFor, readState, swapFirst } from '../bindings/index.ts'
import type { Chain } from '../chain/index.ts'
import { conflict, type DeskReserves, mulDiv, priceOfNative } from '../domain/index.ts'
import type { Prepared } from './kind.ts'

/** What buying before the call was measured at, with room. */
const SWAP_GAS = 60_000

/** The price may move so much before the transaction is included, unless the caller says otherwise. */
const SLIPPAGE_PERCENT = 3n

/**
 * The same transaction with what it brings in native coin bought out of collateral first, or null when the desk has no
 * liquidity at all. Refuses `no_liquidity` when it has too little, `swap_too_dear` above the caller's limit.
 */
export async function withSwap(
  {
    prepared,
    maxSwap,
    trader,
  }: { readonly prepared: Prepared; readonly maxSwap: bigint | null; readonly trader: string },
  facts: { readonly chain: Chain; readonly venue: Deployment; readonly deadlineMs: number },
): Promise<(Prepared & { readonly brings: ContractCall }) | null> {
  const { venue, deadlineMs } = facts
  const { call } = prepared
  const reserves = await findReserves(facts)
  if (reserves === null) return null
  const amount = nativeFor(call)
  const price = priceOfNative(amount, reserves)
  if (price === null)
    throw conflict('no_liquidity', 'the desk has not that much native coin', {
      required: String(amount),
      available: String(reserves.native),
    })
  const maxIn = maxSwap ?? mulDiv(price, 100n + SLIPPAGE_PERCENT, 100n, 'up')
  if (price > maxIn)
    throw conflict('swap_too_dear', 'the native coin costs more than maxSwap', {
      price: String(price),
      maxSwap: String(maxIn),
    })
  const collateralId = venue.tokens.collateral.id
  return {
    ...prepared,
    call: swapFirst(call, { deskId: venue.contracts.desk.id, collateralId, maxIn, deadlineMs }),
    brings: call,
    scriptGas: prepared.scriptGas + SWAP_GAS,
    collateralRequired: prepared.collateralRequired + maxIn,
    effects: [
      { type: 'NativeBought', trader, nativeAmount: amount, collateralAmount: price },
      ...prepared.effects,
    ],
  }
}

async function findReserves(facts: {
  readonly chain: Chain
  readonly venue: Deployment
}): Promise<DeskReserves | null> {
  const raw = await facts.chain.findContractState(facts.venue.contracts.desk.address)
  const state = raw === null ? null : readState('Desk', raw)
  if (state === null || state.totalShares === 0n) return null
  return { native: state.nativeReserve, collateral: state.collateralReserve }
}
