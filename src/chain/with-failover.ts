import { assert, type Clock, Fault } from '../kit/index.ts'
import { checkNetwork, type ExpectedNetwork } from './check-network.ts'
import type { Chain } from './port.ts'

export interface FailoverOptions {
  /** Time that cannot jump. */
  readonly clock: Clock
  /** After this long on another node the first is tried again. */
  readonly returnAfterMs: number
  /** Every node must prove to be of this network before its first answer counts. */
  readonly network?: ExpectedNetwork
}

export const RETURN_AFTER_MS = 60_000

/**
 * Several nodes as one. All questions go to one node, because two healthy nodes may disagree about the newest blocks
 * and going to and fro would look like a reorganisation each time. Only a Fault moves us on, to the next in line; a
 * node's plain no is an answer. Every 60 s away from the first, the first gets the next question.
 */
export function withFailover(nodes: readonly Chain[], options: FailoverOptions): Chain {
  assert(nodes.length > 0, 'at least one node')
  const proven = new Set<Chain>()
  let current = 0
  let leftFirstAtMs = 0

  async function prove(chain: Chain): Promise<void> {
    if (options.network === undefined || proven.has(chain)) return
    await checkNetwork(chain, options.network)
    proven.add(chain)
  }

  async function ask<T>(question: (chain: Chain) => Promise<T>): Promise<T> {
    const now = options.clock.nowMs()
    const first = current !== 0 && now - leftFirstAtMs >= options.returnAfterMs ? 0 : current
    let lastFault: Fault | undefined
    for (let step = 0; step < nodes.length; step++) {
      const index = (first + step) % nodes.length
      const chain = nodes[index]
      assert(chain, 'an index below the length')
      try {
        await prove(chain)
        const answer = await question(chain)
        current = index
        return answer
      } catch (error) {
        if (!(error instanceof Fault)) {
          current = index
          throw error
        }
        proven.delete(chain)
        if (index === 0) leftFirstAtMs = now
        // The first failure is the one to tell: it is the node everybody was using.
        lastFault ??= error
      }
    }
    throw lastFault
  }

  return {
    getNodeFacts: () => ask((chain) => chain.getNodeFacts()),
    getHeight: () => ask((chain) => chain.getHeight()),
    getTip: () => ask((chain) => chain.getTip()),
    listHashesAt: (height) => ask((chain) => chain.listHashesAt(height)),
    findBlock: (hash, isWanted) => ask((chain) => chain.findBlock(hash, isWanted)),
    getBlockStanding: (hash) => ask((chain) => chain.getBlockStanding(hash)),
    listCoins: (address) => ask((chain) => chain.listCoins(address)),
    hasHiddenCoins: (address) => ask((chain) => chain.hasHiddenCoins(address)),
    findContractState: (address) => ask((chain) => chain.findContractState(address)),
    callContract: (call) => ask((chain) => chain.callContract(call)),
    dryRunScript: (run) => ask((chain) => chain.dryRunScript(run)),
    buildScript: (request) => ask((chain) => chain.buildScript(request)),
    submit: (transaction) => ask((chain) => chain.submit(transaction)),
    getTransactionStatus: (txId) => ask((chain) => chain.getTransactionStatus(txId)),
    findTransaction: (txId) => ask((chain) => chain.findTransaction(txId)),
  }
}
