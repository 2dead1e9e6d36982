/**
 * deploy: puts a venue's contracts on a chain, step by step, and goes on where it was cut off.
 *
 * Owns          the order and the repetition of the steps, the deployment file, what each network asks for.
 * Does not own  what the steps are made of: that is bindings; whose key pays: that is the caller's.
 */

export { deployOnDevnet } from './deploy-on-devnet.ts'
export {
  type Deployer,
  DeploymentRefused,
  type DeploymentStorage,
  type DeployOptions,
  type DeployProgress,
  deployVenue,
  patientLimits,
} from './deploy-venue.ts'
export { deploymentPath, fileStorage } from './file-storage.ts'
export {
  type DeployTerms,
  isOnNetwork,
  type Network,
  parametersFor,
  tokensFor,
  VENUE_GROUP,
} from './network-parameters.ts'
export { readToken } from './read-token.ts'
