import { bytesToHex, type Random } from '../kit/index.ts'

export interface ChallengeFacts {
  /** PUBLIC_URL, from configuration and never from a request. */
  readonly publicUrl: string
  readonly networkId: number
  readonly address: string
  readonly nonce: string
  readonly issuedAtMs: number
  readonly expiresAtMs: number
}

export const createNonce = (random: Random): string => bytesToHex(random.bytes(32))

/** What a wallet shows before it signs: plain lines that say what for, where, and until when. Signed byte for byte. */
export const challengeText = (facts: ChallengeFacts): string =>
  [
    'Sibyl: sign this to create an API key for your wallet.',
    'This is not a transaction. It moves no funds and costs nothing.',
    '',
    `Host: ${facts.publicUrl}`,
    `Network: ${facts.networkId}`,
    `Address: ${facts.address}`,
    `Nonce: ${facts.nonce}`,
    `Issued: ${new Date(facts.issuedAtMs).toISOString()}`,
    `Expires: ${new Date(facts.expiresAtMs).toISOString()}`,
  ].join('\n')
