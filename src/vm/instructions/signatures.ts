import { attempt, byteVec, decodeAll, readPublicKey, type TypedPublicKey } from '../../bytecode/index.ts'
import { concatBytes, hexToBytes } from '../../kit/index.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { gas } from '../gas-table.ts'
import {
  recoverEthereumAddress,
  type SignatureCheck,
  verifyEd25519,
  verifySchnorr,
  verifySecp256k1,
  verifySecp256r1,
} from '../signature-checks.ts'
import { decodeWebAuthn, joinWebAuthnChunks, verifyWebAuthn, webAuthnLength } from '../web-authn.ts'
import type { Handlers } from './family.ts'

const signatureLength = 64

const verifying =
  (keyLength: number, check: SignatureCheck) =>
  (frame: Frame): void => {
    const signature = checkedSignature(frame.popBytes())
    const publicKey = frame.popBytes()
    if (publicKey.length !== keyLength) halt(failures.InvalidPublicKey(publicKey))
    const data = popSignedData(frame)
    if (!check(data, signature, publicKey)) halt(failures.InvalidSignature(publicKey, data, signature))
  }

function checkedSignature(signature: Uint8Array): Uint8Array {
  if (signature.length !== signatureLength) halt(failures.InvalidSignatureFormat(signature))
  return signature
}

function popSignedData(frame: Frame): Uint8Array {
  const data = frame.popBytes()
  if (data.length !== 32) halt(failures.SignedDataIsNot32Bytes(data.length))
  return data
}

function verifyTxSignature(frame: Frame): void {
  const publicKey = frame.popBytes()
  if (publicKey.length !== 33) halt(failures.InvalidPublicKey(publicKey))
  const signature = frame.context.nextSignature()
  const txId = hexToBytes(frame.context.tx.txId)
  if (!verifySecp256k1(txId, signature, publicKey))
    halt(failures.InvalidSignature(publicKey, txId, signature))
}

/** Any of the four key types, named by a byte on top of the stack. */
function verifySignature(frame: Frame): void {
  const type = frame.popBytes()
  if (type.length !== 1) halt(failures.InvalidPublicKeyType(type))
  const signature = frame.popBytes()
  const typedKey = concatBytes(type, frame.popBytes())
  const key = attempt(() => decodeAll(typedKey, readPublicKey))
  if (!key.ok) halt(failures.InvalidPublicKey(typedKey))
  const data = popSignedData(frame)
  if (!isValidSignature(frame, key.value, signature, data)) {
    halt(failures.InvalidSignature(typedKey, data, signature))
  }
}

function isValidSignature(
  frame: Frame,
  { kind, key }: TypedPublicKey,
  signature: Uint8Array,
  data: Uint8Array,
): boolean {
  switch (kind) {
    case 'SecP256K1':
      return verifySecp256k1(data, checkedSignature(signature), key)
    case 'SecP256R1':
      return verifySecp256r1(data, checkedSignature(signature), key)
    case 'ED25519':
      return verifyEd25519(data, checkedSignature(signature), key)
    case 'WebAuthn':
      return isValidWebAuthn(frame, key, signature, data)
  }
}

/** The payload comes first, the 64 bytes of the signature last. */
function isValidWebAuthn(frame: Frame, key: Uint8Array, signature: Uint8Array, data: Uint8Array): boolean {
  if (signature.length < signatureLength) halt(failures.InvalidSignatureFormat(signature))
  const payload = attempt(() => decodeWebAuthn(signature.subarray(0, -signatureLength)))
  if (!payload.ok) halt(failures.InvalidWebAuthnPayload(payload.error))
  frame.context.meter.charge(gas.hash(webAuthnLength(payload.value)))
  return verifyWebAuthn(payload.value, data, signature.subarray(-signatureLength), key)
}

export const signatures = {
  VerifyTxSignature: verifyTxSignature,
  VerifySecP256K1: verifying(33, verifySecp256k1),
  VerifyED25519: verifying(32, verifyEd25519),
  VerifyBIP340Schnorr: verifying(32, verifySchnorr),
  VerifySignature: verifySignature,
  GetSegregatedSignature: (frame) => frame.push(byteVec(frame.context.nextSignature())),
  GetSegregatedWebAuthnSignature: (frame) => {
    const payload = attempt(() => joinWebAuthnChunks(() => frame.context.tryNextSignature()))
    if (!payload.ok) halt(failures.InvalidWebAuthnPayload(payload.error))
    frame.push(byteVec(concatBytes(payload.value, frame.context.nextSignature())))
  },
  EthEcRecover: (frame) => {
    const signature = frame.popBytes()
    const message = frame.popBytes()
    frame.push(
      byteVec(recoverEthereumAddress(message, signature) ?? halt(failures.FailedInRecoverEthAddress)),
    )
  },
} satisfies Partial<Handlers>

/** Stand-ins for gas estimation, when nobody has signed yet: they take what the real ones take and believe it. */
export const signatureMockups = {
  VerifyTxSignature: (frame) => {
    frame.popBytes()
    frame.context.nextSignature()
  },
  VerifySecP256K1: popThree,
  VerifyED25519: popThree,
  VerifyBIP340Schnorr: popThree,
  VerifySignature: (frame) => {
    frame.popBytes()
    popThree(frame)
  },
  GetSegregatedWebAuthnSignature: (frame) => frame.push(byteVec(frame.context.nextSignature())),
} satisfies Partial<Handlers>

function popThree(frame: Frame): void {
  for (let i = 0; i < 3; i++) frame.popBytes()
}
