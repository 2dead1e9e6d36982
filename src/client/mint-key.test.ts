import { hashMessage, verifySignedMessage } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { describe, expect, test } from 'vitest'
import { sampleAnswer } from '../../test/support/sample-answer.ts'
import { createClient } from './create-client.ts'
import { mintKey } from './mint-key.ts'
import { UntrustedBuild } from './verify/untrusted.ts'

const wallet = new PrivateKeyWallet({ privateKey: '11'.repeat(32) })
const challengeFor = (address: string, host = 'http://venue') =>
  [
    'Sibyl: sign this to create an API key for your wallet.',
    'This is not a transaction. It moves no funds and costs nothing.',
    '',
    `Host: ${host}`,
    'Network: 4',
    `Address: ${address}`,
  ].join('\n')

/** A service that issues this text and writes down what it is sent. */
function service(challenge: string) {
  const bodies: Record<string, unknown>[] = []
  const client = createClient({
    url: 'http://venue',
    fetch: async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      const answer = sampleAnswer('mintKey', { challenge, key: 'sibyl_live_x' })
      return new Response(JSON.stringify(answer))
    },
  })
  return { client, bodies }
}

describe('mintKey', () => {
  test('default: the challenge is signed and named', async () => {
    const challenge = challengeFor(wallet.address)
    const { client, bodies } = service(challenge)
    const options = { name: 'mine', scopes: ['read'], host: 'http://venue' } as const
    expect((await mintKey(client, wallet, options)).key).toBe('sibyl_live_x')
    const [asked, minted] = bodies
    expect(asked).toEqual({ address: wallet.address })
    expect(minted).toMatchObject({ address: wallet.address, name: 'mine', scopes: ['read'], challenge })
    const signature = String(minted?.signature)
    expect(verifySignedMessage(challenge, 'alephium', wallet.publicKey, signature)).toBe(true)
  })
  test.each([
    ['a transaction id in place of a text', hashMessage('x', 'alephium')],
    ['a challenge for another wallet', challengeFor('1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH')],
    ['a challenge of another service', challengeFor(wallet.address, 'http://phisher')],
  ])('error: %s is not signed', async (_, challenge) => {
    const { client, bodies } = service(challenge)
    const minting = mintKey(client, wallet, { name: 'mine', host: 'http://venue' })
    await expect(minting).rejects.toThrow(UntrustedBuild)
    expect(bodies).toHaveLength(1)
  })
})
