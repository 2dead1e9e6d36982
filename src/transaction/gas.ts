import { codec } from '../alephium/index.ts'
import {
  ED25519_GAS,
  GAS_MIN,
  GAS_PER_INPUT,
  GAS_PER_OUTPUT,
  GAS_PER_TX,
  hexToBytes,
  SIGNATURE_GAS,
} from '../kit/index.ts'
import type { Payer } from './model.ts'

/** 2,000 + 30 + 6 per 8-byte word of 33 + 500: the payload of a passkey is not known before it signs, so 500 is assumed. */
const WEBAUTHN_GAS = 2_432

/** Gas of opening a P2SH coin; only a virtual machine knows it, so the caller brings one. */
export type ScriptUnlockGas = (unlock: string) => number

/** Without it, P2SH payers cannot be estimated: 0 would build transactions that always run out of gas. */
const unknownScript: ScriptUnlockGas = () => {
  throw new TypeError('the gas of a script lock needs an estimator')
}

/** Gas for proving ownership once; later inputs of the same payer say `same as previous` and are free of it. */
export function unlockGasOf(payer: Payer, scriptUnlockGas: ScriptUnlockGas = unknownScript): number {
  switch (payer.unlock.slice(0, 2)) {
    case '00':
    case '04':
      return SIGNATURE_GAS
    case '01':
      return SIGNATURE_GAS * decodedUnlock(payer, 'P2MPKH').value.length
    case '02':
      return scriptUnlockGas(payer.unlock)
    case '03':
      return 0
    case '05':
      return keyGas(Number(payer.lock.slice(2, 4)))
    case '06': {
      const { publicKeys, publicKeyIndexes } = decodedUnlock(payer, 'P2HMPK').value
      return publicKeyIndexes.reduce((sum, index) => sum + kindGas(publicKeys[index]?.kind), 0)
    }
    default:
      throw new TypeError('not an unlock script')
  }
}

/** Gas of everything but the script, never below what any transaction pays. */
export function baseGasOf(inputs: number, outputs: number, unlockGas: number): number {
  return Math.max(
    GAS_MIN,
    GAS_PER_TX + GAS_PER_OUTPUT * outputs + (inputs > 0 ? GAS_PER_INPUT * inputs + unlockGas : 0),
  )
}

const GAS_STEP = 5_000

/** The chain charges a script and each of its bytes before it runs them; a dry run does not count that. */
const SCRIPT_BASE_GAS = 200

/** What a script needs in a block that used so much in a dry run. Script as hex. */
export const scriptGasOf = (script: string, gasUsed: number): number =>
  gasUsed + script.length / 2 + SCRIPT_BASE_GAS

/**
 * Script gas for a transaction that waits in a wallet: the dry run's figure, a fifth more, up to the next 5,000.
 *
 * Running out of gas in a block loses the whole fee, and by then others may have grown the state a script walks through;
 * unused gas is lost too, but a fifth of a small fee is cheaper than one lost fee in a hundred. The step keeps the bytes
 * of a rebuilt transaction equal while the state drifts a little.
 */
export const scriptGasWithMargin = (simulatedGas: number): number =>
  Math.ceil((simulatedGas * 6) / 5 / GAS_STEP) * GAS_STEP

const gasOfKeyType = [SIGNATURE_GAS, SIGNATURE_GAS, ED25519_GAS, WEBAUTHN_GAS] as const
const keyKinds = ['SecP256K1', 'SecP256R1', 'ED25519', 'WebAuthn']

const keyGas = (type: number): number => gasOfKeyType[type] ?? SIGNATURE_GAS
const kindGas = (kind: string | undefined): number => keyGas(keyKinds.indexOf(kind ?? ''))

function decodedUnlock<K extends 'P2MPKH' | 'P2HMPK'>(payer: Payer, kind: K) {
  const unlock = codec.unlockScript.unlockScriptCodec.decode(hexToBytes(payer.unlock))
  if (unlock.kind !== kind) throw new TypeError(`not a ${kind} unlock script`)
  return unlock as Extract<codec.unlockScript.UnlockScript, { kind: K }> // the check above says so; TypeScript cannot narrow by a type parameter
}
