import { signal } from '@preact/signals'
import type { Connection, StoredKey } from './connection.ts'
import { wordsOfError } from './words-of-error.ts'

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
function extensionOf(): unknown {
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
    const { opened, key } = await openConnection(kind, stored, {
      extension: extensionOf(),
      onKeyGone: forgetKey,
      onDisconnected: () => void disconnect(),
    })
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
function forgetKey(id: string): void {
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
