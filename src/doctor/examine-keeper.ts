import type { Chain } from '../chain/index.ts'
import { ONE } from '../domain/index.ts'
import { keeperAccount } from '../keeper/index.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

/** Below this the keeper warns too. */
const BALANCE_LOW = 5n * ONE

/** Whether the keeper can pay for what it does. */
export async function examineKeeper(
  chain: Pick<Chain, 'listCoins'>,
  { keeperKey, group }: { readonly keeperKey: string | null; readonly group: number },
): Promise<Finding> {
  if (keeperKey === null) return skipped('keeper', 'KEEPER_KEY is not set here: no wallet to look at')
  const { address } = keeperAccount(keeperKey, group).wallet
  const coins = await chain.listCoins(address)
  const attoAlph = coins.reduce((sum, coin) => sum + coin.attoAlph, 0n)
  const shown = `${address} has ${attoAlph / ONE}.${String((attoAlph % ONE) / 10n ** 16n).padStart(2, '0')} ALPH`
  const remedy = `send some ALPH to ${address}: votes that were entrusted to the venue are lost without it`
  if (attoAlph === 0n) return failed('keeper', shown, remedy)
  return attoAlph < BALANCE_LOW ? warning('keeper', shown, remedy) : ok('keeper', shown)
}
