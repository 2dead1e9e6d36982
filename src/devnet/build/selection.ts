import {
  CannotBuild,
  coverBaseGas,
  limits,
  nodeOrder,
  type Payer,
  reversed,
  selectCoins,
  type Token,
  unlockGasOf,
} from '../../transaction/index.ts'
import type { RankedCoin } from '../coin-entry.ts'
import type { NodeCore } from '../node-core.ts'
import { emulate, emulationText, scriptUnlockGas } from './emulate.ts'

const AUTO_FUND_RETRIES = 3
const order = nodeOrder<RankedCoin>((coin) => coin.level)

export interface SelectionRequest {
  readonly payer: Payer
  readonly coins: readonly RankedCoin[]
  readonly alph: bigint
  readonly tokens: readonly Token[]
  /** How many outputs the gas estimate counts. */
  readonly outputs: number
  readonly gasAmount?: number | undefined
  readonly gasPrice: bigint
  readonly script?: string
  /** Percent of the estimated script gas to ask for. */
  readonly gasPercent?: number | undefined
}

export interface Selected {
  readonly coins: readonly RankedCoin[]
  readonly gas: number
  readonly autoFundedDust: bigint
}

/**
 * The node's choice of coins: smallest first, and when that does not work out everything again from the largest. With a
 * script its gas is estimated on the way, by running it on coins enough for any gas; should it only lack dust for
 * outputs it makes, it is tried again with that much more.
 */
export function selectAsNode(core: NodeCore, request: SelectionRequest): Selected {
  try {
    return selectInOrder(core, request, order)
  } catch (error) {
    if (!(error instanceof CannotBuild)) throw error
    return selectInOrder(core, request, reversed(order))
  }
}

function selectInOrder(core: NodeCore, request: SelectionRequest, coinOrder: typeof order): Selected {
  const { coins, tokens, gasPrice, gasAmount } = request
  if (gasAmount !== undefined) {
    const alph = request.alph + gasPrice * BigInt(gasAmount)
    const { selected } = selectCoins(coins, { alph, tokens }, coinOrder)
    return { coins: selected, gas: gasAmount, autoFundedDust: 0n }
  }
  const script = estimateScript(core, request, coinOrder)
  const alph = request.alph + gasPrice * BigInt(script.gas) + script.dust
  const selection = selectCoins(coins, { alph, tokens }, coinOrder)
  const unlockGas = unlockGasOf(request.payer, scriptUnlockGas(core, selection.selected))
  const covered = coverBaseGas(selection, { alph, outputs: request.outputs, unlockGas, gasPrice })
  return {
    coins: covered.selection.selected,
    gas: covered.gas + script.gas,
    autoFundedDust: script.dust,
  }
}

function estimateScript(
  core: NodeCore,
  request: SelectionRequest,
  coinOrder: typeof order,
): { readonly gas: number; readonly dust: bigint } {
  const { script, payer, gasPrice } = request
  if (script === undefined) return { gas: 0, dust: 0n }
  let { alph } = request
  for (let retries = AUTO_FUND_RETRIES; ; retries--) {
    const coins = coinsForEstimate({ ...request, alph: alph + gasPrice * BigInt(limits.GAS_MAX) }, coinOrder)
    if (coins.length === 0) throw new CannotBuild('not-enough-balance', 'Insufficient funds for gas')
    const emulation = emulate(core, { script, payer, coins, fixedOutputs: [] })
    if (emulation.ok) {
      const percent = request.gasPercent ?? 100
      return {
        gas: Math.floor((emulation.gasUsed * percent) / 100),
        dust: emulation.outcome.autoFundedDust,
      }
    }
    const { required } = emulation.failure
    if (required === undefined || retries === 0)
      throw new CannotBuild('script-failed', emulationText(emulation.failure))
    alph += required
  }
}

function coinsForEstimate(request: SelectionRequest, coinOrder: typeof order): readonly RankedCoin[] {
  try {
    return selectCoins(request.coins, { alph: request.alph, tokens: request.tokens }, coinOrder).selected
  } catch (error) {
    if (!(error instanceof CannotBuild)) throw error
    return request.coins
  }
}
