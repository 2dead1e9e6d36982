import { assembleTransfer } from './assemble.ts'
import { amountThenKey } from './coin-order.ts'
import { baseGasOf, unlockGasOf } from './gas.ts'
import { GAS_PRICE_MIN, INPUTS_MAX } from './limits.ts'
import type { Payer, Spendable, UnsignedTx } from './model.ts'

/** A wallet with fewer coins of a kind needs no help: every call it makes takes some of its smallest along. */
export const JOIN_ABOVE = 500

const PLAIN = 'alph'
const MIXED = 'mixed'

/**
 * Joins as many small coins as one transaction takes, of the kind the wallet has most of: plain ones, or those of one
 * token. Anybody may send a wallet thousands, and nodes list only so many; each is worth more than it costs to spend.
 * Null when there are not too many.
 */
export function planJoining(plan: {
  readonly networkId: number
  readonly payer: Payer
  readonly coins: readonly Spendable[]
}): UnsignedTx | null {
  const { networkId, payer, coins } = plan
  const kinds = new Map<string, Spendable[]>()
  for (const coin of coins) {
    const kind = kindOf(coin)
    const ofKind = kinds.get(kind) ?? []
    ofKind.push(coin)
    kinds.set(kind, ofKind)
  }
  kinds.delete(MIXED)
  const [most = []] = [...kinds.values()].sort((a, b) => b.length - a.length)
  if (most.length <= JOIN_ABOVE) return null
  const { byAlph } = amountThenKey<Spendable>({ smallestFirst: true })
  const inputs = most.sort(byAlph).slice(0, INPUTS_MAX)
  const outputs = inputs.some(({ tokens }) => tokens.length > 0) ? 2 : 1
  const gasAmount = baseGasOf(inputs.length, outputs, unlockGasOf(payer))
  return assembleTransfer({ networkId, payer, inputs, gasAmount, gasPrice: GAS_PRICE_MIN }, []).tx
}

function kindOf({ tokens }: Spendable): string {
  const [token] = tokens
  if (token === undefined) return PLAIN
  return tokens.length === 1 ? token.id : MIXED
}
