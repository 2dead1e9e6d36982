import { depositStake } from '../../bindings/index.ts'
import { readAmount } from '../amount-field.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'

export interface VaultDepositRequest extends SignerFields {
  readonly amount: string
}

/** A deposit that makes the wallet's entry was measured at 54k. */
const DEPOSIT_GAS = 70_000

export const vaultDepositKind: Kind<VaultDepositRequest> = {
  name: 'vault-deposit',
  read(request, { venue }) {
    const amount = readAmount('amount', request.amount)
    return {
      method: 'POST',
      path: '/v1/tx/vault/deposit',
      body: { amount: String(amount) },
      ownReasons: [],
      prepare: (context) =>
        prepareCall(
          context,
          depositStake({
            vaultId: venue.contracts.vault.id,
            stakeTokenId: venue.tokens.stake.id,
            amount,
            deadlineMs: context.deadlineMs,
          }),
          { collateralRequired: amount, gasUnseen: DEPOSIT_GAS },
        ),
      // Nobody else can change what a wallet may deposit.
      recheck: async () => undefined,
      assertFromIndex: async () => {},
    }
  },
}
