import { addressFromPublicKey, groupOfAddress, type KeyType } from '@alephium/web3'
import { describe, expect, test } from 'vitest'
import { attachedAtto, contractsOfVenue, SPARE_DUST, unlockStake } from '../../src/bindings/index.ts'
import { type TxRequest, verifyBuild } from '../../src/client/index.ts'
import { isWallet, ONE, parseWallet, unlockOf } from '../../src/domain/index.ts'
import { assert, bytesToHex, createSeededRandom } from '../../src/kit/index.ts'
import { encodeUnsignedTx, hintOfLock, planScriptCall, txIdOf } from '../../src/transaction/index.ts'

const venue = {
  networkId: 4,
  venueId: `${'ab'.repeat(31)}00`,
  group: 0,
  collateralId: '22'.repeat(32),
  stakeTokenId: '33'.repeat(32),
  unit: ONE,
  bondMax: 10_000n * ONE,
}

/** A public key of this type whose wallet is in group 0: the address depends on the bytes alone. */
function publicKeyOf(keyType: KeyType): string {
  const random = createSeededRandom(keyType)
  const isShort = keyType === 'bip340-schnorr' || keyType === 'gl-ed25519'
  for (;;) {
    const publicKey = (isShort ? '' : '02') + bytesToHex(random.bytes(32))
    const address = addressFromPublicKey(publicKey, keyType)
    if (keyType.startsWith('gl-') || groupOfAddress(address) === 0) return publicKey
  }
}

describe('verifyBuild by kind of key', () => {
  test.each(['default', 'bip340-schnorr', 'gl-secp256k1', 'gl-secp256r1', 'gl-ed25519'] as const)(
    'default: a build for a %s wallet is believed',
    (keyType) => {
      const publicKey = publicKeyOf(keyType)
      const signerAddress = addressFromPublicKey(publicKey, keyType)
      const wallet = parseWallet(signerAddress, venue.group)
      assert(isWallet(wallet), 'a wallet')
      const call = unlockStake({
        vaultId: contractsOfVenue(venue.venueId).vault.id,
        amount: ONE,
        deadlineMs: 0,
      })
      const coins = ['11', '12'].map((byte) => ({
        hint: hintOfLock(wallet.lock),
        key: byte.repeat(32),
        amount: ONE,
        tokens: [],
      }))
      const { tx } = planScriptCall({
        networkId: venue.networkId,
        payer: { lock: wallet.lock, unlock: unlockOf(wallet, publicKey, keyType) },
        coins,
        call: {
          script: call.script,
          isPayable: true,
          approved: { alph: 0n, tokens: [] },
          extraAlph: SPARE_DUST,
        },
        scriptGas: 50_000,
        scriptUnlockGas: () => 2_400,
      })
      const bytes = encodeUnsignedTx(tx)
      const build = {
        unsignedTx: bytesToHex(bytes),
        txId: txIdOf(bytes),
        fromGroup: 0,
        toGroup: 0,
        gasAmount: tx.gasAmount,
        gasPrice: String(tx.gasPrice),
        collateralRequired: '0',
        attoNativeAmount: String(attachedAtto(call) + BigInt(tx.gasAmount) * tx.gasPrice),
        tokens: [],
      }
      const request: TxRequest = {
        kind: 'vaultUnlock',
        amount: String(ONE),
        signerAddress,
        signerPublicKey: publicKey,
      }
      const known = coins.map(({ key, amount, tokens }) => ({ key, attoAlph: amount, tokens }))
      expect(verifyBuild(request, build, { venue, coins: known }).txId).toBe(build.txId)
      expect(() => verifyBuild({ ...request, amount: '1' }, build, { venue })).toThrow('something else')
    },
  )
})
