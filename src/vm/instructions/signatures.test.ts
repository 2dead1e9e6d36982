import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { describe, expect, test } from 'vitest'
import { bytes, constantGas, op, runScript } from '../../../test/support/vm-program.ts'
import { byteStringText, type InstructionName } from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'

const secret = new Uint8Array(32).fill(7)
const message = new Uint8Array(32).fill(9)
const plain = { prehash: false } as const

const schemes = [
  {
    name: 'VerifySecP256K1',
    key: secp256k1.getPublicKey(secret),
    signature: secp256k1.sign(message, secret, plain),
    type: '00',
  },
  {
    name: 'VerifyED25519',
    key: ed25519.getPublicKey(secret),
    signature: ed25519.sign(message, secret),
    type: '02',
  },
  {
    name: 'VerifyBIP340Schnorr',
    key: schnorr.getPublicKey(secret),
    signature: schnorr.sign(message, secret),
    type: undefined,
  },
] as const satisfies readonly {
  name: InstructionName
  key: Uint8Array
  signature: Uint8Array
  type: string | undefined
}[]

const r1 = { key: p256.getPublicKey(secret), signature: p256.sign(message, secret, { ...plain, lowS: true }) }
const push = (value: Uint8Array) => bytes(bytesToHex(value))

describe('signature checks', () => {
  test.each(schemes)(
    'default: $name accepts what its scheme signed, for 2000 gas',
    ({ name, key, signature }) => {
      const program = [push(message), push(key), push(signature), op(name)]
      expect(runScript(program, 0)).toEqual({ returns: [], gas: 2000 + 3 * constantGas })
    },
  )
  test.each(schemes)(
    'error: $name refuses another message, and sizes that are none',
    ({ name, key, signature }) => {
      const other = new Uint8Array(32)
      const run = (data: Uint8Array, publicKey: Uint8Array, signed: Uint8Array) =>
        runScript([push(data), push(publicKey), push(signed), op(name)], 0).failure
      expect(run(other, key, signature)).toBe(
        `Verification failed for signature ${byteStringText(signature)}, public key: ${byteStringText(key)}, message: ${byteStringText(other)}`,
      )
      expect(run(message.subarray(1), key, signature)).toBe(
        'Signed data bytes should have 32 bytes, get 31 instead',
      )
      expect(run(message, key.subarray(1), signature)).toBe(
        `Invalid public key: ${bytesToHex(key.subarray(1))}`,
      )
      expect(run(message, key, signature.subarray(1))).toBe(
        `Signature ${byteStringText(signature.subarray(1))} is not in the correct format`,
      )
    },
  )
  test('default: VerifySignature takes the type of key from the stack', () => {
    const run = (type: string, key: Uint8Array, signature: Uint8Array) =>
      runScript([push(message), push(key), push(signature), bytes(type), op('VerifySignature')], 0)
    for (const { key, signature, type } of schemes) {
      if (type !== undefined) expect(run(type, key, signature).returns).toEqual([])
    }
    expect(run('01', r1.key, r1.signature).returns).toEqual([])
    expect(run('05', r1.key, r1.signature).failure).toBe(`Invalid public key: 05${bytesToHex(r1.key)}`)
    expect(run('0101', r1.key, r1.signature).failure).toBe('InvalidPublicKeyType(ByteString(1, 1))')
  })
  test('error: a signature with a high s is none', () => {
    const { key, signature } = schemes[0]
    const s = BigInt(`0x${bytesToHex(signature.subarray(32))}`)
    const high = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0')
    const run = runScript(
      [push(message), push(key), bytes(bytesToHex(signature.subarray(0, 32)) + high), op('VerifySecP256K1')],
      0,
    )
    expect(run.failure).toMatch(/^Verification failed/)
  })
  test('default: EthEcRecover finds the Ethereum address', () => {
    const recovered = secp256k1.sign(message, secret, { ...plain, format: 'recovered' })
    const v = (recovered[0]! + 27).toString(16)
    const uncompressed = secp256k1.getPublicKey(secret, false).subarray(1)
    expect(
      runScript([push(message), bytes(bytesToHex(recovered.subarray(1)) + v), op('EthEcRecover')]),
    ).toEqual({
      returns: [`ByteVec ${bytesToHex(keccak_256(uncompressed).subarray(12))}`],
      gas: 2500 + 2 * constantGas,
    })
    expect(runScript([push(message), bytes('00'.repeat(65)), op('EthEcRecover')]).failure).toBe(
      'FailedInRecoverEthAddress',
    )
  })
  test('error: no signature is left to take', () => {
    expect(runScript([op('GetSegregatedSignature')]).failure).toBe('StackUnderflow')
    expect(runScript([op('GetSegregatedWebAuthnSignature')]).failure).toBe(
      'InvalidWebAuthnPayload(org.alephium.serde.SerdeError$WrongFormat: Empty webauthn payload)',
    )
  })
})
