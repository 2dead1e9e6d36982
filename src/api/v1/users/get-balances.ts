import { OTHER_TOKENS_MAX, operations } from '../../../wire/index.ts'
import type { Balance } from '../../parts.ts'
import { read } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

/** Of the node, not of the index: it is kept with the index's revision so that a wallet is asked for once a block. */
export const getBalances = defineRoute(
  operations.getBalances,
  read(async ({ params }, parts) => {
    const status = await parts.index.current()
    const address = rowWallet(params.address, parts) || params.address
    const { native, tokens, coins } = await parts.nodeGate.pass(Symbol('balances'), () =>
      parts.node.balances(address),
    )
    const { collateral, stake } = parts.venue.tokens
    const others = [...tokens].filter(([id]) => id !== collateral.id && id !== stake.id)
    const text = JSON.stringify({
      address,
      native: shown(native),
      collateral: shown(tokens.get(collateral.id)),
      stake: shown(tokens.get(stake.id)),
      others: others
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, OTHER_TOKENS_MAX)
        .map(([tokenId, balance]) => ({ tokenId, ...shown(balance) })),
      coins,
    })
    return { text, view: { height: status?.height ?? 0, revision: status?.revision ?? 0 } }
  }),
)

const shown = (balance: Balance | undefined) => ({
  amount: String(balance?.amount ?? 0n),
  locked: String(balance?.locked ?? 0n),
})
