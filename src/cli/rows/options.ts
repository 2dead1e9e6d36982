import { GAS_MAX } from '../../kit/index.ts'
import type { Option, Values } from './row.ts'

/** Where the venue is, and how answers are wanted. */
export interface VenueOptions {
  readonly url: string | null
  readonly json: boolean
}

/** Which wallet signs. */
export interface WalletOptions {
  readonly walletFile: string | null
  readonly isDemo: boolean
}

/** Which wallet is looked at: an address, or that of a wallet that could sign. */
export interface WhoseOptions extends WalletOptions {
  readonly address: string | null
}

/** Of commands that send a transaction. */
export interface SendOptions extends WalletOptions, VenueOptions {
  /** Builds and checks, and leaves it at that. */
  readonly isDryRun: boolean
}

export const jsonOption: Option = { type: 'boolean', meaning: 'answer in JSON; so are errors, on stderr' }

export const venueOptions = {
  url: {
    type: 'string',
    value: 'url',
    meaning: 'where the venue is; SIBYL_URL, or this machine, without it',
  },
  json: jsonOption,
} as const satisfies Record<string, Option>

export const walletOptions = {
  wallet: {
    type: 'string',
    value: 'file',
    meaning:
      'a file with the private key: 64 hex digits, or JSON {"privateKey", "keyType"?}; SIBYL_WALLET_KEY without it',
  },
  demo: { type: 'boolean', meaning: 'the demo wallet of a venue on this machine, and its API key' },
} as const satisfies Record<string, Option>

export const sendOptions = {
  'dry-run': { type: 'boolean', meaning: 'build and check, sign nothing' },
  ...walletOptions,
  ...venueOptions,
} as const satisfies Record<string, Option>

export const demoOption: Option = {
  type: 'boolean',
  meaning: 'the demo’s API key of a venue on this machine; SIBYL_API_KEY without it',
}

export const limitOption: Option = {
  type: 'string',
  value: 'n',
  meaning: 'at most so many, 1 to 200; 50 without it',
}
const limitRange = { min: 1, max: 200 }

/** Null when it is no such number. */
export const limitOf = ({ limit }: Values): number | null => wholeNumber(limit ?? '50', limitRange)
export const limitSentence = '--limit is a whole number from 1 to 200'

export const venueOf = (values: Values): VenueOptions => ({
  url: text(values.url),
  json: values.json === true,
})
export const walletOf = (values: Values): WalletOptions => ({
  walletFile: text(values.wallet),
  isDemo: values.demo === true,
})
export const sendOf = (values: Values): SendOptions => ({
  isDryRun: values['dry-run'] === true,
  ...walletOf(values),
  ...venueOf(values),
})

export const gasOption = (without: number): Option => ({
  type: 'string',
  value: 'gas',
  meaning: `the most that one transaction may bring, 1 to ${GAS_MAX}, 10000000 are 1 ALPH; ${without} without it`,
})
export const gasOf = (value: Values[string], without: number): number | null =>
  wholeNumber(value ?? String(without), { min: 1, max: GAS_MAX })
export const gasSentence = `--max-gas is a whole number from 1 to ${GAS_MAX}`

export const text = (value: Values[string]): string | null => (typeof value === 'string' ? value : null)

export const tooMuch = (args: readonly string[]): string => `${args.join(' ')}: too much`

export const whichMarket = 'which market? by its number or its address'

export function wholeNumber(
  value: Values[string],
  { min, max }: { readonly min: number; readonly max: number },
): number | null {
  const number = typeof value === 'string' && /^[0-9]{1,10}$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max ? number : null
}

/** Whether it is an amount above 0, as fine as any token of a venue can be: its decimals are known later. */
export const isAmount = (text: string): boolean =>
  /^[0-9]{1,20}(?:\.[0-9]{1,18})?$/.test(text) && /[1-9]/.test(text)
