import { addressFromPublicKey, addressToBytes, publicKeyFromPrivateKey } from '../alephium/index.ts'
import { bytesToHex, createSeededRandom } from '../kit/index.ts'
import { groupOfLock } from '../transaction/index.ts'
import type { TestWallet } from './genesis.ts'

/** So many wallets of group 0, the same for the same text: further people for a devnet, whose keys everybody can know. */
export function accountsOf(seed: string, count: number): TestWallet[] {
  const random = createSeededRandom(`${seed}:accounts`)
  const wallets: TestWallet[] = []
  while (wallets.length < count) {
    const privateKey = bytesToHex(random.bytes(32))
    const publicKey = publicKeyFromPrivateKey(privateKey)
    const address = addressFromPublicKey(publicKey)
    const lock = bytesToHex(addressToBytes(address))
    const group = groupOfLock(lock)
    if (group === 0) wallets.push({ address, lock, publicKey, privateKey, group })
  }
  return wallets
}
