import type { Ballot, Client, PreparedKey, SealedVote, Trader, VerifiedBuild } from 'sibyl/client'

/** The wallet of this visit: who it is, and what may act for it. Keys never leave the wallet. */
export interface Connection {
  readonly kind: 'play' | 'extension'
  readonly address: string
  readonly trader: Trader
  /** With the API key of this visit. */
  readonly client: Client
  readonly keyId: string
  /** A challenge to read, and what signs it and returns the new key's secret. */
  prepareKey(wish: KeyWish): Promise<PreparedKey>
  /** A vote closed with a salt that only this browser knows. */
  seal(ballot: Omit<Ballot, 'voterAddress'>): SealedVote
  /** Collateral the wallet can spend, as the node counts it; base units. */
  balance(): Promise<bigint>
  /** Signs what was checked and gives it to the node. */
  submit(build: VerifiedBuild): Promise<unknown>
  /** Until a block has it and reads show that block. */
  wait(txId: string): Promise<unknown>
}

interface KeyWish {
  readonly name: string
  readonly scopes: ('read' | 'write:tx')[]
}

/** What a tab keeps of its visit. */
export interface StoredKey {
  readonly kind: string
  readonly address: string
  readonly id: string
  readonly key: string
}

/** What the page gives to whoever opens a connection, and wants to hear of it. */
export interface Visit {
  readonly extension: unknown
  readonly onKeyGone: (id: string) => void
  readonly onDisconnected: () => void
}
