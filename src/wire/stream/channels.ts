import { ADDRESS_PATTERN } from '../schemas/fields.ts'

/** Channels of a fixed name. */
export const plainChannels = ['markets', 'proposals', 'blocks'] as const

/** Channels of one thing: `market:{address}`. The address of a groupless wallet may go without its group. */
export const channelKinds = ['market', 'wallet', 'oracle', 'tx'] as const

/** Reaches every connection, whatever it subscribed to. */
export const everyChannel = '*'

export type ChannelKind = (typeof channelKinds)[number]

export interface ParsedChannel {
  readonly kind: (typeof plainChannels)[number] | ChannelKind
  /** Null for a channel of a fixed name. */
  readonly of: string | null
}

const address = new RegExp(ADDRESS_PATTERN)
const txId = /^[0-9a-f]{64}$/
const addressLength = { min: 30, max: 80 }

/** Null when there is no such channel. */
export function parseChannel(text: string): ParsedChannel | null {
  const plain = plainChannels.find((name) => name === text)
  if (plain !== undefined) return { kind: plain, of: null }
  const colon = text.indexOf(':')
  const kind = channelKinds.find((name) => name === text.slice(0, colon))
  if (kind === undefined) return null
  const of = text.slice(colon + 1)
  const fits =
    kind === 'tx'
      ? txId.test(of)
      : of.length >= addressLength.min && of.length <= addressLength.max && address.test(of)
  return fits ? { kind, of } : null
}
