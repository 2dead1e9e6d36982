import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashMessage } from '../alephium/index.ts'
import type { Auth } from '../auth/index.ts'
import { writePrivateFile } from '../config/index.ts'
import { Fault, Refusal } from '../kit/index.ts'
import type { DemoWallet } from './demo-cast.ts'

/** API keys of the demo wallet, for the visitor to try things with. */
export interface DemoKeys {
  /** May read. */
  readonly read: string
  /** May also build transactions. */
  readonly full: string
}

const fileName = 'demo-keys.json'
/** Whom the service takes the challenges to be issued to: itself. */
const client = '127.0.0.1'

/**
 * The demo wallet's API keys: minted as anybody mints one, by signing a challenge, and kept in the data folder for later
 * starts. Keys the database no longer knows are minted anew. Null when the wallet has too many already, or when a busy
 * machine cut the check of a signature off: a venue opens without them, and the next start mints them.
 */
export async function ensureDemoKeys(
  dataDir: string,
  auth: Auth,
  wallet: DemoWallet,
): Promise<DemoKeys | null> {
  const kept = await findDemoKeys(dataDir)
  try {
    if (kept !== null && (await isGood(auth, kept.read)) && (await isGood(auth, kept.full))) return kept
    const keys = {
      read: await mint(auth, wallet, { name: 'demo, read only', scopes: ['read'] }),
      full: await mint(auth, wallet, { name: 'demo', scopes: ['read', 'write:tx'] }),
    }
    await writePrivateFile(join(dataDir, fileName), JSON.stringify(keys, null, 2))
    return keys
  } catch (error) {
    if (error instanceof Refusal || error instanceof Fault) return null
    throw error
  }
}

const isGood = async (auth: Auth, key: string): Promise<boolean> => (await auth.authenticate(key)) !== null

async function mint(
  auth: Auth,
  { address, publicKey, sign }: DemoWallet,
  terms: { readonly name: string; readonly scopes: readonly string[] },
): Promise<string> {
  const { challenge } = await auth.issueChallenge({ address, client })
  const signature = sign(hashMessage(challenge, 'alephium'))
  const { key } = await auth.mintKey({ address, publicKey, signature, client, challenge, ...terms })
  return key
}

/** The keys of an earlier start. A file that is missing or damaged holds none: there will be new ones. */
export async function findDemoKeys(dataDir: string): Promise<DemoKeys | null> {
  try {
    const text = await readFile(join(dataDir, fileName), 'utf8')
    const { read, full } = JSON.parse(text) as Partial<Record<string, unknown>>
    return typeof read === 'string' && typeof full === 'string' ? { read, full } : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}
