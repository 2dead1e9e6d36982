import { tierOf } from '../../../domain/index.ts'
import { findStake } from '../../../store/index.ts'
import { operations, toIsoOrNull } from '../../../wire/index.ts'
import { read } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const getVault = defineRoute(
  operations.getVault,
  read(async ({ params }, parts) => {
    const { view, stake } = await findStake(parts.database.points, rowWallet(params.address, parts))
    const tier = tierOf(stake.staked, 10n ** BigInt(parts.venue.tokens.stake.decimals))
    const text = JSON.stringify({
      address: rowWallet(params.address, parts) || params.address,
      staked: String(stake.staked),
      tier: tier.name,
      weight: tier.weight,
      unlock:
        stake.unlocking === 0n && stake.unlockAtMs === null
          ? null
          : { amount: String(stake.unlocking), unlocksAt: toIsoOrNull(stake.unlockAtMs) },
    })
    return { text, view }
  }),
)
