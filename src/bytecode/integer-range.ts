/** The integers of the chain: 256 bits, with and without a sign, and the 32 bits of lengths and indexes. */
export const u256Max = (1n << 256n) - 1n
export const i256Max = (1n << 255n) - 1n
export const i256Min = -(1n << 255n)
export const int32Max = 0x7fffffff
