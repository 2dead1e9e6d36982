import { type AssetOutput, sumTokens } from '../transaction/index.ts'
import { refuseIf } from './check-stateless.ts'
import { allOutputs, type Output, type Transaction } from './transaction.ts'

/** Nothing locked, no ALPH created or lost, no token grown. */
export function checkBalances(
  tx: Transaction,
  assets: readonly AssetOutput[],
  contracts: readonly Output[],
  options: { readonly timeMs: number; readonly isPayable: boolean },
): void {
  refuseIf(
    assets.some((input) => input.lockTimeMs > options.timeMs),
    'TimeLockedTx',
  )
  const inputs = [...assets, ...contracts]
  const outputs = allOutputs(tx)
  const alph = (list: readonly Output[]) => list.reduce((sum, output) => sum + output.amount, 0n)
  const fee = tx.unsigned.gasPrice * BigInt(tx.unsigned.gasAmount)
  refuseIf(alph(inputs) !== alph(outputs) + fee, 'InvalidAlphBalance')
  const tokensIn = new Map(
    sumTokens(inputs.flatMap((input) => input.tokens)).map(({ id, amount }) => [id, amount]),
  )
  const mayIssue = options.isPayable && tx.scriptExecutionOk
  refuseIf(
    sumTokens(outputs.flatMap((output) => output.tokens)).some(({ id, amount }) => {
      const before = tokensIn.get(id)
      if (mayIssue) return before !== undefined && before < amount
      return before !== amount
    }),
    'InvalidTokenBalance',
  )
}
