import { maxBigint } from '../../kit/index.ts'
import {
  assembleTransfer,
  baseGasOf,
  CannotBuild,
  encodeUnsignedTx,
  groupOfHint,
  groupOfLock,
  limits,
  type OutputRef,
  type Payer,
  type Payment,
  sumTokens,
  type Token,
  txIdOf,
  type UnsignedTx,
  unlockGasOf,
} from '../../transaction/index.ts'
import { coinOf, type RankedCoin } from '../coin-entry.ts'
import { findSpendable, usableCoins } from '../coin-view.ts'
import type { NodeCore } from '../node-core.ts'
import { scriptUnlockGas } from './emulate.ts'
import { selectAsNode } from './selection.ts'

export interface GasWish {
  readonly gasAmount?: number | undefined
  readonly gasPrice?: bigint | undefined
}

export interface AmountNeeded {
  readonly alph: bigint
  readonly tokens: readonly Token[]
  readonly outputs: number
}

/** Coins a chain of builds made and spent before this one, none of it on chain yet. */
export interface ExtraCoins {
  readonly made: readonly RankedCoin[]
  readonly spent: ReadonlySet<string>
}

export const noExtraCoins: ExtraCoins = { made: [], spent: new Set() }

export const mergeCoins = (extra: ExtraCoins, coins: readonly RankedCoin[]): RankedCoin[] => [
  ...extra.made,
  ...coins.filter((coin) => !extra.spent.has(coin.key)),
]

/** A transfer from whatever coins the payer has. */
export function buildTransfer(
  core: NodeCore,
  request: {
    readonly payer: Payer
    readonly payments: readonly Payment[]
    readonly extra?: ExtraCoins
  } & GasWish,
): UnsignedTx {
  const needed = checkAndSum(request.payer, request.payments, request)
  const coins = mergeCoins(
    request.extra ?? noExtraCoins,
    usableCoins(core.state, request.payer.lock, core.nowMs()),
  )
  return transferFrom(core, { ...request, coins, needed })
}

export function transferFrom(
  core: NodeCore,
  request: {
    readonly payer: Payer
    readonly payments: readonly Payment[]
    readonly coins: readonly RankedCoin[]
    readonly needed: AmountNeeded
  } & GasWish,
): UnsignedTx {
  const { payer, payments, coins, needed } = request
  const gasPrice = request.gasPrice ?? limits.GAS_PRICE_MIN
  const { gasAmount } = request
  const selected = selectAsNode(core, { payer, coins, ...needed, gasAmount, gasPrice })
  checkEstimatedGas(selected.gas)
  return assembleTransfer(
    { networkId: core.networkId, payer, inputs: selected.coins, gasAmount: selected.gas, gasPrice },
    payments,
  ).tx
}

/** A transfer from coins the caller chose. */
export function buildTransferFromCoins(
  core: NodeCore,
  request: {
    readonly payer: Payer
    readonly payments: readonly Payment[]
    readonly refs: readonly OutputRef[]
  } & GasWish,
): UnsignedTx {
  const { payer, payments, refs } = request
  if (refs.some((ref) => (ref.hint & 1) === 0)) throw other('Selected UTXOs must be of asset type')
  if (refs.length === 0) throw other('Empty UTXOs')
  if (new Set(refs.map((ref) => groupOfHint(ref.hint))).size > 1)
    throw other('Selected UTXOs are not from the same group')
  check(payer, payments, request)
  const coins = refs.map((ref) => {
    const coin = findSpendable(core.state, ref.key)
    return coin?.hint === ref.hint ? coin : undefined
  })
  const gasPrice = request.gasPrice ?? limits.GAS_PRICE_MIN
  const gasAmount =
    request.gasAmount ??
    baseGasOf(refs.length, payments.length + 1, unlockGasOf(payer, scriptUnlockGas(core, [])))
  if (request.gasAmount === undefined) checkEstimatedGas(gasAmount)
  const inputs = coins.filter((coin) => coin !== undefined)
  if (inputs.length < refs.length) throw other('Can not find all selected UTXOs')
  return assembleTransfer({ networkId: core.networkId, payer, inputs, gasAmount, gasPrice }, payments).tx
}

export function checkAndSum(payer: Payer, payments: readonly Payment[], gas: GasWish): AmountNeeded {
  check(payer, payments, gas)
  return amountNeeded(payments)
}

/** What payments need at most, change included: dust for every output, once for the receiver and once for the sender. */
export function amountNeeded(payments: readonly Payment[]): AmountNeeded {
  let alph = 0n
  let outputs = 0
  for (const payment of payments) {
    const forTokens = limits.DUST * BigInt(payment.tokens.length)
    const count = payment.tokens.length + (payment.alph <= forTokens ? 0 : 1)
    const least = limits.DUST * BigInt(count)
    alph += maxBigint(payment.alph, least)
    outputs += count
  }
  const tokens = sumTokens(payments.flatMap((payment) => payment.tokens))
  const overflow = tokens.find((token) => token.amount > limits.U256_MAX)
  if (overflow !== undefined)
    throw new CannotBuild('overflow', `Amount overflow for token TokenId(hex"${overflow.id}")`)
  const ofSender = tokens.length + 1
  return { alph: alph + limits.DUST * BigInt(ofSender), tokens, outputs: outputs + ofSender }
}

function check(payer: Payer, payments: readonly Payment[], gas: GasWish): void {
  checkPayments(groupOfLock(payer.lock), payments)
  checkGasWish(gas)
  checkTotal(payments.map((payment) => payment.alph))
}

export function checkPayments(from: number, payments: readonly Payment[]): void {
  if (payments.length === 0) throw other('Zero transaction outputs')
  if (payments.length > limits.OUTPUTS_MAX)
    throw new CannotBuild(
      'too-many-outputs',
      `Too many transaction outputs, maximal value: ${limits.OUTPUTS_MAX}`,
    )
  const groups = new Set(payments.map((payment) => groupOfLock(payment.lock)))
  groups.delete(from)
  if (groups.size > 1) throw other('Different groups for transaction outputs')
}

export function checkGasWish({ gasAmount, gasPrice = limits.GAS_PRICE_MIN }: GasWish): void {
  const bad = (text: string) => new CannotBuild('bad-gas', text)
  const box = (gas: number) => `GasBox(${gas})`
  if (gasAmount !== undefined && gasAmount < limits.GAS_MIN)
    throw bad(`Provided gas ${box(gasAmount)} too small, minimal ${box(limits.GAS_MIN)}`)
  if (gasAmount !== undefined && gasAmount > limits.GAS_MAX)
    throw bad(`Provided gas ${box(gasAmount)} too large, maximal ${box(limits.GAS_MAX)}`)
  if (gasPrice < limits.COINBASE_GAS_PRICE)
    throw bad(`Gas price GasPrice(${gasPrice}) too small, minimal GasPrice(${limits.COINBASE_GAS_PRICE})`)
  if (gasPrice >= limits.ALPH_MAX)
    throw bad(`Gas price GasPrice(${gasPrice}) too large, maximal GasPrice(${limits.ALPH_MAX - 1n})`)
}

export function checkTotal(amounts: readonly bigint[]): bigint {
  let total = 0n
  for (const amount of amounts) {
    total += amount
    if (total > limits.ALPH_MAX) throw new CannotBuild('overflow', 'ALPH amount overflow')
  }
  return total
}

export function checkEstimatedGas(gas: number): void {
  if (gas > limits.GAS_MAX)
    throw new CannotBuild(
      'bad-gas',
      `Estimated gas GasBox(${gas}) too large, maximal GasBox(${limits.GAS_MAX}). Consider consolidating UTXOs using the sweep endpoints or sending to less addresses`,
    )
}

/** The coins a transaction that is not on chain yet will make. */
export function coinsMadeBy(tx: UnsignedTx): RankedCoin[] {
  const txId = txIdOf(encodeUnsignedTx(tx))
  return tx.fixedOutputs.map((output, index) => ({
    ...coinOf(output, { txId, index, timeMs: 0, settledAt: Number.POSITIVE_INFINITY }),
    level: 2,
  }))
}

export function afterTx(
  extra: ExtraCoins,
  tx: UnsignedTx,
  generated: readonly RankedCoin[] = [],
): ExtraCoins {
  const spent = new Set(tx.inputs.map((input) => input.ref.key))
  return {
    made: [...extra.made.filter((coin) => !spent.has(coin.key)), ...coinsMadeBy(tx), ...generated],
    spent: new Set([...extra.spent, ...spent]),
  }
}

const other = (text: string): CannotBuild => new CannotBuild('bad-outputs', text)
