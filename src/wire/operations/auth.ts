import { operation } from '../operation.ts'
import { Challenge, ChallengeBody, KeyList, MintBody, MintedKey } from '../schemas/auth.ts'
import { KeyPath } from '../schemas/paths.ts'

export const createChallenge = operation({
  method: 'POST',
  path: '/v1/auth/challenge',
  tag: 'auth',
  summary: 'Ask for a text to sign',
  description: 'The text lives five minutes and mints one key. Several may be open for one wallet.',
  access: 'public',
  body: ChallengeBody,
  answer: Challenge,
  answerMeaning: 'the text and its end',
})

export const mintKey = operation({
  method: 'POST',
  path: '/v1/auth/keys',
  tag: 'auth',
  summary: 'Mint an API key with a signed challenge',
  description: 'Not idempotent: each call mints a key. The key’s text is in this answer and nowhere else.',
  access: 'public',
  body: MintBody,
  answer: MintedKey,
  answerMeaning: 'the new key',
  errors: ['INVALID_SIGNATURE', 'CHALLENGE_EXPIRED', 'STATE_CONFLICT'],
})

export const listKeys = operation({
  method: 'GET',
  path: '/v1/auth/keys',
  tag: 'auth',
  summary: 'The caller’s own keys',
  description: 'Newest first: the active ones and the newest 200 revoked. Never their secrets.',
  access: 'key',
  answer: KeyList,
  answerMeaning: 'the keys of the wallet that owns the key in use',
})

export const revokeKey = operation({
  method: 'DELETE',
  path: '/v1/auth/keys/{id}',
  tag: 'auth',
  summary: 'Revoke one of the caller’s keys',
  description:
    'Effective at once, on every replica. Revoking a key twice is fine; another wallet’s key is not found.',
  access: 'key',
  params: KeyPath,
  answerMeaning: 'revoked',
  errors: ['NOT_FOUND'],
})
