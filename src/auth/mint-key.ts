import {
  type ApiKey,
  scopes as allScopes,
  conflict,
  isScope,
  type Scope,
  venueAddress,
} from '../domain/index.ts'
import { Refusal } from '../kit/index.ts'
import { countActiveApiKeys, findChallenge } from '../store/index.ts'
import { consumeChallenge, insertApiKey } from '../store/writes/auth.ts'
import type { MintedKey, MintRequest } from './auth.ts'
import { randomBase58 } from './base58.ts'
import { type AuthContext, activeKeysMax, challengeTriesMax } from './context.ts'
import { challengeEnded, endOf, findCandidates, findSignedChallenge } from './find-signed-challenge.ts'
import { invalidRequest } from './invalid-request.ts'
import { createKeyText, hashKeyText, shownPartOf } from './key-text.ts'
import {
  foreignKey,
  isKeyOfWallet,
  parseHex,
  parseKeyType,
  parseOwner,
  parsePublicKey,
} from './parse-owner.ts'

/**
 * A key for whoever can sign for the wallet. Cheap checks come first and the signature last; the challenge is used up in
 * the transaction that inserts the key, so that twenty calls with one signature make one key.
 */
export async function mintKey(context: AuthContext, request: MintRequest): Promise<MintedKey> {
  try {
    const minted = await mint(context, request)
    context.observe({ kind: 'key-minted', keyId: minted.record.id })
    return minted
  } catch (error) {
    if (error instanceof Refusal) {
      context.observe({ kind: 'mint-refused', reason: String(error.details.reason ?? error.code) })
    }
    throw error
  }
}

async function mint(context: AuthContext, request: MintRequest): Promise<MintedKey> {
  const wallet = parseOwner(request.address)
  parseKeyType(request.keyType)
  const publicKey = parsePublicKey(request.publicKey, wallet.keyType)
  const signature = parseHex('signature', request.signature)
  const name = parseName(request.name)
  const scopes = parseScopes(request.scopes)
  const expiresAtMs = parseExpiry(request.expiresAtMs, context.clock.nowMs())

  const by = {
    wallet: wallet.base,
    client: request.client,
    keyType: wallet.keyType,
    publicKey,
    signature,
    named: request.challenge,
  }
  const candidates = await findCandidates(context, by)
  // Whose challenges are all over is told so whatever the key; nobody mints with a key that is not the wallet's.
  const over = candidates.live.length === 0 ? candidates.ended[0] : undefined
  if (!isKeyOfWallet(publicKey, wallet, request.keyType)) {
    throw over ? challengeEnded(over.end) : foreignKey()
  }
  const challenge = await findSignedChallenge(context, by, candidates)

  const text = createKeyText(context.random)
  const nowMs = context.clock.nowMs()
  const record: ApiKey = {
    id: `key_${randomBase58(context.random, 20)}`,
    keyPrefix: shownPartOf(text),
    ownerAddress: venueAddress(wallet, context.group),
    ownerPublicKey: publicKey,
    name,
    scopes,
    createdAtMs: nowMs,
    expiresAtMs,
    lastUsedAtMs: null,
    revokedAtMs: null,
    limits: { reads: null, writes: null },
  }
  await context.database.transaction(async (tx) => {
    if (!(await consumeChallenge(tx, challenge.id, { nowMs, triesMax: challengeTriesMax }))) {
      const now = await findChallenge(tx, challenge.wallet, challenge.challenge)
      throw challengeEnded((now && endOf(now, nowMs)) ?? 'expired')
    }
    const active = await countActiveApiKeys(tx, publicKey, nowMs)
    if (active >= activeKeysMax) {
      throw conflict('key_limit', `the wallet has ${active} active keys; revoke one first`, {
        limit: activeKeysMax,
      })
    }
    await insertApiKey(tx, record, hashKeyText(text))
  })
  return { key: text, record }
}

const nameCharactersMax = 100

/** 1 to 100 characters, none of them a control character. Anything else is the owner's business, HTML included. */
function parseName(name: string): string {
  const characters = [...name].length
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (characters < 1 || characters > nameCharactersMax || /[\u0000-\u001f\u007f-\u009f]/.test(name)) {
    throw invalidRequest('name', name, `1 to ${nameCharactersMax} characters, no control characters`)
  }
  return name
}

function parseScopes(wanted: readonly string[] | undefined): readonly Scope[] {
  if (wanted === undefined) return allScopes
  const known = wanted.filter(isScope)
  if (wanted.length === 0 || known.length < wanted.length || new Set(known).size < known.length) {
    throw invalidRequest('scopes', wanted, `one or more of ${allScopes.join(', ')}, each once`)
  }
  return known
}

function parseExpiry(expiresAtMs: number | undefined, nowMs: number): number | null {
  if (expiresAtMs === undefined) return null
  if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs <= nowMs) {
    throw invalidRequest('expiresAt', expiresAtMs, 'must be in the future')
  }
  return expiresAtMs
}
