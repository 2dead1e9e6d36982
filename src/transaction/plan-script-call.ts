import { assert, GAS_PER_INPUT, GAS_PER_OUTPUT, GAS_PER_TX } from '../kit/index.ts'
import { assembleScriptCall, type ScriptCall } from './assemble.ts'
import { CannotBuild, type CannotBuildReason } from './cannot-build.ts'
import { amountThenKey, type CoinOrder, tokenAmountIn } from './coin-order.ts'
import { type ScriptUnlockGas, unlockGasOf } from './gas.ts'
import { ALPH_TOKEN_ID, DUST, GAS_MAX, GAS_MIN, GAS_PRICE_MIN, INPUTS_MAX } from './limits.ts'
import type { Payer, Spendable, Token, UnsignedTx } from './model.ts'
import { remainderOf, sumTokens, toOutputs } from './outputs.ts'
import { alphIn, selectCoins } from './select-coins.ts'

export interface ScriptCallPlan<C extends Spendable> {
  readonly networkId: number
  readonly payer: Payer
  readonly coins: readonly C[]
  readonly call: ScriptCall
  /** What the script itself may use, margin included (scriptGasWithMargin). */
  readonly scriptGas: number
  readonly gasPrice?: bigint
  /** Keys of coins other live builds count on: taken only when nothing else is left, and never swept. */
  readonly avoid?: ReadonlySet<string>
  /** Keys of coins this build must spend at least one of, so that it and an earlier build cannot both land. */
  readonly spendOneOf?: ReadonlySet<string>
  readonly scriptUnlockGas?: ScriptUnlockGas
}

export interface PlannedScriptCall<C extends Spendable> {
  readonly tx: UnsignedTx
  readonly inputs: readonly C[]
}

/** A wallet paid fill by fill collects coins; above this many of a kind a build takes the smallest along. */
const SWEEP_ABOVE = 20
const SWEEP_MAX = 20
const SWEEP_LEAVES = 5

/**
 * One script call from a wallet's coins, the same bytes for the same coins: largest coins first, ties by key, coins of
 * other live builds last. Wallets with many coins of a token they spend get their smallest swept in as well.
 *
 * Where the coins no other build counts on are too many and too small, because somebody sent dust, all coins are equal.
 */
export function planScriptCall<C extends Spendable>(plan: ScriptCallPlan<C>): PlannedScriptCall<C> {
  const { avoid } = plan
  if (avoid === undefined) return planInOrder(plan, amountThenKey())
  try {
    return planInOrder(plan, amountThenKey({ avoid }))
  } catch (error) {
    if (!(error instanceof CannotBuild) || !tooManyCoins.has(error.reason)) throw error
    return planInOrder(plan, amountThenKey())
  }
}

const tooManyCoins: ReadonlySet<CannotBuildReason> = new Set(['too-many-inputs', 'bad-gas'])

/**
 * The gas is the script's plus what inputs and outputs cost, and every input added costs gas itself; so the selection is
 * repeated with the fee it caused until it pays for itself. A round that does not end it needs more than the one before,
 * and what the wallet's coins can need is bounded.
 */
function planInOrder<C extends Spendable>(
  plan: ScriptCallPlan<C>,
  order: CoinOrder<C>,
): PlannedScriptCall<C> {
  const { payer, call, gasPrice = GAS_PRICE_MIN } = plan
  const approved = call.isPayable ? toOutputs({ lock: payer.lock, ...call.approved }) : []
  const approvedAlph = alphIn(approved)
  const unlockGas = unlockGasOf(payer, plan.scriptUnlockGas)
  const forced = forcedCoin(plan, order.byAlph)
  const coins = forced === undefined ? plan.coins : plan.coins.filter((coin) => coin.key !== forced.key)

  for (let fee = 0n; ; ) {
    const wanted = wantedBeside(forced, {
      alph: approvedAlph + call.extraAlph + fee,
      tokens: call.approved.tokens,
    })
    const { selected } = selectCoins(coins, wanted, order)
    const chosen = forced === undefined ? [...selected] : [forced, ...selected]
    const inputs = [...chosen, ...sweep(plan, chosen)].slice(0, Math.max(INPUTS_MAX, chosen.length))
    const change = remainderOf(inputs, approved, 0n)
    const gasAmount = gasFor(inputs.length, change.tokens.length + 1, unlockGas + plan.scriptGas)
    const needed = gasPrice * BigInt(gasAmount) + DUST * BigInt(change.tokens.length + 1)
    if (alphIn(inputs) >= approvedAlph + call.extraAlph + needed) {
      const terms = { networkId: plan.networkId, payer, inputs, gasAmount, gasPrice }
      return { tx: assembleScriptCall(terms, call), inputs }
    }
    if (inputs.length === plan.coins.length)
      throw new CannotBuild('not-enough-for-fee', 'Not enough balance for gas fee', {
        token: ALPH_TOKEN_ID,
        available: alphIn(inputs),
        required: approvedAlph + call.extraAlph + needed,
      })
    assert(needed > fee, 'what pays for itself was answered')
    fee = needed
  }
}

/**
 * How much ALPH a wallet with these coins must hold to make the call, what it lacks coming as one coin more: all its
 * coins may have to be spent then, and every token in them that is left over takes dust along.
 */
export function alphFor<C extends Spendable>(plan: ScriptCallPlan<C>): bigint {
  const { payer, coins, call, gasPrice = GAS_PRICE_MIN } = plan
  const approved = call.isPayable ? toOutputs({ lock: payer.lock, ...call.approved }) : []
  const given = new Map(approved.flatMap(({ tokens }) => tokens).map(({ id, amount }) => [id, amount]))
  const left = sumTokens(coins.flatMap(({ tokens }) => tokens)).filter(
    ({ id, amount }) => amount > (given.get(id) ?? 0n),
  )
  const inputs = Math.min(coins.length + 1, INPUTS_MAX)
  const unlockGas = unlockGasOf(payer, plan.scriptUnlockGas)
  const gas = baseAndScriptGas(inputs, left.length + 1, unlockGas + plan.scriptGas)
  return alphIn(approved) + call.extraAlph + gasPrice * BigInt(gas) + DUST * BigInt(left.length + 1)
}

function gasFor(inputs: number, outputs: number, unlockAndScript: number): number {
  const gas = baseAndScriptGas(inputs, outputs, unlockAndScript)
  if (gas > GAS_MAX) throw new CannotBuild('bad-gas', `Estimated gas ${gas} too large, maximal ${GAS_MAX}`)
  return gas
}

const baseAndScriptGas = (inputs: number, outputs: number, unlockAndScript: number): number =>
  Math.max(GAS_MIN, GAS_PER_TX + GAS_PER_INPUT * inputs + GAS_PER_OUTPUT * outputs + unlockAndScript)

function forcedCoin<C extends Spendable>(
  plan: ScriptCallPlan<C>,
  compare: (a: C, b: C) => number,
): C | undefined {
  const candidates = plan.coins.filter((coin) => plan.spendOneOf?.has(coin.key))
  return candidates.sort(compare)[0]
}

function wantedBeside(
  coin: Spendable | undefined,
  wanted: { readonly alph: bigint; readonly tokens: readonly Token[] },
) {
  if (coin === undefined) return wanted
  return {
    alph: wanted.alph - coin.amount,
    tokens: wanted.tokens.map(({ id, amount }) => ({
      id,
      amount: amount - (tokenAmountIn(coin, id) ?? 0n),
    })),
  }
}

/** The smallest coins of every kind the call spends, when the wallet holds many of that kind. */
function sweep<C extends Spendable>(plan: ScriptCallPlan<C>, chosen: readonly C[]): C[] {
  const taken = new Set(chosen.map((coin) => coin.key))
  const swept: C[] = []
  const kinds = [undefined, ...plan.call.approved.tokens.map((token) => token.id)]
  const smallest = amountThenKey<C>({ smallestFirst: true })
  for (const kind of kinds) {
    const ofKind = plan.coins.filter((coin) =>
      kind === undefined ? coin.tokens.length === 0 : tokenAmountIn(coin, kind) !== undefined,
    )
    if (ofKind.length <= SWEEP_ABOVE) continue
    const free = ofKind
      .filter((coin) => !taken.has(coin.key) && !plan.avoid?.has(coin.key))
      .sort(kind === undefined ? smallest.byAlph : smallest.byToken(kind))
    const left = ofKind.filter((coin) => !taken.has(coin.key)).length
    const count = Math.max(0, Math.min(SWEEP_MAX, free.length, left - SWEEP_LEAVES))
    for (const coin of free.slice(0, count)) {
      taken.add(coin.key)
      swept.push(coin)
    }
  }
  return swept
}
