import { sha256 } from '@noble/hashes/sha2.js'
import { attempt, ByteReader, invalid, wrongFormat } from '../bytecode/index.ts'
import { bytesToHex, concatBytes, utf8ToBytes } from '../kit/index.ts'
import { gas } from './gas-table.ts'
import { verifySecp256r1 } from './signature-checks.ts'

/** What a browser's authenticator signs instead of a hash, split around the challenge. */
export interface WebAuthnPayload {
  readonly authenticatorData: Uint8Array
  readonly clientDataPrefix: Uint8Array
  readonly clientDataSuffix: Uint8Array
}

const flagsAt = 32
const userPresentBit = 1
const chunkLength = 64
const typeField = '"type":"webauthn.get"'

/** Throws a SerdeError. Zeros behind the payload are padding. */
export function decodeWebAuthn(bytes: Uint8Array): WebAuthnPayload {
  const reader = new ByteReader(bytes)
  const payload = {
    authenticatorData: reader.byteString(),
    clientDataPrefix: reader.byteString(),
    clientDataSuffix: reader.byteString(),
  }
  if (reader.rest().some((byte) => byte !== 0)) {
    throw invalid(`Invalid webauthn payload: unexpected trailing bytes ${bytesToHex(reader.rest())}`)
  }
  if (((payload.authenticatorData[flagsAt] ?? 0) & userPresentBit) === 0) {
    throw invalid('Invalid UP bit in authenticator data')
  }
  if (![payload.clientDataPrefix, payload.clientDataSuffix].some(namesItsType)) {
    throw invalid('Invalid type in client data, expected webauthn.get')
  }
  return payload
}

const namesItsType = (clientData: Uint8Array): boolean =>
  Buffer.from(clientData.buffer, clientData.byteOffset, clientData.byteLength).includes(typeField)

export const webAuthnLength = (payload: WebAuthnPayload): number =>
  payload.authenticatorData.length + payload.clientDataPrefix.length + payload.clientDataSuffix.length

const publicKeyLength = 33
const signatureGas = 2_000

/** What proving an input with an authenticator costs. */
export const webAuthnUnlockGas = (payload: WebAuthnPayload): number =>
  gas.hash(publicKeyLength + webAuthnLength(payload)) + signatureGas

export function verifyWebAuthn(
  payload: WebAuthnPayload,
  challenge: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const encoded = utf8ToBytes(Buffer.from(challenge).toString('base64url'))
  const clientData = concatBytes(payload.clientDataPrefix, encoded, payload.clientDataSuffix)
  const message = sha256(concatBytes(payload.authenticatorData, sha256(clientData)))
  return verifySecp256r1(message, signature, publicKey)
}

/** Joins a payload that was cut into 64-byte signatures; the first starts with its length. Throws a SerdeError. */
export function joinWebAuthnChunks(next: () => Uint8Array | undefined): Uint8Array {
  const first = next()
  if (first === undefined) throw wrongFormat('Empty webauthn payload')
  const reader = new ByteReader(first)
  const length = attempt(() => reader.int())
  if (!length.ok) throw wrongFormat(`Failed to deserialize payload length: ${length.error.message}`)
  if (length.value <= 0) throw wrongFormat('Invalid payload length: must be positive')
  const parts = [reader.rest()]
  let missing = Math.trunc((length.value - reader.remaining + chunkLength - 1) / chunkLength)
  for (; missing !== 0; missing--) {
    const chunk = next()
    if (chunk === undefined) throw wrongFormat('Incomplete webauthn payload: missing chunks')
    parts.push(chunk)
  }
  return concatBytes(...parts)
}
