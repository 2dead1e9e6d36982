import {
  demoOption,
  text,
  tooMuch,
  type VenueOptions,
  venueOf,
  venueOptions,
  type WalletOptions,
  walletOf,
  walletOptions,
} from './options.ts'
import type { CommandRow } from './row.ts'

/** Commands about a wallet's API keys. */
export type KeyCommand =
  | ({
      readonly name: 'keys mint'
      readonly keyName: string
      readonly scopes: readonly string[] | null
    } & WalletOptions &
      VenueOptions)
  | ({ readonly name: 'keys list'; readonly isDemo: boolean } & VenueOptions)
  | ({ readonly name: 'keys revoke'; readonly id: string; readonly isDemo: boolean } & VenueOptions)

export const keyCommands: readonly CommandRow<KeyCommand>[] = [
  {
    words: 'keys mint',
    summary: 'mint an API key by signing a challenge with a wallet; it is shown once',
    options: {
      name: { type: 'string', value: 'text', meaning: 'what the key is called; cli without it' },
      scopes: { type: 'string', value: 'read,write:tx', meaning: 'what it may do; both without it' },
      ...walletOptions,
      ...venueOptions,
    },
    read(args, values) {
      if (args.length > 0) return tooMuch(args)
      return {
        name: 'keys mint',
        keyName: text(values.name) ?? 'cli',
        scopes: text(values.scopes)?.split(',') ?? null,
        ...walletOf(values),
        ...venueOf(values),
      }
    },
  },
  {
    words: 'keys list',
    summary: 'list the API keys of the wallet that owns the one in use',
    options: { demo: demoOption, ...venueOptions },
    read: (args, values) =>
      args.length === 0
        ? { name: 'keys list', isDemo: values.demo === true, ...venueOf(values) }
        : tooMuch(args),
  },
  {
    words: 'keys revoke',
    arguments: '<id>',
    summary: 'revoke an API key of that wallet, at once and for good; `sibyl keys list` has the ids',
    options: { demo: demoOption, ...venueOptions },
    read([id, ...more], values) {
      if (id === undefined) return 'which key? by its id; `sibyl keys list` has them'
      if (more.length > 0) return tooMuch(more)
      return { name: 'keys revoke', id, isDemo: values.demo === true, ...venueOf(values) }
    },
  },
]
