import { unlockStake } from '../../bindings/index.ts'
import { readAmount } from '../amount-field.ts'
import { insufficient } from '../insufficient.ts'
import { conflict } from '../invalid.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'
import { findStake } from '../stake-entry.ts'

export interface VaultUnlockRequest extends SignerFields {
  readonly amount: string
}

export const vaultUnlockKind: Kind<VaultUnlockRequest> = {
  name: 'vault-unlock',
  read(request, { venue }) {
    const amount = readAmount('amount', request.amount)
    return {
      method: 'POST',
      path: '/v1/tx/vault/unlock',
      body: { amount: String(amount) },
      ownReasons: ['unlock_running'],
      async prepare(context) {
        const stake = await findStake(context)
        if (stake !== null && stake.unlocking > 0n)
          throw conflict('unlock_running', 'one unlock request at a time', {
            unlockAt: new Date(Number(stake.unlockAt)).toISOString(),
          })
        const call = unlockStake({
          vaultId: venue.contracts.vault.id,
          amount,
          deadlineMs: context.deadlineMs,
        })
        const staked = stake?.staked ?? 0n
        if (amount <= staked) return prepareCall(context, call)
        // Stake is a holding like any other: what is short of it is told when balances are due.
        const assertHoldings = () => {
          throw insufficient({ token: venue.tokens.stake.id, required: amount, available: staked })
        }
        return { call, scriptGas: 0, collateralRequired: 0n, effects: [], assertHoldings }
      },
      assertFromIndex: async () => {},
    }
  },
}
