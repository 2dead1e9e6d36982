import { open } from 'node:fs/promises'
import { addressFromPublicKey, groupOfAddress, publicKeyFromPrivateKey } from '../../alephium/index.ts'
import { ConfigError } from '../../config/index.ts'
import { VENUE_GROUP } from '../../deploy/index.ts'
import { bytesToHex, type Random } from '../../kit/index.ts'

/**
 * A new key for the keeper, in a file that is its owner's alone. Its ordinary address lies in the venue's group, so any
 * wallet can send it coins. Never written over: the old key's coins would be lost with it.
 */
export async function makeKeeper({
  path,
  random,
  say,
}: {
  readonly path: string
  readonly random: Random
  readonly say: (text: string) => void
}): Promise<void> {
  const { key, address } = makeKey(random)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(`${key}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new ConfigError([
      code === 'EEXIST'
        ? `${path} exists already, and is left as it is`
        : `${path} cannot be written (${code})`,
    ])
  }
  say(`The keeper’s key is in ${path}: set KEEPER_KEY_FILE to it, and keep a copy where nobody else looks.`)
  say(`Send some ALPH to its wallet, ten are plenty: ${address}`)
}

/** One key in four has its ordinary address in a given group. */
function makeKey(random: Random): { readonly key: string; readonly address: string } {
  for (;;) {
    const key = bytesToHex(random.bytes(32))
    const address = addressFromPublicKey(publicKeyFromPrivateKey(key, 'default'), 'default')
    if (groupOfAddress(address) === VENUE_GROUP) return { key, address }
  }
}
