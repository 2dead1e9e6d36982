import type { Client } from '../../client/index.ts'
import { ConfigError } from '../../config/index.ts'
import type { Cell } from './table.ts'

/** How amounts of one token are read and written. Base units are digits, as answers have them. */
export interface Amounts {
  /** `2.5` → its base units; what is finer than the token is refused. */
  unitsOf(text: string): string
  /** As people write them, two decimals, rounded towards 0: 1,234.50. A trace is `<0.01`. */
  amountOf(units: string): string
  /** The same with its sign in front, and marked. */
  profitOf(units: string): Cell
  /** To the last unit, at least two decimals: what is listed so adds up. */
  exactAmountOf(units: string): string
  /** The same for a column: as many decimals as the longest has. */
  exactAmountsOf(column: readonly string[]): string[]
}

/** Of shares and collateral, which have the same decimals, at a venue. */
export async function amountsAt(
  client: Client,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Amounts> {
  const { tokens } = await client.status(options)
  return amountsWith(tokens.collateral.decimals)
}

/** 10^77 is the last power of ten that the chain's numbers hold. */
const DECIMALS_MAX = 77

export function amountsWith(decimals: number): Amounts {
  if (!(Number.isInteger(decimals) && decimals >= 0 && decimals <= DECIMALS_MAX))
    throw new ConfigError([`the venue answered with a token of ${decimals} decimals`])
  const one = 10n ** BigInt(decimals)

  const amountOf = (units: string): string => {
    const [sign, value] = signed(units)
    const hundredths = (value * 100n) / one
    if (hundredths === 0n && value > 0n) return sign === '' ? '<0.01' : '>-0.01'
    return `${sign}${wholeOf(hundredths / 100n)}.${String(hundredths % 100n).padStart(2, '0')}`
  }
  const exactAmountOf = (units: string): string => {
    const [sign, value] = signed(units)
    const fraction = String(value % one)
      .padStart(decimals, '0')
      .replace(/0+$/, '')
      .padEnd(2, '0')
    return `${sign}${wholeOf(value / one)}.${fraction}`
  }
  return {
    unitsOf(text) {
      const [whole = '', fraction = ''] = text.split('.')
      if (fraction.length > decimals)
        throw new ConfigError([`${text} has ${fraction.length} decimals, and the token has ${decimals}`])
      return String(BigInt(whole + fraction.padEnd(decimals, '0')))
    },
    amountOf,
    profitOf(units) {
      const value = numberOf(units)
      if (value === 0n) return amountOf(units)
      return value > 0n ? [`+${amountOf(units)}`, 'good'] : [amountOf(units), 'bad']
    },
    exactAmountOf,
    exactAmountsOf: (column) => withPointsInLine(column.map(exactAmountOf)),
  }
}

/** Amounts of a column, filled up so that their points stand below each other. */
export function withPointsInLine(shown: readonly string[]): string[] {
  const decimalsOf = (text: string): number => text.length - text.indexOf('.')
  const most = Math.max(0, ...shown.map(decimalsOf))
  return shown.map((text) => text.padEnd(text.length + most - decimalsOf(text), '0'))
}

function signed(units: string): readonly [sign: string, value: bigint] {
  const value = numberOf(units)
  return value < 0n ? ['-', -value] : ['', value]
}

/** Base units as a venue or its node tells them. */
function numberOf(units: string): bigint {
  if (/^-?[0-9]{1,78}$/.test(units)) return BigInt(units)
  throw new ConfigError(['the venue answered with an amount that is no number'])
}

const wholeOf = (whole: bigint): string => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',')
