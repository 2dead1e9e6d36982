import type { DeploymentFile } from '../bindings/index.ts'
import type { Chain } from '../chain/index.ts'
import { readToken } from '../deploy/index.ts'
import { type Finding, failed, ok, skipped } from './finding.ts'

/** Whether collateral and stake are on the chain what the deployment file says they are. */
export async function examineTokens(
  chain: Pick<Chain, 'findContractState' | 'callContract'>,
  { deployment }: DeploymentFile,
): Promise<Finding> {
  if (deployment === null) return skipped('tokens', 'the venue is not deployed')
  const wrong: string[] = []
  for (const [name, token] of Object.entries(deployment.tokens)) {
    const found = await readToken(chain, token.id)
    if (typeof found === 'string') wrong.push(`${name}: ${found}`)
    else if (found.decimals !== token.decimals)
      wrong.push(`${name}: ${token.symbol} has ${found.decimals} decimals, the file says ${token.decimals}`)
    else if (found.symbol !== token.symbol)
      wrong.push(`${name}: the token’s symbol is ${found.symbol}, the file says ${token.symbol}`)
  }
  if (wrong.length > 0)
    return failed(
      'tokens',
      wrong.join('; '),
      'set DEPLOYMENT_FILE to the file that `sibyl deploy` wrote, unchanged: amounts are shown and built by its decimals',
    )
  const { collateral, stake } = deployment.tokens
  return ok(
    'tokens',
    `${collateral.symbol} with ${collateral.decimals} decimals, ${stake.symbol} with ${stake.decimals}`,
  )
}
