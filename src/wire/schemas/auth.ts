import * as Type from 'typebox'
import { keyTypes, scopes } from '../../domain/index.ts'
import { Address, Hex, Named, Nullable, Timestamp, Word } from './fields.ts'

const Scopes = Type.Array(Word(scopes, 'a scope'), {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  description: 'what the key may do; both when absent',
})

export const ChallengeBody = Named(
  'ChallengeRequest',
  { address: Address('the wallet that wants a key') },
  'whose challenge',
)

export const Challenge = Named(
  'Challenge',
  {
    challenge: Type.String({
      description: 'the text to sign, byte for byte, with the chain’s own message hasher',
    }),
    expiresAt: Timestamp('after this the challenge cannot be used'),
  },
  'a one-time text to sign',
)

export const MintBody = Named(
  'MintRequest',
  {
    address: Address('the wallet'),
    publicKey: Hex('the wallet’s public key', 65),
    signature: Hex('over the challenge', 1024),
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
      description: 'for you to tell your keys apart; no control characters',
    }),
    scopes: Type.Optional(Scopes),
    keyType: Type.Optional(
      Word(keyTypes, 'the type under which the public key yields the address; found out when absent'),
    ),
    challenge: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'the text as issued, when there are several',
      }),
    ),
    expiresAt: Type.Optional(Timestamp('when the key shall end by itself; never when absent')),
  },
  'the signed challenge and the key it asks for',
)

const keyFields = {
  id: Type.String({ description: 'names the key in lists and for revoking' }),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  keyPrefix: Type.String({ description: 'the first characters of the key' }),
  ownerAddress: Type.String({ description: 'the wallet that minted it' }),
  createdAt: Timestamp('when it was minted'),
  expiresAt: Nullable(Timestamp('when it ends by itself')),
  lastUsedAt: Nullable(Timestamp('last use, to the minute')),
  revokedAt: Nullable(Timestamp('when it was revoked')),
}

export const Key = Named('Key', keyFields, 'a key without its secret')

export const MintedKey = Named(
  'MintedKey',
  { key: Type.String({ description: 'the secret; shown here once and never again' }), ...keyFields },
  'a new key',
)

export const KeyList = Named('KeyList', { keys: Type.Array(Key) }, 'the wallet’s keys, newest first')
