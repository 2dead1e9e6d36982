import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { addressFromPublicKey, groupOfAddress, publicKeyFromPrivateKey } from '../../alephium/index.ts'
import { ConfigError, readConfig } from '../../config/index.ts'
import { VENUE_GROUP } from '../../deploy/index.ts'
import { createSeededRandom } from '../../kit/index.ts'
import { makeKeeper } from './make-keeper.ts'

describe('makeKeeper', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-keeper-'))
  const path = join(folder, 'keeper_key')
  const random = createSeededRandom('keeper')
  afterAll(() => rmSync(folder, { recursive: true }))

  test('default: a file that KEEPER_KEY_FILE takes, its owner’s alone, and an ordinary wallet in the venue’s group', async () => {
    const said: string[] = []
    await makeKeeper({ path, random, say: (text) => void said.push(text) })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const { keeperKey } = readConfig({ KEEPER_KEY_FILE: path })
    const address = addressFromPublicKey(publicKeyFromPrivateKey(keeperKey ?? '', 'default'), 'default')
    expect(groupOfAddress(address)).toBe(VENUE_GROUP)
    expect(said.at(-1)).toContain(address)
    expect(said.join('\n')).not.toContain(keeperKey)
  })
  test('error: a file that exists is left as it is', async () => {
    const before = readFileSync(path, 'utf8')
    const refused = new ConfigError([`${path} exists already, and is left as it is`])
    await expect(makeKeeper({ path, random, say: () => {} })).rejects.toEqual(refused)
    expect(readFileSync(path, 'utf8')).toBe(before)
  })
  test('error: a folder that is not there', async () => {
    const lost = join(folder, 'nowhere', 'key')
    const refused = new ConfigError([`${lost} cannot be written (ENOENT)`])
    await expect(makeKeeper({ path: lost, random, say: () => {} })).rejects.toEqual(refused)
  })
})
