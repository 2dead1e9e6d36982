import type { NodeProvider } from '../../alephium/index.ts'
import { artifacts, type ContractName, contractAddressOf, readState } from '../../bindings/index.ts'
import { askingNode } from '../node-error.ts'
import { trust } from './untrusted.ts'

/** The fields of a contract, from a node, proven to run exactly the code this package was built with. */
export async function stateOf<C extends ContractName>(node: NodeProvider, name: C, contractId: string) {
  const state = await askingNode(`the node does not show ${name}`, () =>
    node.contracts.getContractsAddressState(contractAddressOf(contractId)),
  )
  trust(state.codeHash === artifacts[name].codeHash, 'contracts', `${name} runs other code`)
  const { codeHash, immFields, mutFields } = state
  const fields = readState(name, { codeHash, immFields, mutFields } as Parameters<typeof readState>[1]) // the node's values are the domain's
  trust(fields !== null, 'contracts', `${name} runs other code`)
  return fields
}
