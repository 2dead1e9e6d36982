import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { codec } from '../alephium/index.ts'
import { attempt } from '../bytecode/index.ts'
import { bytesToHex, ED25519_GAS, hexToBytes, SIGNATURE_GAS } from '../kit/index.ts'
import { type AssetOutput, blake2b256, type UnsignedTx } from '../transaction/index.ts'
import {
  type BlockEnv,
  decodeWebAuthn,
  joinWebAuthnChunks,
  verifyWebAuthn,
  webAuthnUnlockGas,
} from '../vm/index.ts'
import { runUnlock } from './execution.ts'
import { InvalidTx } from './invalid-tx.ts'
import type { SignedTx } from './transaction.ts'

const KEYS_MAX = 16

interface Witnesses {
  readonly tx: SignedTx
  readonly inputs: readonly AssetOutput[]
  readonly block: BlockEnv
  /** Signatures not used yet, first to use last. */
  readonly signatures: Uint8Array[]
  gas: number
}

type PublicKeyLike = { readonly kind: string; readonly value: Uint8Array }

/**
 * Proof that every coin may be spent, and its gas. The first input and every change of owner must prove; an input of the
 * same lock with the same unlock, or `same as previous`, rides along. Signatures are used in order and none may be left.
 */
export function checkWitnesses(
  tx: SignedTx,
  inputs: readonly AssetOutput[],
  block: BlockEnv,
  gas: number,
): number {
  const signatures = tx.inputSignatures.map(hexToBytes).reverse()
  const witnesses: Witnesses = { tx, inputs, block, signatures, gas }
  for (const [index, input] of tx.unsigned.inputs.entries()) {
    const lock = inputs[index]!.lock
    if (index > 0 && lock === inputs[index - 1]!.lock && isSameUnlock(tx.unsigned, index)) continue
    checkUnlock(witnesses, lock, input.unlock)
  }
  if (signatures.length > 0) throw new InvalidTx('TooManyInputSignatures')
  return witnesses.gas
}

const isSameUnlock = (unsigned: UnsignedTx, index: number): boolean => {
  const { unlock } = unsigned.inputs[index]!
  return unlock === '03' || unlock === unsigned.inputs[index - 1]!.unlock
}

function checkUnlock(witnesses: Witnesses, lock: string, unlockHex: string): void {
  const unlock = codec.unlockScript.unlockScriptCodec.decode(hexToBytes(unlockHex))
  const locked = codec.lockupScript.lockupScriptCodec.decode(hexToBytes(lock))
  if (locked.kind === 'P2PKH' && unlock.kind === 'P2PKH') {
    checkKeyHash(unlock.value, locked.value)
    checkSignature(witnesses, { kind: 'SecP256K1', value: unlock.value })
  } else if (locked.kind === 'P2MPKH' && unlock.kind === 'P2MPKH') {
    checkMultisig(witnesses, locked.value, unlock.value)
  } else if (locked.kind === 'P2SH' && unlock.kind === 'P2SH') {
    checkScript(witnesses, locked.value, unlock.value)
  } else if (locked.kind === 'P2PK' && unlock.kind === 'P2PK') {
    checkSignature(witnesses, locked.value.publicKeyLike)
  } else if (locked.kind === 'P2HMPK' && unlock.kind === 'P2HMPK') {
    checkGrouplessMultisig(witnesses, locked.value.hash, unlock.value)
  } else throw new InvalidTx('InvalidUnlockScriptType')
}

function checkKeyHash(key: Uint8Array, hash: Uint8Array): void {
  if (bytesToHex(blake2b256(key)) !== bytesToHex(hash)) throw new InvalidTx('InvalidPublicKeyHash')
}

function checkMultisig(
  witnesses: Witnesses,
  lock: codec.lockupScript.P2MPKH,
  keys: codec.unlockScript.P2MPKH,
): void {
  if (keys.length !== lock.m) throw new InvalidTx('InvalidNumberOfPublicKey')
  const ascending = keys.every((key, i) => key.index >= 0 && (i === 0 || keys[i - 1]!.index < key.index))
  if (!ascending) throw new InvalidTx('InvalidP2mpkhUnlockScript')
  for (const { publicKey, index } of keys) {
    const hash = lock.publicKeyHashes[index]
    if (hash === undefined) throw new InvalidTx('InvalidP2mpkhUnlockScript')
    checkKeyHash(publicKey, hash)
    checkSignature(witnesses, { kind: 'SecP256K1', value: publicKey })
  }
}

function checkGrouplessMultisig(
  witnesses: Witnesses,
  hash: Uint8Array,
  unlock: codec.unlockScript.P2HMPK,
): void {
  if (bytesToHex(grouplessMultisigHash(unlock)) !== bytesToHex(hash)) throw new InvalidTx('InvalidP2hmpkHash')
  if (unlock.publicKeys.length > KEYS_MAX) throw new InvalidTx('TooManyKeysInMultisig')
  for (const index of unlock.publicKeyIndexes) {
    const key = unlock.publicKeys[index]
    if (key === undefined) throw new InvalidTx('InvalidP2hmpkHash')
    checkSignature(witnesses, key)
  }
}

/** Hash of the lock's prefix, all keys, and how many must sign. */
export function grouplessMultisigHash(unlock: codec.unlockScript.P2HMPK): Uint8Array {
  const encoded = codec.unlockScript.unlockScriptCodec.encode({
    kind: 'P2HMPK',
    value: { publicKeys: unlock.publicKeys, publicKeyIndexes: [] },
  })
  const keys = encoded.slice(1, -1)
  const required = codec.i32Codec.encode(unlock.publicKeyIndexes.length)
  return blake2b256(new Uint8Array([5, ...keys, ...required]))
}

function checkScript(witnesses: Witnesses, hash: Uint8Array, unlock: codec.unlockScript.P2SH): void {
  const script = codec.script.scriptCodec.encode(unlock.script)
  if (bytesToHex(blake2b256(script)) !== bytesToHex(hash)) throw new InvalidTx('InvalidScriptHash')
  witnesses.gas = runUnlock({
    block: witnesses.block,
    tx: witnesses.tx,
    inputs: witnesses.inputs,
    script,
    params: codec.val.valsCodec.encode(unlock.params),
    signatures: witnesses.signatures,
    gas: witnesses.gas,
  })
}

function checkSignature(witnesses: Witnesses, key: PublicKeyLike): void {
  const message = hexToBytes(witnesses.tx.txId)
  if (key.kind === 'WebAuthn') {
    checkWebAuthn(witnesses, key.value, message)
    return
  }
  const signature = witnesses.signatures.pop()
  if (signature === undefined) throw new InvalidTx('NotEnoughSignature')
  if (!isSignedBy(key, message, signature)) throw new InvalidTx('InvalidSignature')
  charge(witnesses, key.kind === 'ED25519' ? ED25519_GAS : SIGNATURE_GAS)
}

function charge(witnesses: Witnesses, gas: number): void {
  witnesses.gas -= gas
  if (witnesses.gas < 0) throw new InvalidTx('OutOfGas')
}

/** What the authenticator signed comes first, cut into pieces as long as a signature; then its signature. */
function checkWebAuthn(witnesses: Witnesses, key: Uint8Array, message: Uint8Array): void {
  const payload = attempt(() => decodeWebAuthn(joinWebAuthnChunks(() => witnesses.signatures.pop())))
  if (!payload.ok) throw new InvalidTx(`InvalidWebauthnPayload(${payload.error})`)
  const signature = witnesses.signatures.pop()
  if (signature === undefined) throw new InvalidTx('NotEnoughSignature')
  if (!verifyWebAuthn(payload.value, message, signature, key)) throw new InvalidTx('InvalidSignature')
  charge(witnesses, webAuthnUnlockGas(payload.value))
}

/** Malformed keys and signatures, and signatures with a high s, are simply not signatures. */
export function isSignedBy(key: PublicKeyLike, message: Uint8Array, signature: Uint8Array): boolean {
  const options = { prehash: false, lowS: true } as const
  try {
    if (key.kind === 'SecP256K1') return secp256k1.verify(signature, message, key.value, options)
    if (key.kind === 'SecP256R1') return p256.verify(signature, message, key.value, options)
    if (key.kind === 'ED25519') return ed25519.verify(signature, message, key.value)
    return false
  } catch {
    return false
  }
}
