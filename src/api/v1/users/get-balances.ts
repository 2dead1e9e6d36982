import { OTHER_TOKENS_MAX, operations } from '../../../wire/index.ts'
import type { Balance, Balances } from '../../parts.ts'
import { read } from '../../reads/read.ts'
import { nobody, rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

/** Of the node, not of the index: it is kept with the index's revision so that a wallet is asked for once a block. */
export const getBalances = defineRoute(
  operations.getBalances,
  read(async ({ params }, parts) => {
    const status = await parts.index.current()
    const wallet = rowWallet(params.address, parts)
    const { native, tokens, coins } =
      wallet === nobody
        ? nothing
        : await parts.nodeGate.pass(Symbol('balances'), () => parts.node.balances(wallet))
    const { collateral, stake } = parts.venue.tokens
    const others = [...tokens].filter(([id]) => id !== collateral.id && id !== stake.id)
    const text = JSON.stringify({
      address: wallet === nobody ? params.address : wallet,
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

/** What nobody has. A node refuses to look for an address that it cannot read. */
const nothing: Balances = { native: { amount: 0n, locked: 0n }, tokens: new Map(), coins: 0 }

const shown = (balance: Balance | undefined) => ({
  amount: String(balance?.amount ?? 0n),
  locked: String(balance?.locked ?? 0n),
})
