/**
 * bindings: the typed view of the compiled contracts.
 *
 * Owns          events → domain events, calls → scripts, refusals by name, the deployment plan.
 * Does not own  choosing coins, sending, storing.
 */
export { artifacts, type ContractName } from './artifacts.ts'
