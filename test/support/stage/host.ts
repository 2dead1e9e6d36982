import { NodeProvider } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'

/** The chain a stage stands on. */
export interface StageHost {
  readonly node: NodeProvider
  /** A wallet of the venue's group that has plenty of ALPH. */
  readonly bank: PrivateKeyWallet
  readonly nowMs: () => Promise<number>
  /** Long enough to trade a little before a market ends. */
  readonly shortMs: number
  /** Returns when the next block will be no earlier than that. */
  readonly passTime: (untilMs: number) => Promise<void>
  /** Returns when the transaction is in a block. */
  readonly mined: (txId: string) => Promise<void>
}

/** A node that mines every transaction at once, reached over HTTP. */
export function remoteHost(url: string): StageHost {
  const node = new NodeProvider(url)
  // The public test key of group 0 that every Alephium devnet funds.
  const privateKey = 'a642942e67258589cd2b1822c631506632db5a12aabcf413604e785300d762a5'
  return {
    node,
    bank: new PrivateKeyWallet({ privateKey, nodeProvider: node }),
    nowMs: async () => Date.now(),
    shortMs: 3_000,
    passTime: async (untilMs) => {
      while (Date.now() <= untilMs) await new Promise((resolve) => setTimeout(resolve, 50))
    },
    mined: async () => {},
  }
}

/** The chain the tests run on. */
export async function openHost(): Promise<StageHost> {
  return remoteHost(process.env.STAGE_NODE_URL ?? '')
}
