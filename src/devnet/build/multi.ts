import { GAS_PER_INPUT, GAS_PER_OUTPUT, GAS_PER_TX, SIGNATURE_GAS } from '../../kit/index.ts'
import {
  baseGasOf,
  CannotBuild,
  changeOutputs,
  groupOfHint,
  groupOfLock,
  inputsOf,
  limits,
  type OutputRef,
  type Payer,
  type Payment,
  sumTokens,
  type Token,
  toOutputs,
  type UnsignedTx,
  unlockGasOf,
} from '../../transaction/index.ts'
import type { RankedCoin } from '../coin-entry.ts'
import { findSpendable, usableCoins } from '../coin-view.ts'
import type { NodeCore } from '../node-core.ts'
import { scriptUnlockGas } from './emulate.ts'
import { selectAsNode } from './selection.ts'
import { amountNeeded, checkGasWish, checkPayments, checkTotal } from './transfer.ts'

export interface Contribution {
  readonly payer: Payer
  readonly alph: bigint
  readonly tokens: readonly Token[]
  readonly gasAmount?: number | undefined
  readonly refs?: readonly OutputRef[] | undefined
}

interface Share {
  readonly contribution: Contribution
  readonly coins: readonly RankedCoin[]
  readonly gas: number
}

/** One transfer paid by several addresses of one group, each for its own coins and all together for the rest. */
export function buildMultiTransfer(
  core: NodeCore,
  request: {
    readonly contributions: readonly Contribution[]
    readonly payments: readonly Payment[]
    readonly gasPrice?: bigint | undefined
  },
): UnsignedTx {
  const { contributions, payments } = request
  const gasPrice = request.gasPrice ?? limits.GAS_PRICE_MIN
  const group = commonGroup(contributions)
  const given = contributions.filter((contribution) => contribution.gasAmount !== undefined).length
  if (given > 0 && given < contributions.length) throw other('Missing `gasAmount` in some inputs')
  checkPayments(group, payments)
  const tokenKinds = checkSums(contributions, payments)
  const needed = amountNeeded(payments)
  const dust = needed.alph - checkTotal(payments.map((payment) => payment.alph))
  const shares = contributions.map((contribution) =>
    shareOf(core, contribution, { dust, outputs: needed.outputs, payments: payments.length, gasPrice }),
  )
  const paying = shareGas(shares, payments.length + tokenKinds)
  const gasAmount = paying.reduce((sum, share) => sum + share.gas, 0)
  checkGasWish({ gasAmount, gasPrice })
  const changes = paying.flatMap(({ contribution, coins, gas }) =>
    changeOutputs(contribution.payer.lock, remainder(contribution, coins, gasPrice * BigInt(gas))),
  )
  return {
    version: 0,
    networkId: core.networkId,
    script: undefined,
    gasAmount,
    gasPrice,
    inputs: paying.flatMap(({ contribution, coins }) => inputsOf(coins, contribution.payer.unlock)),
    fixedOutputs: [...payments.flatMap(toOutputs), ...changes],
  }
}

function commonGroup(contributions: readonly Contribution[]): number {
  const groups = new Set(contributions.map(({ payer }) => groupOfLock(payer.lock)))
  const [group] = groups
  if (group === undefined) throw other('Zero transaction inputs')
  if (groups.size > 1) throw other('Different groups for transaction inputs')
  const refs = contributions.flatMap((contribution) => contribution.refs ?? [])
  if (refs[0] !== undefined && groupOfHint(refs[0].hint) !== group)
    throw other('Selected UTXOs different from lockup script group')
  if (refs.some((ref) => groupOfHint(ref.hint) !== group))
    throw other('Selected UTXOs are not from the same group')
  return group
}

function checkSums(contributions: readonly Contribution[], payments: readonly Payment[]): number {
  if (checkTotal(contributions.map((c) => c.alph)) !== checkTotal(payments.map((p) => p.alph)))
    throw other("Total input amount doesn't match total output amount")
  const tokensIn = sumTokens(contributions.flatMap((contribution) => contribution.tokens))
  const tokensOut = sumTokens(payments.flatMap((payment) => payment.tokens))
  const same =
    tokensIn.length === tokensOut.length &&
    tokensIn.every(({ id, amount }) => tokensOut.some((out) => out.id === id && out.amount === amount))
  if (!same) throw other("Total token input amount doesn't match total output amount")
  return tokensOut.length
}

function shareOf(
  core: NodeCore,
  contribution: Contribution,
  terms: {
    readonly dust: bigint
    readonly outputs: number
    readonly payments: number
    readonly gasPrice: bigint
  },
): Share {
  const { payer, alph, tokens, gasAmount, refs } = contribution
  if (refs === undefined) {
    const coins = usableCoins(core.state, payer.lock, core.nowMs())
    const request = { payer, coins, alph: alph + terms.dust, tokens, outputs: terms.outputs }
    const selected = selectAsNode(core, { ...request, gasAmount, gasPrice: terms.gasPrice })
    return { contribution, coins: selected.coins, gas: selected.gas }
  }
  const coins = refs.map((ref) => findSpendable(core.state, ref.key)).filter((coin) => coin !== undefined)
  if (coins.length < refs.length) throw other('Can not find all selected UTXOs')
  const unlockGas = unlockGasOf(payer, scriptUnlockGas(core, coins))
  return { contribution, coins, gas: gasAmount ?? baseGasOf(refs.length, terms.payments + 1, unlockGas) }
}

/** Everybody pays for their own inputs and change; what the transaction costs besides is shared, the rest by the first. */
function shareGas(shares: readonly Share[], outputs: number): readonly Share[] {
  if (shares.some((share) => share.contribution.gasAmount !== undefined)) return shares
  const common = GAS_PER_TX + GAS_PER_OUTPUT * outputs
  return shares.map((share, index) => {
    const { coins, contribution } = share
    const change = 1 + leftTokens(contribution, coins).length
    const own = GAS_PER_INPUT * coins.length + SIGNATURE_GAS + GAS_PER_OUTPUT * change
    const gas = Math.min(share.gas, own + Math.floor(common / shares.length))
    if (shares.length === 1) return { ...share, gas: Math.max(gas, limits.GAS_MIN) }
    return { ...share, gas: index === 0 ? gas + (common % shares.length) : gas }
  })
}

function leftTokens(contribution: Contribution, coins: readonly RankedCoin[]): Token[] {
  return sumTokens(coins.flatMap((coin) => coin.tokens))
    .map(({ id, amount }) => ({
      id,
      amount: amount - (contribution.tokens.find((token) => token.id === id)?.amount ?? 0n),
    }))
    .filter((token) => token.amount > 0n)
}

function remainder(contribution: Contribution, coins: readonly RankedCoin[], fee: bigint) {
  const alph = coins.reduce((sum, coin) => sum + coin.amount, 0n) - contribution.alph
  if (alph < 0n) throw new CannotBuild('not-enough-balance', 'Not enough balance')
  if (alph < fee) throw new CannotBuild('not-enough-for-fee', 'Not enough balance for gas fee')
  return { alph: alph - fee, tokens: leftTokens(contribution, coins) }
}

const other = (text: string): CannotBuild => new CannotBuild('bad-outputs', text)
