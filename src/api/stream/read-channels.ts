import { parseChannel } from '../../wire/index.ts'
import { invalid } from '../errors/invalid.ts'
import type { ApiParts } from '../parts.ts'
import { rowMarket, rowWallet } from '../reads/wallet.ts'
import type { Place } from './hub.ts'

export const CHANNELS_MAX = 100

/** Channels as the feed names them: each once, wallets and markets as rows have them. */
export function readChannels(names: readonly string[], parts: ApiParts): string[] {
  const known = names.map((name) => {
    const channel = parseChannel(name)
    if (channel === null)
      throw invalid(
        'channels',
        name,
        'there is no such channel: markets, proposals, blocks, market:{address}, wallet:{address}, oracle:{address}, tx:{txId}',
      )
    const { kind, of } = channel
    if (of === null) return kind
    if (kind === 'tx') return `tx:${of}`
    // One that no row can have is told nothing, like a wallet nobody uses.
    return `${kind}:${(kind === 'wallet' ? rowWallet(of, parts) : rowMarket(of, parts)) || of}`
  })
  return [...new Set(known)]
}

export function assertRoom(channels: readonly string[]): void {
  if (channels.length > CHANNELS_MAX)
    throw invalid('channels', channels.length, `a connection has at most ${CHANNELS_MAX} channels`)
}

/** `epoch-seq`, as it stands in a message's id. */
export function readCursor(text: string, field: string): Place {
  const [, epoch, seq] = /^([0-9a-f]{8})-(0|[1-9][0-9]{0,15})$/.exec(text) ?? []
  if (epoch === undefined || seq === undefined)
    throw invalid(field, text, `${field} must be a message's id: epoch-seq, as in 1f0c2d3e-42`)
  return { epoch, seq: Number(seq) }
}
