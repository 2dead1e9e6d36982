import { withdrawStake } from '../../bindings/index.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'
import { findStake } from '../stake-entry.ts'

/** Pays the signer's matured unlock request. */
export const vaultWithdrawKind: Kind<SignerFields> = {
  name: 'vault-withdraw',
  read(_, { venue }) {
    return {
      method: 'POST',
      path: '/v1/tx/vault/withdraw',
      body: {},
      ownReasons: ['no_unlock_request', 'no_stake'],
      async prepare(context) {
        const stake = await findStake(context)
        const unlockAtMs = Number(stake?.unlockAt ?? 0n)
        const details = unlockAtMs > 0 ? { unlockAt: new Date(unlockAtMs).toISOString() } : {}
        const call = withdrawStake({ vaultId: venue.contracts.vault.id, deadlineMs: context.deadlineMs })
        return prepareCall(context, call, { details })
      },
      assertFromIndex: async () => {},
    }
  },
}
