import type { NodeProvider } from '../../alephium/index.ts'
import {
  artifacts,
  type ContractName,
  contractAddressOf,
  type EntryOf,
  readEntry,
  readState,
  type StructName,
} from '../../bindings/index.ts'
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

/** The value of a map's entry, from a node; that it is one of that map its id says. */
export async function entryOf<S extends StructName>(
  node: NodeProvider,
  struct: S,
  entryId: string,
): Promise<EntryOf<S>> {
  const { codeHash, immFields, mutFields } = await askingNode(`the node does not show the ${struct}`, () =>
    node.contracts.getContractsAddressState(contractAddressOf(entryId)),
  )
  return readEntry(struct, { codeHash, immFields, mutFields } as Parameters<typeof readEntry>[1]) // as above
}
