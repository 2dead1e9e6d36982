import { type AssetOutput, groupOfLock, limits, type Token, toOutputs } from '../transaction/index.ts'
import { chainOf } from './chain-index.ts'
import type { NodeCore } from './node-core.ts'
import { signedTx } from './transaction.ts'

export interface Funding {
  readonly lock: string
  readonly alph: bigint
  readonly tokens: readonly Token[]
  /** Into how many coins each amount is cut; 1 unless said otherwise. */
  readonly coins?: number
}

/**
 * Gives an address coins out of nothing, by a transaction without inputs in a block of its own. No rule of the chain
 * allows that; it is the devnet's stand-in for buying some. The block's number in the data keeps equal gifts apart.
 */
export function fund(core: NodeCore, funding: Funding): string {
  const { lock, coins = 1 } = funding
  const group = groupOfLock(lock)
  const additionalData = new TextEncoder().encode(`devnet ${core.state.blocks.length}`)
  const share = (amount: bigint, index: number): bigint =>
    amount / BigInt(coins) + (BigInt(index) < amount % BigInt(coins) ? 1n : 0n)
  const fixedOutputs: AssetOutput[] = []
  for (let index = 0; index < coins; index++) {
    for (const { id, amount } of funding.tokens) {
      const tokens = [{ id, amount: share(amount, index) }].filter((token) => token.amount > 0n)
      fixedOutputs.push(
        ...toOutputs({ lock, alph: limits.DUST * BigInt(tokens.length), tokens, additionalData }),
      )
    }
    fixedOutputs.push(...toOutputs({ lock, alph: share(funding.alph, index), tokens: [], additionalData }))
  }
  const gift = signedTx(
    {
      version: 0,
      networkId: core.networkId,
      script: undefined,
      gasAmount: limits.GAS_MIN,
      gasPrice: limits.GAS_PRICE_MIN,
      inputs: [],
      fixedOutputs,
    },
    [],
  )
  const chain = chainOf(group, group)
  core.addToPool(gift, chain)
  core.mine(chain, new Set([gift.txId]))
  return gift.txId
}
