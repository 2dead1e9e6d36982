import { codec } from '../../../alephium/index.ts'
import { addressText } from '../../../bytecode/index.ts'
import { bytesToHex, hexToBytes } from '../../../kit/index.ts'
import { blake2b256, groupOfLock, type Payer } from '../../../transaction/index.ts'
import { badRequest } from '../../api-error.ts'
import { checkBuilt } from '../../build/check-built.ts'
import { buildGrouplessTransfer, payersInAllGroups } from '../../build/groupless.ts'
import { grouplessLock } from '../../build/payer.ts'
import { buildSweep } from '../../build/sweep.ts'
import { buildTransfer } from '../../build/transfer.ts'
import { grouplessMultisigHash } from '../../check-witnesses.ts'
import { integerOf, type JsonObject, listOf, optional, stringOf, withKeys } from '../json-body.ts'
import { bodyOf, type RouteContext, type RouteRequest } from '../request.ts'
import { builtView } from '../views.ts'
import { assetLockOf, gasAmountOf, gasPriceOf, groupIndexOf, hexOf, keyTypeOf } from '../wire-values.ts'
import { building, destinationsOf, paymentOf } from './build-requests.ts'
import { fundingView, simpleView, sweepRequestOf, sweepView } from './build-transfer.ts'

const KEYS_MAX = 16

export function postAddress(_: RouteContext, request: RouteRequest) {
  const body = withKeys(bodyOf(request), 'keys', 'mrequired')
  const keys = listOf(hexOf)(body.keys)
  const required = integerOf(body.mrequired)
  if (isGrouplessMultisig(body)) {
    const lock = grouplessMultisig(typedKeys(keys, body, 'keyTypes'), required, 0).lock
    return { address: addressText(lock).slice(0, -2) }
  }
  return { address: addressText(hashMultisigLock(keys, required)) }
}

function hashMultisigLock(keys: readonly string[], required: number): string {
  const wrong = keys.find((key) => key.length !== 66)
  if (wrong !== undefined) throw badRequest(`Invalid SecP256K1 public key: ${wrong}`)
  if (required < 1 || required > keys.length || keys.length > KEYS_MAX)
    throw badRequest('Invalid m-of-n multisig')
  return bytesToHex(
    codec.lockupScript.lockupScriptCodec.encode({
      kind: 'P2MPKH',
      value: { publicKeyHashes: keys.map((key) => blake2b256(hexToBytes(key))), m: required },
    }),
  )
}

const isGrouplessMultisig = (body: JsonObject): boolean =>
  optional(body, 'multiSigType', stringOf)?.toUpperCase() === 'P2HMPK'

type PublicKeyLike = codec.unlockScript.P2HMPK['publicKeys'][number]

const kinds = {
  default: 'SecP256K1',
  'gl-secp256k1': 'SecP256K1',
  'gl-secp256r1': 'SecP256R1',
  'gl-ed25519': 'ED25519',
  'gl-webauthn': 'WebAuthn',
} as const

function typedKeys(keys: readonly string[], body: JsonObject, typesKey: string): PublicKeyLike[] {
  if (keys.length === 0) throw badRequest('`keys` can not be empty')
  const types = optional(body, typesKey, listOf(keyTypeOf)) ?? keys.map(() => 'default' as const)
  if (types.length !== keys.length) throw badRequest('`keyTypes` length should be the same as `keys` length')
  return keys.map((key, index) => {
    const type = types[index]!
    const bytes = type === 'gl-ed25519' ? 32 : 33
    if (type === 'bip340-schnorr' || key.length !== bytes * 2)
      throw badRequest(`Invalid public key ${key} for keyType ${type}`)
    return { kind: kinds[type], value: hexToBytes(key) }
  })
}

function grouplessMultisig(keys: PublicKeyLike[], required: number, group: number | undefined): Payer {
  if (keys.length > KEYS_MAX)
    throw badRequest(`Too many public keys in P2HMPK: ${keys.length}, max is ${KEYS_MAX}`)
  if (required < 1 || required > keys.length)
    throw badRequest(`Invalid m in m-of-n multisig: m=${required}, n=${keys.length}`)
  return grouplessPayer(
    { publicKeys: keys, publicKeyIndexes: keys.slice(0, required).map((_, i) => i) },
    group,
  )
}

function grouplessPayer(unlock: codec.unlockScript.P2HMPK, group: number | undefined): Payer {
  const hash = grouplessMultisigHash(unlock)
  const encoded = codec.unlockScript.unlockScriptCodec.encode({ kind: 'P2HMPK', value: unlock })
  return { lock: grouplessLock('05', hash, group ?? hash.at(-1)! % 4), unlock: bytesToHex(encoded) }
}

/** Who pays: the multisig address and the keys that will sign. */
function multisigPayer(body: JsonObject): { readonly payer: Payer; readonly isGroupless: boolean } {
  const keys = listOf(hexOf)(body.fromPublicKeys)
  if (isGrouplessMultisig(body)) {
    const indexes = optional(body, 'fromPublicKeyIndexes', listOf(integerOf))
    if (indexes === undefined) throw badRequest('`fromPublicKeyIndexes` is required for P2HMPK multisig')
    const ascending = indexes.every(
      (index, i) => index >= 0 && index < keys.length && (i === 0 || indexes[i - 1]! < index),
    )
    if (indexes.length === 0) throw badRequest('Public key indexes can not be empty')
    if (!ascending)
      throw badRequest(
        'Public key indexes should be sorted in ascending order, each index should be in range [0, publicKeys.length)',
      )
    const publicKeys = typedKeys(keys, body, 'fromPublicKeyTypes')
    const group = optional(body, 'group', groupIndexOf)
    return { payer: grouplessPayer({ publicKeys, publicKeyIndexes: indexes }, group), isGroupless: true }
  }
  const lock = assetLockOf(body.fromAddress)
  return { payer: { lock, unlock: hashMultisigUnlock(lock, keys) }, isGroupless: false }
}

function hashMultisigUnlock(lock: string, keys: readonly string[]): string {
  const decoded = codec.lockupScript.lockupScriptCodec.decode(hexToBytes(lock))
  if (decoded.kind !== 'P2MPKH') throw badRequest('Invalid lockup script')
  const { m, publicKeyHashes } = decoded.value
  if (m !== keys.length) throw badRequest(`Invalid public key number. Expected ${m}, got ${keys.length}`)
  const hashes = publicKeyHashes.map(bytesToHex)
  const value = keys.map((key) => {
    const index = hashes.indexOf(bytesToHex(blake2b256(hexToBytes(key))))
    if (index < 0) throw badRequest(`Invalid public key: ${key}`)
    return { publicKey: hexToBytes(key), index }
  })
  return bytesToHex(codec.unlockScript.unlockScriptCodec.encode({ kind: 'P2MPKH', value }))
}

export function postBuild({ core }: RouteContext, request: RouteRequest) {
  const body = withKeys(bodyOf(request), 'fromAddress', 'fromPublicKeys', 'destinations')
  const { payer, isGroupless } = multisigPayer(body)
  const payments = destinationsOf(body).map(paymentOf)
  const gas = {
    gasAmount: optional(body, 'gas', gasAmountOf),
    gasPrice: optional(body, 'gasPrice', gasPriceOf),
  }
  if (!isGroupless)
    return simpleView(building(() => checkBuilt(buildTransfer(core, { payer, payments, ...gas }))))
  const built =
    body.group === undefined
      ? building(() => buildGrouplessTransfer(core, { payer, payments, ...gas }))
      : { tx: building(() => checkBuilt(buildTransfer(core, { payer, payments, ...gas }))), funding: [] }
  return { type: 'BuildGrouplessTransferTxResult', ...builtView(built.tx), ...fundingView(built.funding) }
}

export function postSweep({ core }: RouteContext, request: RouteRequest) {
  const body = withKeys(bodyOf(request), 'fromAddress', 'fromPublicKeys', 'toAddress')
  const { payer, isGroupless } = multisigPayer(body)
  const sweep = sweepRequestOf(body, payer)
  const payers = isGroupless && body.group === undefined ? payersInAllGroups(payer) : [payer]
  const built = building(() =>
    payers.flatMap((each) => buildSweep(core, { ...sweep, payer: each }).map(checkBuilt)),
  )
  return sweepView(built, groupOfLock(payer.lock), groupOfLock(sweep.to))
}
