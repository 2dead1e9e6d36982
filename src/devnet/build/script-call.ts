import {
  assembleScriptCall,
  CannotBuild,
  limits,
  type Payer,
  type Token,
  type UnsignedTx,
} from '../../transaction/index.ts'
import type { ScriptSuccess } from '../../vm/index.ts'
import { badRequest, failed } from '../api-error.ts'
import type { RankedCoin } from '../coin-entry.ts'
import { scriptOf } from '../execution.ts'
import type { NodeCore } from '../node-core.ts'
import { checkBuilt } from './check-built.ts'
import { emulate, emulationText } from './emulate.ts'
import { type Selected, selectAsNode } from './selection.ts'
import type { GasWish } from './transfer.ts'

/** What a script call may spend: what it is given, and what to reserve for it with all the dust it might need. */
export interface ScriptAmounts {
  readonly approvedAlph: bigint
  readonly estimatedAlph: bigint
  readonly tokens: readonly Token[]
}

export function scriptAmounts(approvedAlph: bigint, tokens: readonly Token[], extraDust = 0n): ScriptAmounts {
  const estimatedAlph = approvedAlph + limits.DUST * BigInt((tokens.length + 1) * 2) + extraDust
  if (estimatedAlph > limits.U256_MAX) throw badRequest('ALPH amount overflow')
  return { approvedAlph, estimatedAlph, tokens }
}

export interface ScriptCallRequest extends GasWish {
  readonly payer: Payer
  readonly script: string
  readonly amounts: ScriptAmounts
  readonly coins: readonly RankedCoin[]
  readonly gasPercent?: number | undefined
}

export interface BuiltScriptCall {
  readonly tx: UnsignedTx
  readonly inputs: readonly RankedCoin[]
}

/** Chooses coins and assembles; what does not work out is the request's fault: 400. */
export function buildScriptTx(core: NodeCore, request: ScriptCallRequest): BuiltScriptCall {
  try {
    const { payer, script, amounts } = request
    const selected = select(core, request)
    const tx = assembleScriptCall(
      {
        networkId: core.networkId,
        payer,
        inputs: selected.coins,
        gasAmount: request.gasAmount ?? selected.gas,
        gasPrice: priceOf(request),
      },
      {
        script,
        isPayable: scriptOf(script).isPayable,
        approved: { alph: amounts.approvedAlph, tokens: amounts.tokens },
        extraAlph: selected.autoFundedDust,
      },
    )
    return { tx: checkBuilt(tx), inputs: selected.coins }
  } catch (error) {
    if (error instanceof CannotBuild) throw badRequest(error.message)
    throw error
  }
}

/** Builds, then runs the script once more with the final outputs, for the answer's simulation result. */
export function buildScriptCall(
  core: NodeCore,
  request: ScriptCallRequest,
): BuiltScriptCall & { readonly outcome: ScriptSuccess } {
  const built = buildScriptTx(core, request)
  const { tx } = built
  const emulation = emulate(core, {
    script: request.script,
    payer: request.payer,
    coins: built.inputs,
    fixedOutputs: tx.fixedOutputs,
    gasAmount: tx.gasAmount,
    gasPrice: tx.gasPrice,
  })
  if (!emulation.ok) throw failed(emulationText(emulation.failure))
  return { ...built, outcome: emulation.outcome }
}

function select(core: NodeCore, request: ScriptCallRequest): Selected {
  const { payer, script, amounts, coins, gasAmount, gasPercent } = request
  const gasPrice = priceOf(request)
  const terms = {
    payer,
    script,
    coins,
    tokens: amounts.tokens,
    outputs: amounts.tokens.length + 1,
    gasPrice,
  }
  const first = selectAsNode(core, { ...terms, alph: amounts.estimatedAlph, gasAmount, gasPercent })
  const alph = first.coins.reduce((sum, coin) => sum + coin.amount, 0n)
  const left = alph - gasPrice * BigInt(first.gas) - amounts.approvedAlph - first.autoFundedDust
  if (left >= limits.DUST) return first
  const more = amounts.estimatedAlph + limits.DUST
  const second = selectAsNode(core, { ...terms, alph: more, gasAmount: first.gas })
  return { ...second, autoFundedDust: first.autoFundedDust }
}

const priceOf = (request: GasWish): bigint => request.gasPrice ?? limits.GAS_PRICE_MIN
