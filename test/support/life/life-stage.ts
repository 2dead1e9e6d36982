import type { NodeProvider } from '@alephium/web3'
import type { PrivateKeyWallet } from '@alephium/web3-wallet'
import type { Service } from '../service.ts'

/** A chain with a venue on it and a service in front, as the story of a venue's life needs them. */
export interface LifeStage {
  readonly node: NodeProvider
  /** The process that answers now; another one after a restart. */
  readonly service: () => Service
  /** How long the story may trade before its markets end, beyond the venue's own least time. */
  readonly tradingMs: number
  /** ALPH, collateral and stake, several coins of each. */
  fund(wallet: PrivateKeyWallet): Promise<void>
  /** One coin that holds this and nothing else. */
  fundExactly(
    wallet: PrivateKeyWallet,
    coin: { readonly attoAlph: bigint; readonly collateral: bigint; readonly stake: bigint },
  ): Promise<void>
  /** Returns when a block of that time or later can be made; `lastBlockMs` is the time of the last one. */
  passUntil(ms: number, lastBlockMs: number): Promise<void>
  /** Returns when a submitted transaction is in a block. */
  included(txId: string): Promise<void>
  close(): Promise<void>
}

/** How the venue names a wallet: a groupless one by its address in the venue's group. */
export const rowAddress = (wallet: PrivateKeyWallet): string =>
  wallet.keyType === 'gl-secp256k1' ? `${wallet.address.split(':')[0]}:0` : wallet.address
