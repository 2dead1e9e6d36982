import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesToHex, type Random } from '../kit/index.ts'
import { ConfigError } from './config.ts'

const fileName = 'secret-keys'

/**
 * The keys that sign cursors and encrypt salts, when the operator gave none: made once, kept in the data folder,
 * readable by its owner only. Called after the embedded database holds the folder's lock, so no twin writes too.
 */
export async function ensureSecretKeys(dataDir: string, random: Random): Promise<readonly string[]> {
  const path = join(dataDir, fileName)
  const existing = await readIfThere(path)
  if (existing !== null) {
    const keys = existing.trim().split(',')
    if (keys.every((key) => key.length >= 32)) return keys
    throw new ConfigError([`${path} is damaged: restore it from a backup, or set SECRET_KEYS`])
  }
  const key = bytesToHex(random.bytes(32))
  await mkdir(dataDir, { recursive: true })
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(`${key}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  return [key]
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}
