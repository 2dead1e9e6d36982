import { type DeploymentFile, readState } from '../bindings/index.ts'
import type { Chain } from '../chain/index.ts'
import { canDecide } from '../domain/index.ts'
import { type Finding, ok, skipped, warning } from './finding.ts'

/** Whether all stakes together could decide a dispute; below the quorum every disputed market ends in a void. */
export async function examineQuorum(
  chain: Pick<Chain, 'findContractState'>,
  { deployment }: DeploymentFile,
): Promise<Finding> {
  const raw = deployment === null ? null : await chain.findContractState(deployment.contracts.vault.address)
  const vault = raw === null ? null : readState('Vault', raw)
  if (deployment === null || vault === null) return skipped('quorum', 'the vault is not there')
  const weight = Number(vault.wholeWeight)
  const { quorumWeight, quorumWallets } = deployment
  const needs = `${quorumWeight} from ${quorumWallets} wallets`
  if (canDecide(weight, deployment))
    return ok('quorum', `all stakes weigh ${weight}, a dispute needs ${needs} at least`)
  return warning(
    'quorum',
    `all stakes weigh ${weight}, and a dispute needs ${needs}: every disputed market would be void`,
    'more wallets must stake before markets of worth are resolved (docs/protocol.md)',
  )
}
