import { depositStake, unlockStake, withdrawStake } from '../../bindings/index.ts'
import { conflict } from '../../domain/index.ts'
import { readAmount } from '../amount-field.ts'
import { withoutHoldings } from '../insufficient.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'
import { findStake } from '../stake-entry.ts'

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
        const shortage = { token: venue.tokens.stake.id, required: amount, available: staked }
        return withoutHoldings(call, shortage, venue.tokens)
      },
      assertFromIndex: async () => {},
    }
  },
}

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
