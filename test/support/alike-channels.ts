/** Two channels that PostgreSQL's 64-bit hash does not tell apart; anybody finds such names in no time. */
export const alikeChannels = ['wallet:SDv6JA6LJa1jp41A1', 'wallet:keX8d5a124k11Ao5G'] as const
