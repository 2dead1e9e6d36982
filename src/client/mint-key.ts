import type { SignerProvider } from '../alephium/index.ts'
import type { MintedKey, MintRequest } from '../wire/index.ts'
import type { Client } from './create-client.ts'
import type { CallOptions } from './transport.ts'
import { trust } from './verify/untrusted.ts'

export interface MintOptions extends Pick<MintRequest, 'scopes' | 'expiresAt'> {
  readonly name: string
  /** The service's public address as the challenge must name it; a text for another service is then not signed. */
  readonly host?: string | undefined
}

/** What every challenge begins with, so that nothing but a challenge is signed. */
const FIRST_LINE = 'Sibyl: sign this to create an API key for your wallet.'

/** A text that was checked and waits for its signature. */
export interface PreparedKey {
  readonly challenge: string
  /** Has the wallet sign it, and mints. The key's text comes back once: keep it. */
  mint(): Promise<MintedKey>
}

/** Asks for a challenge and checks that it is one, so that somebody can read it before the wallet signs. */
export async function prepareKey(
  client: Client,
  signer: SignerProvider,
  { name, scopes, expiresAt, host, ...options }: MintOptions & CallOptions,
): Promise<PreparedKey> {
  const { address, publicKey, keyType } = await signer.getSelectedAccount()
  const { challenge } = await client.auth.challenge({ address }, options)
  const lines = challenge.split('\n')
  trust(lines[0] === FIRST_LINE, 'challenge', 'the text to sign is no challenge')
  trust(lines.includes(`Address: ${address}`), 'challenge', 'the challenge is for another wallet')
  trust(
    host === undefined || lines.includes(`Host: ${host}`),
    'challenge',
    'the challenge names another host',
  )
  return {
    challenge,
    async mint() {
      const { signature } = await signer.signMessage({
        signerAddress: address,
        signerKeyType: keyType,
        message: challenge,
        messageHasher: 'alephium',
      })
      return client.auth.mint(
        { address, publicKey, signature, name, challenge, scopes, expiresAt, keyType },
        options,
      )
    },
  }
}

/** Asks for a challenge, has the wallet sign it, and mints a key. */
export async function mintKey(
  client: Client,
  signer: SignerProvider,
  options: MintOptions & CallOptions,
): Promise<MintedKey> {
  return (await prepareKey(client, signer, options)).mint()
}
