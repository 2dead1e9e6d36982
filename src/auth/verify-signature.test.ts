import { hashMessage } from '@alephium/web3'
import { p256 } from '@noble/curves/nist.js'
import { describe, expect, test } from 'vitest'
import { createSigner, signerKeyTypes } from '../../test/support/signers.ts'
import { bytesToHex, createSeededRandom, hexToBytes } from '../kit/index.ts'
import { isSignatureValid } from './verify-signature.ts'

/** Orders of secp256k1 and secp256r1. */
const orders = {
  k1: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  r1: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
}

/** The other signature that satisfies the same equation. */
function withHighS(signature: string, order: bigint): string {
  const s = order - BigInt(`0x${signature.slice(64)}`)
  return signature.slice(0, 64) + s.toString(16).padStart(64, '0')
}

describe.each(signerKeyTypes)('isSignatureValid %s', (keyType) => {
  const signer = createSigner(keyType, `signer ${keyType}`)
  const other = createSigner(keyType, `other ${keyType}`)
  const message = 'first line\nsecond line, ünïcode ✓'
  const check = { keyType, publicKey: signer.publicKey, message }

  test('default', async () => {
    expect(isSignatureValid({ ...check, signature: await signer.sign(message) })).toBe(true)
  })
  test('error: another message, another key, another hasher', async () => {
    expect(isSignatureValid({ ...check, signature: await signer.sign(`${message} `) })).toBe(false)
    expect(isSignatureValid({ ...check, signature: await other.sign(message) })).toBe(false)
    for (const hasher of ['sha256', 'blake2b'] as const) {
      expect(isSignatureValid({ ...check, signature: await signer.sign(message, hasher) })).toBe(false)
    }
  })
  test('error: garbage is no signature and throws nothing', async () => {
    const signature = await signer.sign(message)
    for (const garbage of [
      '',
      '00',
      signature.slice(2),
      `${signature}00`,
      '0'.repeat(128),
      'f'.repeat(128),
      'z'.repeat(128),
    ]) {
      expect(isSignatureValid({ ...check, signature: garbage })).toBe(false)
    }
  })
  test('error: a key that is no point', async () => {
    const signature = await signer.sign(message)
    for (const byte of ['00', 'ff']) {
      const publicKey = byte.repeat(signer.publicKey.length / 2)
      expect(isSignatureValid({ ...check, publicKey, signature })).toBe(false)
    }
  })
  test('error: any bit of the signature changed', async () => {
    const bytes = hexToBytes(await signer.sign(message))
    const random = createSeededRandom('bits')
    for (let i = 0; i < 8; i++) {
      const bit = (random.bytes(1)[0] ?? 0) % 256
      const changed = bytes.slice()
      changed[bit >> 2] = (changed[bit >> 2] ?? 0) ^ (1 << (bit & 3))
      expect(isSignatureValid({ ...check, signature: bytesToHex(changed) })).toBe(false)
    }
  })
})

describe('isSignatureValid: one spelling per signature', () => {
  test.each(['default', 'gl-secp256k1'] as const)('error: high s, %s', async (keyType) => {
    const signer = createSigner(keyType, 'high s')
    const signature = withHighS(await signer.sign('m'), orders.k1)
    expect(isSignatureValid({ keyType, publicKey: signer.publicKey, signature, message: 'm' })).toBe(false)
  })
  test('error: high s, gl-secp256r1', async () => {
    const signer = createSigner('gl-secp256r1', 'high s')
    const signature = withHighS(await signer.sign('m'), orders.r1)
    const hash = hexToBytes(hashMessage('m', 'alephium'))
    // It would be right otherwise: the curve alone accepts it.
    expect(
      p256.verify(hexToBytes(signature), hash, hexToBytes(signer.publicKey), { prehash: false, lowS: false }),
    ).toBe(true)
    expect(
      isSignatureValid({ keyType: 'gl-secp256r1', publicKey: signer.publicKey, signature, message: 'm' }),
    ).toBe(false)
  })
  test('error: one key under another type', async () => {
    const signer = createSigner('default', 'types')
    const signature = await signer.sign('m')
    expect(
      isSignatureValid({
        keyType: 'bip340-schnorr',
        publicKey: signer.publicKey.slice(2),
        signature,
        message: 'm',
      }),
    ).toBe(false)
  })
})

test('error: gl-ed25519: a key of small order, for which one signature would fit every message', () => {
  const neutral = `01${'00'.repeat(31)}`
  const signature = neutral + '00'.repeat(32)
  const check = { keyType: 'gl-ed25519', publicKey: neutral, signature } as const
  expect(isSignatureValid({ ...check, message: 'a' })).toBe(false)
  expect(isSignatureValid({ ...check, message: 'b' })).toBe(false)
})
