import { addressFromPublicKey, groupOfAddress, publicKeyFromPrivateKey, sign } from '../alephium/index.ts'
import { VENUE_GROUP } from '../deploy/index.ts'
import { bytesToHex, createSeededRandom } from '../kit/index.ts'

/** A wallet of the demo. Its key follows from its name, so everybody has it: worth something only on a devnet. */
export interface DemoWallet {
  readonly name: string
  readonly address: string
  readonly publicKey: string
  readonly privateKey: string
  readonly keyType: 'default' | 'gl-secp256k1'
  readonly sign: (txId: string) => string
}

interface Role {
  /** Whole stake tokens it locks in the vault. */
  readonly stake: bigint
  readonly keyType?: DemoWallet['keyType']
}

/**
 * Who plays. `demo` is the visitor's own wallet; after the history nobody else moves it. The next four propose and
 * vote, the two after them quote, then three who take, one of them groupless; the last two speak to the oracle.
 */
const roles = {
  demo: { stake: 60_000n },
  anna: { stake: 1_000_000n },
  bert: { stake: 833_333n },
  cara: { stake: 333_333n },
  dora: { stake: 166_667n },
  emil: { stake: 0n },
  fred: { stake: 0n },
  gina: { stake: 0n },
  hugo: { stake: 0n, keyType: 'gl-secp256k1' },
  iris: { stake: 0n },
  jana: { stake: 0n },
  karl: { stake: 0n },
} as const satisfies Record<string, Role>

export type RoleName = keyof typeof roles

export const roleNames = Object.keys(roles) as RoleName[] // the keys of a literal are its type's
export const stakeOf = (name: RoleName): bigint => roles[name].stake
/** Together they are a quorum of the oracle. */
export const jurors = ['anna', 'bert', 'cara', 'dora'] as const satisfies RoleName[]
export const makers = ['emil', 'fred'] as const satisfies RoleName[]
export const takers = ['gina', 'hugo', 'iris', 'demo'] as const satisfies RoleName[]

export function demoWallet(name: RoleName): DemoWallet {
  const role: Role = roles[name]
  const keyType = role.keyType ?? 'default'
  const random = createSeededRandom(`sibyl demo wallet ${name}`)
  for (;;) {
    const privateKey = bytesToHex(random.bytes(32))
    const publicKey = publicKeyFromPrivateKey(privateKey, keyType)
    const plain = addressFromPublicKey(publicKey, keyType)
    // A groupless wallet is in the venue's group when it says so; of other keys the first that falls there is taken.
    const address = keyType === 'default' ? plain : `${plain}:${VENUE_GROUP}`
    if (groupOfAddress(address) !== VENUE_GROUP) continue
    return { name, address, publicKey, privateKey, keyType, sign: (txId) => sign(txId, privateKey, keyType) }
  }
}
