import {
  imageUrlFromBytes,
  metadataFromBytes,
  type ProposalLeg,
  type ProposalTexts,
  proposalBounds,
  textFromBytes,
} from '../domain/index.ts'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '../kit/index.ts'
import { bigEndian } from './entry-ids.ts'

/** How the texts of a proposal travel: one byte string each, empty when absent. */

export const textToHex = (text: string | null): string => (text === null ? '' : bytesToHex(utf8ToBytes(text)))

export const metadataToHex = (metadata: Readonly<Record<string, unknown>> | null): string =>
  metadata === null ? '' : textToHex(JSON.stringify(metadata))

/** Tags one after the other, each behind its length in one byte. */
export function tagsToHex(tags: readonly string[]): string {
  const parts = tags.map(utf8ToBytes).flatMap((tag) => [new Uint8Array([tag.length]), tag])
  return bytesToHex(concatBytes(...parts))
}

export interface LegTexts {
  readonly question: string
  readonly imageUrl: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
}

/** Legs one after the other: question, image and metadata, each behind its length in two bytes. */
export function legsToHex(legs: readonly LegTexts[]): string {
  const texts = legs.flatMap((leg) => [
    textToHex(leg.question),
    textToHex(leg.imageUrl),
    metadataToHex(leg.metadata),
  ])
  return texts.map((hex) => bytesToHex(bigEndian(hex.length / 2, 2)) + hex).join('')
}

interface RawTexts {
  readonly question: string
  readonly category: string
  readonly rules: string
  readonly resolutionSources: string
  readonly imageUrl: string
  readonly tags: string
  readonly metadata: string
}

/** Hex of anybody's making → texts that are safe to show. */
export function decodeTexts(raw: RawTexts): Omit<ProposalTexts, 'type' | 'proposalId'> {
  return {
    question: textFromBytes(hexToBytes(raw.question), proposalBounds.question),
    category: textFromBytes(hexToBytes(raw.category), proposalBounds.category),
    rules: textFromBytes(hexToBytes(raw.rules), proposalBounds.rules) || null,
    resolutionSources:
      textFromBytes(hexToBytes(raw.resolutionSources), proposalBounds.resolutionSources) || null,
    imageUrl: imageUrlFromBytes(hexToBytes(raw.imageUrl), proposalBounds.imageUrl),
    tags: decodeTags(hexToBytes(raw.tags)),
    metadata: metadataFromBytes(hexToBytes(raw.metadata), proposalBounds.metadata),
  }
}

export function decodeLeg(
  raw: Pick<RawTexts, 'question' | 'imageUrl' | 'metadata'>,
): Pick<ProposalLeg, 'question' | 'imageUrl' | 'metadata'> {
  return {
    question: textFromBytes(hexToBytes(raw.question), proposalBounds.question),
    imageUrl: imageUrlFromBytes(hexToBytes(raw.imageUrl), proposalBounds.imageUrl),
    metadata: metadataFromBytes(hexToBytes(raw.metadata), proposalBounds.legMetadata),
  }
}

/** Different, non-empty tags in their order; a length that points beyond the end takes what is there. */
function decodeTags(bytes: Uint8Array): string[] {
  const tags = new Set<string>()
  let at = 0
  while (at < bytes.length && tags.size < proposalBounds.tagCount) {
    const size = bytes[at] ?? 0
    const tag = textFromBytes(bytes.subarray(at + 1, at + 1 + size), proposalBounds.tag)
    if (tag !== '') tags.add(tag)
    at += 1 + size
  }
  return [...tags]
}
