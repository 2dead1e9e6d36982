/**
 * What the pages of a channel are found by. Of transactions nearly every page speaks, and of each one once or twice: they
 * share one key, so that a block of many is one entry.
 */
export const pageKeyOf = (channel: string): string => (channel.startsWith('tx:') ? 'tx' : channel)

export const pageKeySql = (channel: string): string =>
  `case when ${channel} like 'tx:%' then 'tx' else ${channel} end`
