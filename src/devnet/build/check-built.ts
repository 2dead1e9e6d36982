import type { UnsignedTx } from '../../transaction/index.ts'
import { prettyAlph } from '../../vm/index.ts'
import { badRequest } from '../api-error.ts'

const FEE_MAX = 10n ** 18n

/** What the API refuses to build or submit whatever the chain thinks: no inputs, or a fee above one ALPH. */
export function checkBuilt(tx: UnsignedTx): UnsignedTx {
  if (tx.inputs.length === 0) throw badRequest('Invalid transaction: empty inputs')
  const fee = tx.gasPrice * BigInt(tx.gasAmount)
  if (fee > FEE_MAX)
    throw badRequest(
      `Gas fee exceeds the limit: maximum allowed is ${prettyAlph(FEE_MAX)}, but got ${prettyAlph(fee)}. Please lower the gas price or adjust the alephium.api.gas-fee-cap in your user.conf file.`,
    )
  return tx
}
