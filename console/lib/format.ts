import { formatAmount } from './amount.ts'

/** Large amounts for cards: 1.2k, 3.4M. */
export function shortMoney(units: string | bigint, decimals: number): string {
  const whole = Number(BigInt(units) / 10n ** BigInt(decimals))
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(whole)
}

const spans: readonly (readonly [name: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
]

/** "3 d 4 h", the two largest parts, or only the largest. */
export function duration(ms: number, partsMax = 2): string {
  let rest = Math.max(0, ms)
  const parts: string[] = []
  for (const [name, size] of spans) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${name}`)
    if (parts.length === partsMax) break
  }
  return parts.join(' ') || '0 s'
}

/** A day and its minute; everywhere by 24 hours, so that two times on a page read alike. */
export const localTime = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })

/** The same to the second, for a clock. */
export const exactTime = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })

/** Today by the second, before by the day: for narrow columns. */
export function shortTime(iso: string, now = new Date()): string {
  const time = new Date(iso)
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return time.toDateString() === now.toDateString()
    ? time.toLocaleTimeString(undefined, { ...clock, second: '2-digit' })
    : time.toLocaleString(undefined, { month: 'short', day: 'numeric', ...clock })
}

/** The same with its zone, for hovering. */
export const zonedTime = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { timeZoneName: 'long' })

export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** Thousandths as a person says them: cents of a share that pays one. */
export const cents = (price: number | null): string => (price === null ? '–' : (price / 10).toFixed(1))

/** The same with its sign, where no heading says what the number is. */
export const centPrice = (price: number | null): string => (price === null ? '–' : `${cents(price)}¢`)

/** With its sign, as gains and losses are written. */
export const signedAmount = (units: bigint, decimals: number): string =>
  `${units < 0n ? '−' : '+'}${formatAmount(units < 0n ? -units : units, decimals)}`
