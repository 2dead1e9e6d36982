import { Fault } from '../kit/index.ts'
import type { Chain, NodeFacts } from './port.ts'

export interface ExpectedNetwork {
  readonly networkId: number
  /** Known once a venue is deployed or indexed; before that the id alone must do. */
  readonly genesisHash?: string
}

/** A node of another network would look like a very deep reorganisation, so it is told apart before anything else. */
export async function checkNetwork(chain: Chain, expected: ExpectedNetwork): Promise<NodeFacts> {
  const facts = await chain.getNodeFacts()
  if (facts.networkId !== expected.networkId)
    throw new Fault(
      'upstream_error',
      `the node is on network ${facts.networkId}, the venue on ${expected.networkId}`,
    )
  if (expected.genesisHash !== undefined && facts.genesisHash !== expected.genesisHash)
    throw new Fault('upstream_error', `the node's genesis block is not the one of the venue's network`)
  return facts
}
