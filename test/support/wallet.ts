import { randomBytes } from 'node:crypto'
import type { KeyType, MessageHasher } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import type { Answered, TestApi } from './api.ts'

/** A stock wallet with a key of its own. Group 0 unless it is groupless, where the group is nobody's choice. */
export function createWallet(keyType: KeyType = 'default'): PrivateKeyWallet {
  for (;;) {
    const wallet = new PrivateKeyWallet({ privateKey: randomBytes(32).toString('hex'), keyType })
    if (wallet.group === 0 || keyType.startsWith('gl-')) return wallet
  }
}

export function signMessage(
  wallet: PrivateKeyWallet,
  message: string,
  messageHasher: MessageHasher = 'alephium',
): Promise<string> {
  return wallet
    .signMessage({ signerAddress: wallet.address, message, messageHasher })
    .then(({ signature }) => signature)
}

export async function askChallenge(
  { request }: Pick<TestApi, 'request'>,
  address: string,
  options: { readonly remoteAddress?: string } = {},
): Promise<string> {
  const answer = await request('POST', '/v1/auth/challenge', { json: { address }, ...options })
  if (answer.status !== 200) throw new Error(answer.body)
  return answer.json().challenge
}

/** The body of a mint as a well-behaved client sends it. */
export async function mintBody(
  api: Pick<TestApi, 'request'>,
  wallet: PrivateKeyWallet,
  extra: object = {},
): Promise<Record<string, unknown>> {
  const challenge = await askChallenge(api, wallet.address)
  return {
    address: wallet.address,
    publicKey: wallet.publicKey,
    signature: await signMessage(wallet, challenge),
    name: 'test',
    ...extra,
  }
}

export async function tryMint(
  api: Pick<TestApi, 'request'>,
  wallet: PrivateKeyWallet,
  extra: object = {},
): Promise<Answered> {
  return api.request('POST', '/v1/auth/keys', { json: await mintBody(api, wallet, extra) })
}

/** A key for the wallet, through the interface. */
export async function mint(
  api: Pick<TestApi, 'request'>,
  wallet: PrivateKeyWallet,
  extra: object = {},
): Promise<{ key: string; id: string }> {
  const answer = await tryMint(api, wallet, extra)
  if (answer.status !== 200) throw new Error(answer.body)
  return answer.json()
}
