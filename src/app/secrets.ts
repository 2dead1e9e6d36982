import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, writePrivateFile } from '../config/index.ts'
import { bytesToHex, type Random } from '../kit/index.ts'

const fileName = 'secret-keys'
const keeperFileName = 'keeper-key'

/**
 * The keys that sign cursors and encrypt salts, when the operator gave none: made once, kept in the data folder,
 * readable by its owner only. Called after the embedded database holds the folder's lock, so no twin writes too.
 */
export async function ensureSecretKeys(dataDir: string, random: Random): Promise<readonly string[]> {
  const path = join(dataDir, fileName)
  const keys = (await ensureFile(path, () => bytesToHex(random.bytes(32)))).split(',')
  if (keys.every((key) => key.length >= 32)) return keys
  throw new ConfigError([`${path} is damaged: restore it from a backup, or set SECRET_KEYS`])
}

/** The keeper's key on the embedded devnet: its coins are worth nothing, but they should last over a restart. */
export async function ensureKeeperKey(dataDir: string, random: Random): Promise<string> {
  const path = join(dataDir, keeperFileName)
  const key = await ensureFile(path, () => bytesToHex(random.bytes(32)))
  if (/^[0-9a-f]{64}$/.test(key)) return key
  throw new ConfigError([`${path} is damaged: remove it, and a new key is made`])
}

/** The text of a file that only its owner may read, made when it is not there. */
async function ensureFile(path: string, make: () => string): Promise<string> {
  const existing = await readIfThere(path)
  if (existing !== null) return existing.trim()
  const text = make()
  await writePrivateFile(path, text)
  return text
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}
