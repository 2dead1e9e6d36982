import {
  alphIn,
  assembleTransfer,
  baseGasOf,
  CannotBuild,
  coverBaseGas,
  limits,
  nodeOrder,
  type Payer,
  reversed,
  sumTokens,
  type UnsignedTx,
  unlockGasOf,
} from '../../transaction/index.ts'
import type { RankedCoin } from '../coin-entry.ts'
import { usableCoins } from '../coin-view.ts'
import type { NodeCore } from '../node-core.ts'
import { scriptUnlockGas } from './emulate.ts'
import { checkGasWish, checkTotal, type GasWish } from './transfer.ts'

export interface SweepRequest extends GasWish {
  readonly payer: Payer
  readonly to: string
  readonly lockTimeMs?: bigint | undefined
  /** Only coins below this. */
  readonly maxAlphPerCoin?: bigint | undefined
  readonly coinsMax?: number | undefined
  /** Leave tokens where they are. */
  readonly alphOnly?: boolean | undefined
}

const order = nodeOrder<RankedCoin>((coin) => coin.level)
const TOKEN_COINS_PER_TX = limits.INPUTS_MAX / 2

/** Everything a wallet has, moved to one address in as few transactions as it takes: tokens first, then plain ALPH. */
export function buildSweep(core: NodeCore, request: SweepRequest): UnsignedTx[] {
  checkGasWish(request)
  const { payer, maxAlphPerCoin } = request
  const all = usableCoins(core.state, payer.lock, core.nowMs())
    .slice(0, request.coinsMax ?? Number.POSITIVE_INFINITY)
    .filter((coin) => maxAlphPerCoin === undefined || coin.amount < maxAlphPerCoin)
  const transactions: UnsignedTx[] = []
  let failure: CannotBuild | undefined
  let alphCoins = all.filter((coin) => coin.tokens.length === 0)
  const attempt = (build: () => UnsignedTx): boolean => {
    try {
      transactions.push(build())
      return true
    } catch (error) {
      if (!(error instanceof CannotBuild)) throw error
      failure ??= error
      return false
    }
  }
  for (const coins of chunks(tokenCoins(request, all), TOKEN_COINS_PER_TX)) {
    const swept = attempt(() => {
      const built = sweepTokens(core, request, coins, alphCoins)
      alphCoins = built.rest
      return built.tx
    })
    if (!swept) break
  }
  const isConsolidation = payer.lock === request.to && request.lockTimeMs === undefined
  for (const coins of chunks(alphCoins.sort(order.byAlph), limits.INPUTS_MAX)) {
    if (isConsolidation && coins.length === 1) continue
    if (!attempt(() => sweepAlph(core, request, coins))) break
  }
  if (failure !== undefined && transactions.length === 0) throw failure
  return transactions
}

function tokenCoins(request: SweepRequest, all: readonly RankedCoin[]): RankedCoin[] {
  const byToken = new Map<string, RankedCoin[]>()
  for (const coin of all) {
    const id = coin.tokens[0]?.id
    if (id !== undefined) byToken.set(id, [...(byToken.get(id) ?? []), coin])
  }
  const isConsolidation = request.payer.lock === request.to && request.lockTimeMs === undefined
  return [...byToken.values()].flatMap((coins) => {
    if (isConsolidation) return coins.length > 1 ? coins : []
    return request.alphOnly ? coins.filter((coin) => coin.amount > limits.DUST) : coins
  })
}

function sweepTokens(
  core: NodeCore,
  request: SweepRequest,
  coins: readonly RankedCoin[],
  alphCoins: readonly RankedCoin[],
): { tx: UnsignedTx; rest: RankedCoin[] } {
  try {
    return sweepTokensWith(core, request, coins, [...alphCoins].sort(order.byAlph))
  } catch (error) {
    if (!(error instanceof CannotBuild)) throw error
    return sweepTokensWith(core, request, coins, [...alphCoins].sort(reversed(order).byAlph))
  }
}

function sweepTokensWith(
  core: NodeCore,
  request: SweepRequest,
  coins: readonly RankedCoin[],
  alphCoins: readonly RankedCoin[],
): { tx: UnsignedTx; rest: RankedCoin[] } {
  const { payer, to, lockTimeMs } = request
  const gasPrice = request.gasPrice ?? limits.GAS_PRICE_MIN
  const alph = checkTotal(coins.map((coin) => coin.amount))
  const tokens = sumTokens(coins.flatMap((coin) => coin.tokens))
  const forTokens = limits.DUST * BigInt(tokens.length)
  const unlockGas = unlockGasOf(payer, scriptUnlockGas(core, coins))
  const selection = { selected: coins, rest: alphCoins, alph }
  const terms = { alph: forTokens + limits.DUST, outputs: tokens.length + 1, unlockGas, gasPrice }
  const covered = coverOrExplain(() => coverBaseGas(selection, terms))
  const gasAmount = checkedGas(request, covered.gas)
  const receiver = request.alphOnly ? { lock: payer.lock } : { lock: to, ...lockTime(lockTimeMs) }
  const change = covered.selection.alph - gasPrice * BigInt(gasAmount) - forTokens
  const { tx } = assembleTransfer(
    { networkId: core.networkId, payer, inputs: covered.selection.selected, gasAmount, gasPrice },
    [
      ...tokens.map((token) => ({ ...receiver, alph: limits.DUST, tokens: [token] })),
      { lock: to, alph: change, tokens: [], ...lockTime(lockTimeMs) },
    ],
  )
  return { tx, rest: [...covered.selection.rest] }
}

function sweepAlph(core: NodeCore, request: SweepRequest, coins: readonly RankedCoin[]): UnsignedTx {
  const { payer, to } = request
  const gasPrice = request.gasPrice ?? limits.GAS_PRICE_MIN
  const unlockGas = unlockGasOf(payer, scriptUnlockGas(core, coins))
  const gasAmount = checkedGas(request, baseGasOf(coins.length, 1, unlockGas))
  checkTotal(coins.map((coin) => coin.amount))
  const alph = alphIn(coins) - gasPrice * BigInt(gasAmount)
  if (alph < 0n)
    throw new CannotBuild('not-enough-for-fee', 'Not enough ALPH for transaction output in sweeping')
  return assembleTransfer({ networkId: core.networkId, payer, inputs: coins, gasAmount, gasPrice }, [
    { lock: to, alph, tokens: [], ...lockTime(request.lockTimeMs) },
  ]).tx
}

const lockTime = (lockTimeMs: bigint | undefined) => (lockTimeMs === undefined ? {} : { lockTimeMs })

function checkedGas(request: GasWish, estimated: number): number {
  if (request.gasAmount !== undefined && request.gasAmount < estimated)
    throw new CannotBuild('bad-gas', `The specified gas amount is not enough, estimated gas: ${estimated}`)
  return estimated
}

function coverOrExplain<T>(cover: () => T): T {
  try {
    return cover()
  } catch (error) {
    if (!(error instanceof CannotBuild)) throw error
    throw new CannotBuild('not-enough-for-fee', 'Not enough ALPH for gas fee in sweeping')
  }
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const result: T[][] = []
  for (let i = 0; i < items.length; i += size) result.push(items.slice(i, i + size))
  return result
}
