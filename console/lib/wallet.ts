import { signal } from '@preact/signals'
import type { Ballot, Client, PreparedKey, SealedVote, Trader, VerifiedBuild } from 'sibyl/client'
import { wordsOfError } from './words-of-error.ts'

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

export const connection = signal<Connection | null>(null)
export const connecting = signal<'no' | 'yes' | { readonly trouble: string }>('no')

const storedKey = 'sibyl.key'

/** An extension may come later than the page, and says so. */
const extensionComes = signal(0)
addEventListener('alephiumProviders/alephium#initialized', () => {
  extensionComes.value++
})

export function hasExtension(): boolean {
  extensionComes.value
  return extensionOf() !== undefined
}

/** What the Alephium extension puts into a page; nothing of it is touched before somebody asks to connect. */
export function extensionOf(): unknown {
  return (globalThis as { alephiumProviders?: { alephium?: unknown } }).alephiumProviders?.alephium
}

/** Counts what was begun: a wallet that answers after nobody waits for it any more is not let in. */
let attempts = 0

/** The signing code comes when it is needed: who only looks does not load it. */
export async function connect(kind: Connection['kind']): Promise<void> {
  const attempt = ++attempts
  const stored = readKey(kind)
  connecting.value = 'yes'
  try {
    const { openConnection } = await import('./connect.ts')
    const { opened, key } = await openConnection(kind, stored)
    if (attempt !== attempts) {
      if (key.id !== stored?.id) await revoke(opened)
      return
    }
    sessionStorage.setItem(storedKey, JSON.stringify({ kind, address: opened.address, ...key }))
    connection.value = opened
    connecting.value = 'no'
  } catch (error) {
    if (attempt !== attempts) return
    connecting.value = {
      trouble: stored !== null && readKey(kind) === null ? keyIsGone : wordsOfError(error),
    }
  }
}

const keyIsGone = 'This visit’s key is no longer valid. Connect again.'

/** It was revoked elsewhere, in another tab of this wallet perhaps: nothing can be read with it any more. */
export function forgetKey(id: string): void {
  const stored = readKey()
  if (stored?.id === id) sessionStorage.removeItem(storedKey)
  if (connection.peek()?.keyId !== id) return
  connection.value = null
  connecting.value = { trouble: keyIsGone }
}

/** A wallet may never answer. */
export function stopConnecting(): void {
  attempts++
  connecting.value = 'no'
}

const revoke = ({ client, keyId }: Connection): Promise<unknown> =>
  client.auth.revoke({ id: keyId }).catch(() => undefined)

/** The key of this visit dies with it. */
export async function disconnect(): Promise<void> {
  const ended = connection.value
  connection.value = null
  sessionStorage.removeItem(storedKey)
  if (ended !== null) await revoke(ended)
}

/** A reload goes on where it was, as long as this tab lives. */
export async function reconnect(): Promise<void> {
  const kind = readKey()?.kind
  if (kind === 'play' || kind === 'extension') await connect(kind)
}

export interface StoredKey {
  readonly kind: string
  readonly address: string
  readonly id: string
  readonly key: string
}

/** Of this wallet, or of whichever it was. */
function readKey(kind?: Connection['kind']): StoredKey | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storedKey) ?? 'null') as StoredKey | null
    return kind === undefined || stored?.kind === kind ? stored : null
  } catch {
    return null
  }
}

/** Whatever has changed for this wallet: pages that show it ask again. */
export const walletRevision = signal(0)
