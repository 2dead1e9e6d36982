import type { World } from '../vm/index.ts'
import type { ChainState } from './chain-state.ts'

/** The ledger as a script of one group sees it: contracts of the other groups do not exist for it. */
export function worldOf(state: ChainState, group: number): World {
  const suffix = group.toString(16).padStart(2, '0')
  return {
    findContract: (id) => (id.endsWith(suffix) ? state.contracts.get(id) : undefined),
    findCode: (codeHash) => state.codes.get(codeHash),
  }
}
