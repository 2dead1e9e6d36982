import { addressFromPublicKey, addressToBytes, publicKeyFromPrivateKey } from '../alephium/index.ts'
import { bytesToHex } from '../kit/index.ts'
import { groupOfLock } from '../transaction/index.ts'
import type { TestWallet } from './genesis.ts'

/** The SDK's four public devnet keys, one for each group: everybody knows them, so they are worth something only here. */
const testKeys = [
  'a642942e67258589cd2b1822c631506632db5a12aabcf413604e785300d762a5',
  'ec8c4e863e4027d5217c382bfc67bd2638f21d6f956653505229f1d242123a9a',
  'bd7dd0c4abd3cf8ba2d169c8320a2cc8bc8ab583b0db9a32d4352d6f5b15d037',
  '93ae1392f36a592aca154ea14e51b791c248beaea1b63117c57cc46d56e5f482',
]

/** The funded wallets of every devnet, in group order. */
export function testWallets(): TestWallet[] {
  return testKeys.map((privateKey) => {
    const publicKey = publicKeyFromPrivateKey(privateKey)
    const address = addressFromPublicKey(publicKey)
    const lock = bytesToHex(addressToBytes(address))
    return { address, lock, publicKey, privateKey, group: groupOfLock(lock) }
  })
}
