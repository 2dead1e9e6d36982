import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config/index.ts'
import { addressFor, openApiKey, openWallet } from './open-wallet.ts'

const key = 'a642942e67258589cd2b1822c631506632db5a12aabcf413604e785300d762a5'
const address = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
const none = readConfig({})
const named = readConfig({ SIBYL_WALLET_KEY: key })

describe('openWallet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-wallet-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (text: string): { walletFile: string; isDemo: boolean } => {
    const path = join(folder, 'wallet')
    writeFileSync(path, text)
    return { walletFile: path, isDemo: false }
  }
  const nothing = { walletFile: null, isDemo: false }
  const told = (text: string) => openWallet(none, file(text))

  test('default: the key of the environment', async () =>
    expect((await openWallet(named, nothing)).address).toBe(address))
  test.each([
    `${key}\n`,
    `0x${key}`,
    `{"privateKey":"${key}"}`,
    `{"privateKey":"${key}","keyType":"default"}`,
  ])('behavior: a file with %o comes before it', async (text) => {
    const other = readConfig({ SIBYL_WALLET_KEY: '11'.repeat(32) })
    expect((await openWallet(other, file(text))).address).toBe(address)
  })
  test('behavior: another type of key is another wallet', async () =>
    expect((await told(`{"privateKey":"${key}","keyType":"bip340-schnorr"}`)).address).not.toBe(address))
  test('behavior: an address that is named needs no key', async () => {
    expect(await addressFor(none, { ...nothing, address: 'x' })).toBe('x')
    expect(await addressFor(named, { ...nothing, address: null })).toBe(address)
  })
  test('error: none is named', () => expect(openWallet(none, nothing)).rejects.toThrow(/^which wallet\?/))
  test.each([
    ['abc', /holds no private key of 64 hex digits$/],
    ['00'.repeat(32), /holds 64 hex digits that are no private key$/],
    ['{', /is not JSON$/],
    ['{"privateKey":1}', /holds no private key/],
    [`{"privateKey":"${key}","keyType":"x"}`, /keyType is one of default, bip340-schnorr, gl-secp256k1$/],
  ])('error: a file with %o is told and not quoted', async (text, sentence) => {
    const error = await told(text).catch((caught: Error) => caught)
    expect(error).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(sentence) })
    expect(String(error)).not.toContain(key)
  })
  test('error: a key in place of a file is told and not quoted', async () => {
    const error = await openWallet(none, { walletFile: key, isDemo: false }).catch((caught: Error) => caught)
    expect(String(error)).toBe('ConfigError: --wallet names a file; a key itself goes into SIBYL_WALLET_KEY')
  })
  test('error: a file that is not there', () =>
    expect(openWallet(none, { walletFile: '/nowhere', isDemo: false })).rejects.toThrow(
      '--wallet /nowhere cannot be read (ENOENT)',
    ))
})

describe('openApiKey', () => {
  test('default: that of the environment', async () =>
    expect(await openApiKey(readConfig({ SIBYL_API_KEY: 'sk_1' }), { isDemo: false })).toBe('sk_1'))
  test('error: none', async () => {
    await expect(openApiKey(none, { isDemo: false })).rejects.toThrow(/^SIBYL_API_KEY is not set/)
    await expect(openApiKey(readConfig({ DATA_DIR: '/nowhere' }), { isDemo: true })).rejects.toThrow(
      'there is no demo in /nowhere: --demo works where `npm start` was run',
    )
  })
})
