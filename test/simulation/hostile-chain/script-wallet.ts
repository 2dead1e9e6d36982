import { addressText, encodeMethods } from '../../../src/bytecode/index.ts'
import { bytesToHex, type Random } from '../../../src/kit/index.ts'
import { blake2b256, groupOfLock } from '../../../src/transaction/index.ts'
import { bytes, method, op } from '../../support/vm-program.ts'
import type { MultisigWallet } from './multisig-wallet.ts'

/** A wallet whose lock is a script that lets anybody pass: no key, no signature. In group 0. */
export function newScriptWallet(random: Random): MultisigWallet {
  for (;;) {
    const script = encodeMethods([method([bytes(bytesToHex(random.bytes(32))), op('Pop')])])
    const lock = `02${bytesToHex(blake2b256(script))}`
    if (groupOfLock(lock) !== 0) continue
    return {
      address: addressText(lock),
      payer: { lock, unlock: `02${bytesToHex(script)}00` },
      signatures: () => [],
    }
  }
}
