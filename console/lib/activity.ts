import type { Client } from 'sibyl/client'

/** One thing a wallet did, or that was done to what it has. */
export type Activity = Awaited<ReturnType<Client['users']['activity']>>['activity'][number]

const phrases: Readonly<Partial<Record<Activity['type'], string>>> = {
  split: 'split money into shares',
  merged: 'merged shares into money',
  settled: 'were paid for shares',
  'fee-received': 'received a fee',
  'parlay-offered': 'offered a parlay',
  'parlay-taken': 'took a parlay',
  'parlay-refunded': 'got a parlay back',
  'parlay-settled': 'a parlay was decided',
  staked: 'staked',
  'unlock-started': 'unlocked stake',
  withdrawn: 'withdrew stake',
  slashed: 'lost stake',
  proposed: 'proposed a question',
  'deposit-refunded': 'got a deposit back',
  voted: 'voted for a question',
  'outcome-submitted': 'submitted an outcome',
  'outcome-disputed': 'disputed an outcome',
  'bond-settled': 'a bond was settled',
  'vote-committed': 'committed a vote',
  'vote-revealed': 'revealed a vote',
  'vote-rewarded': 'were rewarded for a vote',
  'native-bought': 'bought ALPH',
  'native-sold': 'sold ALPH',
  'liquidity-added': 'added liquidity',
  'liquidity-removed': 'removed liquidity',
}

/** What happened, in words; an order's side and outcome are said with it. */
export function phraseOf({ type, side, outcome }: Pick<Activity, 'type' | 'side' | 'outcome'>): string {
  const terms = side === null || outcome === null ? '' : ` ${side} ${outcome}`
  if (type === 'order-placed') return `ordered:${terms}`
  if (type === 'order-filled') return `${side === 'sell' ? 'sold' : 'bought'} ${outcome ?? ''}`
  if (type === 'order-cancelled') return `order ended:${terms}`
  if (type === 'order-released') return `order given back:${terms}`
  return phrases[type] ?? type
}

const columns = [
  'at',
  'type',
  'marketAddress',
  'orderId',
  'side',
  'outcome',
  'price',
  'quantity',
  'collateral',
  'fee',
  'native',
  'stake',
  'note',
  'txId',
] as const satisfies readonly (keyof Activity)[]

/** As a spreadsheet reads it; a text that would be a formula there is kept a text. */
export const activityAsCsv = (activity: readonly Activity[]): string =>
  [columns, ...activity.map((entry) => columns.map((name) => String(entry[name] ?? '')))]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')

/** A signed number is no formula. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-\d+$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
