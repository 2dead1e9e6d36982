import { maxBigint, minBigint } from '../../kit/index.ts'
import {
  baseGasOf,
  CannotBuild,
  groupOfLock,
  limits,
  lockInGroup,
  type Payer,
  type Payment,
  sumTokens,
  type Token,
  type UnsignedTx,
  unlockGasOf,
} from '../../transaction/index.ts'
import type { ScriptSuccess } from '../../vm/index.ts'
import { prettyAlph } from '../../vm/index.ts'
import { ApiError, badRequest } from '../api-error.ts'
import { GROUPS } from '../chain-index.ts'
import type { RankedCoin } from '../coin-entry.ts'
import { usableCoins } from '../coin-view.ts'
import type { NodeCore } from '../node-core.ts'
import { buildScriptCall, type ScriptCallRequest } from './script-call.ts'
import {
  type AmountNeeded,
  afterTx,
  checkAndSum,
  coinsMadeBy,
  type GasWish,
  mergeCoins,
  noExtraCoins,
  transferFrom,
} from './transfer.ts'

/**
 * Builds for wallets that exist in all four groups at once. When one group's coins do not suffice, transfers from the
 * wallet's other groups come first; whoever asked must sign and submit those before the transaction itself.
 */
export interface FundedTx {
  readonly tx: UnsignedTx
  readonly funding: readonly UnsignedTx[]
}

interface Missing {
  readonly alph: bigint
  readonly tokens: readonly Token[]
}

interface Attempt {
  readonly payer: Payer
  readonly coins: readonly RankedCoin[]
  /** The wallet's other groups not tried yet. */
  readonly others: readonly Payer[]
  readonly missing: Missing
  readonly funding: readonly UnsignedTx[]
  readonly text: string
}

export const payersInAllGroups = (payer: Payer): Payer[] =>
  Array.from({ length: GROUPS }, (_, group) => ({ ...payer, lock: lockInGroup(payer.lock, group) }))

/**
 * A transfer without a group named: each group alone, richest first; failing that, the richest with help of one other
 * group, then of two, then of three.
 */
export function buildGrouplessTransfer(
  core: NodeCore,
  request: { readonly payer: Payer; readonly payments: readonly Payment[] } & GasWish,
): FundedTx {
  const gasPrice = request.gasPrice ?? limits.GAS_PRICE_MIN
  const needed = neededOrRefuse(request)
  const ranked = rankedGroups(core, request.payer, needed)
  let first: Attempt | undefined
  for (const [index, { payer, coins }] of ranked.entries()) {
    try {
      const tx = transferFrom(core, { payer, payments: request.payments, coins, needed, gasPrice })
      return { tx, funding: [] }
    } catch (error) {
      if (!(error instanceof CannotBuild)) throw error
      const others = ranked.filter((_, other) => other !== index).map((other) => other.payer)
      const missing = missingOf(payer, coins, needed, gasPrice)
      first ??= { payer, coins, others, missing, funding: [], text: error.message }
    }
  }
  return withHelp(core, { ...request, gasPrice, needed }, [first!])
}

function neededOrRefuse(
  request: { readonly payer: Payer; readonly payments: readonly Payment[] } & GasWish,
): AmountNeeded {
  try {
    return checkAndSum(request.payer, request.payments, request)
  } catch (error) {
    if (error instanceof CannotBuild) throw badRequest(error.message)
    throw error
  }
}

function rankedGroups(core: NodeCore, payer: Payer, needed: AmountNeeded) {
  const token = needed.tokens[0]?.id
  const now = core.nowMs()
  const groups = payersInAllGroups(payer).map((inGroup) => {
    const coins = usableCoins(core.state, inGroup.lock, now)
    const { alph, tokens } = balanceOf(coins)
    const ofToken = tokens.find(({ id }) => id === token)?.amount ?? 0n
    return { payer: inGroup, coins, alph, ofToken }
  })
  const compare = (a: bigint, b: bigint) => (a < b ? 1 : a > b ? -1 : 0)
  return groups.sort((a, b) => compare(a.ofToken, b.ofToken) || compare(a.alph, b.alph))
}

function missingOf(
  payer: Payer,
  coins: readonly RankedCoin[],
  needed: AmountNeeded,
  gasPrice: bigint,
): Missing {
  const balance = balanceOf(coins)
  const fee = gasPrice * BigInt(baseGasOf(limits.INPUTS_MAX, needed.outputs, unlockGasOf(payer)))
  return {
    alph: atLeastZero(fee + needed.alph - balance.alph),
    tokens: splitNeed(balance.tokens, needed.tokens).missing,
  }
}

function withHelp(
  core: NodeCore,
  request: {
    readonly payments: readonly Payment[]
    readonly gasPrice: bigint
    readonly needed: AmountNeeded
  },
  attempts: readonly Attempt[],
): FundedTx {
  const next: Attempt[] = []
  for (const attempt of attempts)
    for (const [index, helper] of attempt.others.entries()) {
      const others = attempt.others.slice(index + 1)
      const coins = usableCoins(core.state, helper.lock, core.nowMs())
      const help = tryHelp(core, helper, attempt.payer.lock, attempt.missing, coins, request.gasPrice)
      if (help === undefined) {
        next.push({ ...attempt, others })
        continue
      }
      const funding = [...attempt.funding, help.tx]
      if (help.missing.alph === 0n && help.missing.tokens.length === 0) {
        const received = funding.flatMap(coinsMadeBy).filter((coin) => coin.lock === attempt.payer.lock)
        const tx = transferFrom(core, {
          payer: attempt.payer,
          payments: request.payments,
          coins: [...attempt.coins, ...received],
          needed: request.needed,
          gasPrice: request.gasPrice,
        })
        return { tx, funding }
      }
      next.push({ ...attempt, others, funding, missing: help.missing })
    }
  if (next.length > 0) return withHelp(core, request, next)
  throw shortOf(attempts)
}

function shortOf(attempts: readonly Attempt[]): CannotBuild {
  const best = attempts.reduce((a, b) => (b.missing.alph < a.missing.alph ? b : a))
  const parts = [
    ...(best.missing.alph > 0n ? [plainAlph(best.missing.alph)] : []),
    ...best.missing.tokens.filter(({ amount }) => amount > 0n).map(({ id, amount }) => `${id}: ${amount}`),
  ]
  return new CannotBuild(
    'not-enough-balance',
    parts.length === 0 ? best.text : `Not enough balance: ${parts.join(', ')}`,
  )
}

/** Exact decimal, without trailing zeros, as the node prints amounts outside its prettier. */
export function plainAlph(amount: bigint): string {
  const whole = amount / 10n ** 18n
  const fraction = (amount % 10n ** 18n).toString().padStart(18, '0').replace(/0+$/, '')
  return `${whole}${fraction === '' ? '' : `.${fraction}`} ALPH`
}

interface Help {
  readonly tx: UnsignedTx
  readonly missing: Missing
}

function tryHelp(
  core: NodeCore,
  helper: Payer,
  to: string,
  missing: Missing,
  coins: readonly RankedCoin[],
  gasPrice: bigint,
): Help | undefined {
  try {
    return helpFrom(core, helper, to, missing, coins, gasPrice)
  } catch (error) {
    if (error instanceof CannotBuild) return undefined
    throw error
  }
}

/** One transfer of as much of what is missing as a group has. */
function helpFrom(
  core: NodeCore,
  helper: Payer,
  to: string,
  missing: Missing,
  coins: readonly RankedCoin[],
  gasPrice: bigint,
): Help {
  const balance = balanceOf(coins)
  const { missing: stillMissing, available } = splitNeed(balance.tokens, missing.tokens)
  const alph = alphToSend(helper, balance.alph, missing.alph, available.length, coins.length, gasPrice)
  const payments = [{ lock: to, alph, tokens: available }]
  const needed = checkAndSum(helper, payments, { gasPrice })
  const tx = transferFrom(core, { payer: helper, payments, coins, needed, gasPrice })
  const sent = tx.fixedOutputs
    .filter((output) => output.lock === to)
    .reduce((sum, output) => sum + output.amount, 0n)
  return { tx, missing: { alph: atLeastZero(missing.alph - sent), tokens: stillMissing } }
}

function alphToSend(
  helper: Payer,
  balance: bigint,
  missing: bigint,
  tokens: number,
  inputs: number,
  gasPrice: bigint,
): bigint {
  const forTokens = limits.DUST * BigInt(tokens)
  if (missing <= forTokens) return forTokens
  const own = ownNeed(helper, tokens, inputs, gasPrice)
  if (balance <= own) return forTokens
  const spare = balance - own
  const wanted = missing - forTokens
  return minBigint(spare, wanted) + forTokens
}

/** What a group must keep to send tokens at all: dust on both sides and the fee. */
function ownNeed(payer: Payer, tokens: number, inputs: number, gasPrice: bigint): bigint {
  const outputs = 2 * (tokens + 1)
  const fee = gasPrice * BigInt(baseGasOf(inputs, outputs, unlockGasOf(payer)))
  return limits.DUST * BigInt(tokens) + limits.DUST * BigInt(tokens + 1) + fee
}

/** A script call in one group, with transfers from the others first when its own coins do not suffice. */
export function buildGrouplessScriptCall(
  core: NodeCore,
  request: Omit<ScriptCallRequest, 'coins'>,
  extraDust: bigint,
): FundedTx & { readonly outcome: ScriptSuccess } {
  const { payer, amounts } = request
  const gasPrice = request.gasPrice ?? limits.GAS_PRICE_MIN
  const coins = usableCoins(core.state, payer.lock, core.nowMs())
  try {
    return { ...buildScriptCall(core, { ...request, coins }), funding: [] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  const balance = balanceOf(coins)
  const missing: Missing = {
    alph: atLeastZero(gasPrice * BigInt(limits.GAS_MAX) + amounts.estimatedAlph + extraDust - balance.alph),
    tokens: splitNeed(balance.tokens, amounts.tokens).missing,
  }
  const help = gatherHelp(core, payer, coins, missing, gasPrice)
  if (help.missing.tokens.length > 0) {
    const list = help.missing.tokens.map(({ id, amount }) => `${id}: ${amount}`).join(',')
    throw badRequest(`Not enough token balances, requires additional ${list}`)
  }
  try {
    const extra = help.funding.reduce((sum, tx) => afterTx(sum, tx), noExtraCoins)
    const all = mergeCoins(extra, coins).filter((coin) => coin.lock === payer.lock)
    return { ...buildScriptCall(core, { ...request, coins: all }), funding: help.funding }
  } catch (error) {
    if (!(error instanceof ApiError) || help.missing.alph === 0n) throw error
    throw badRequest(`Not enough ALPH balance, requires an additional ${prettyAlph(help.missing.alph)}`)
  }
}

function gatherHelp(
  core: NodeCore,
  payer: Payer,
  ownCoins: readonly RankedCoin[],
  wanted: Missing,
  gasPrice: bigint,
): { readonly funding: readonly UnsignedTx[]; readonly missing: Missing } {
  let funding: readonly UnsignedTx[] = []
  let missing = wanted
  const others = payersInAllGroups(payer).filter(
    (other) => groupOfLock(other.lock) !== groupOfLock(payer.lock),
  )
  const available = (of: Payer): RankedCoin[] => {
    const extra = funding.reduce((sum, tx) => afterTx(sum, tx), noExtraCoins)
    const base = of.lock === payer.lock ? ownCoins : usableCoins(core.state, of.lock, core.nowMs())
    return mergeCoins(extra, base).filter((coin) => coin.lock === of.lock)
  }
  for (const helper of others) {
    if (missing.alph === 0n && missing.tokens.length === 0) break
    const coins = available(helper)
    const help = tryHelp(core, helper, payer.lock, missing, coins, gasPrice)
    if (help !== undefined) {
      funding = [...funding, help.tx]
      missing = help.missing
      continue
    }
    const sources = [...others.filter((other) => other.lock !== helper.lock), payer]
    const financed = financeHelper(core, {
      helper,
      to: payer.lock,
      missing,
      coins,
      gasPrice,
      sources,
      available,
    })
    if (financed === undefined) continue
    funding = [...funding, ...financed.txs]
    missing = financed.missing
  }
  return { funding, missing }
}

/** A group with tokens but too little ALPH to send them gets that little from another group first. */
function financeHelper(
  core: NodeCore,
  request: {
    readonly helper: Payer
    readonly to: string
    readonly missing: Missing
    readonly coins: readonly RankedCoin[]
    readonly gasPrice: bigint
    readonly sources: readonly Payer[]
    available(of: Payer): RankedCoin[]
  },
): { readonly txs: readonly UnsignedTx[]; readonly missing: Missing } | undefined {
  const { helper, coins, gasPrice, missing } = request
  const balance = balanceOf(coins)
  const sendable = splitNeed(balance.tokens, missing.tokens).available
  if (sendable.length === 0) return undefined
  const short = ownNeed(helper, sendable.length, coins.length + 1, gasPrice) - balance.alph
  if (short <= 0n) return undefined
  const alph = maxBigint(short, limits.DUST)
  for (const source of request.sources) {
    const help = tryHelp(core, source, helper.lock, { alph, tokens: [] }, request.available(source), gasPrice)
    if (help === undefined || help.missing.alph > 0n) continue
    const received = coinsMadeBy(help.tx).filter((coin) => coin.lock === helper.lock)
    const second = tryHelp(core, helper, request.to, missing, [...received, ...coins], gasPrice)
    if (second !== undefined) return { txs: [help.tx, second.tx], missing: second.missing }
  }
  return undefined
}

function balanceOf(coins: readonly RankedCoin[]): Missing {
  return {
    alph: coins.reduce((sum, coin) => sum + coin.amount, 0n),
    tokens: sumTokens(coins.flatMap((coin) => coin.tokens)),
  }
}

/** Of each token needed: what these balances give, and what they do not. */
function splitNeed(balances: readonly Token[], needed: readonly Token[]) {
  const missing: Token[] = []
  const available: Token[] = []
  for (const { id, amount } of needed) {
    const has = balances.find((balance) => balance.id === id)?.amount ?? 0n
    if (has > 0n) available.push({ id, amount: minBigint(has, amount) })
    if (has < amount) missing.push({ id, amount: amount - has })
  }
  return { missing, available }
}

const atLeastZero = (amount: bigint): bigint => maxBigint(amount, 0n)
