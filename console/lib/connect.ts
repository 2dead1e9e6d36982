import type { SignerProvider } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import {
  createTrader,
  mintKey,
  prepareKey,
  SibylError,
  sealVote,
  signAndSubmit,
  waitForTransaction,
} from 'sibyl/client'
import { api, apiWithKey } from './api.ts'
import type { Connection, StoredKey, Visit } from './connection.ts'
import { venue } from './venue.ts'

/** The play wallet's key: coins of a devnet only, which are worth nothing. */
const playKey = 'sibyl.play-wallet'

interface Extension extends SignerProvider {
  readonly connectedNetworkId?: unknown
  enable?(options: object): Promise<unknown>
}

/** Opens a wallet and has it sign one challenge, unless this tab still holds its key. */
export async function openConnection(
  kind: Connection['kind'],
  stored: StoredKey | null,
  visit: Visit,
): Promise<{ opened: Connection; key: { id: string; key: string } }> {
  const signer = kind === 'play' ? openPlayWallet() : await openExtension(visit)
  const address = await addressOf(signer)
  const key = stored?.address === address ? stored : await mintKey(api, signer, { name: 'console' })
  const client = apiWithKey(key.key, () => visit.onKeyGone(key.id))
  const trader = await createTrader({ client, signer })
  const { node } = trader
  const opened: Connection = {
    kind,
    address,
    trader,
    client,
    keyId: key.id,
    prepareKey: (wish) => prepareKey(api, signer, wish),
    seal: (ballot) => sealVote(trader.venue, { ...ballot, voterAddress: address }),
    async balance() {
      const { tokenBalances } = await node.addresses.getAddressesAddressBalance(address)
      const collateral = venue.peek()?.tokens.collateral.id
      return BigInt(tokenBalances?.find(({ id }) => id === collateral)?.amount ?? '0')
    },
    submit: (build) => signAndSubmit(build, { signer, node }),
    // Who disconnects or loses the key goes on waiting without it: what was sent is on its way.
    wait: (txId) =>
      waitForTransaction(client, txId, { node }).catch((error: unknown) => {
        if (error instanceof SibylError && error.code === 'UNAUTHORIZED')
          return waitForTransaction(api, txId, { node })
        throw error
      }),
  }
  return { opened, key: { id: key.id, key: key.key } }
}

/** An extension is a stranger's: it may answer anything. */
async function addressOf(signer: SignerProvider): Promise<string> {
  const account = (await signer.getSelectedAccount()) as { address?: unknown } | null | undefined
  if (typeof account?.address !== 'string' || account.address === '')
    throw new Error('the wallet does not say which account it uses')
  return account.address
}

/** A damaged key is replaced: its coins are worth nothing. */
function openPlayWallet(): PrivateKeyWallet {
  const kept = localStorage.getItem(playKey)
  const opened = kept === null ? null : walletOf(kept)
  if (opened !== null) return opened
  const privateKey = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  localStorage.setItem(playKey, privateKey)
  return new PrivateKeyWallet({ privateKey, keyType: 'gl-secp256k1' })
}

const privateKeyPattern = /^[0-9a-f]{64}$/

/** Not everything of that form is a key: zero is none, and neither is what lies behind the curve's order. */
function walletOf(privateKey: string): PrivateKeyWallet | null {
  if (!privateKeyPattern.test(privateKey)) return null
  try {
    return new PrivateKeyWallet({ privateKey, keyType: 'gl-secp256k1' })
  } catch {
    return null
  }
}

async function openExtension(visit: Visit): Promise<SignerProvider> {
  const extension = visit.extension as Extension | undefined
  if (extension === undefined) throw new Error('no Alephium wallet extension is in this browser')
  const { network } = await api.status()
  await extension.enable?.({
    networkId: network.name,
    addressGroup: network.group,
    onDisconnected: visit.onDisconnected,
  })
  const { connectedNetworkId } = extension
  if (connectedNetworkId !== undefined && connectedNetworkId !== network.name)
    throw new Error(`the wallet is on another network; switch it to ${network.name}`)
  return extension
}
