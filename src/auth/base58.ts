import { type Random, randomBelow } from '../kit/index.ts'

/** The chain's alphabet for text: no 0, O, I, l. */
export const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Drawn letter by letter without bias: 5.86 bits each. */
export function randomBase58(random: Random, length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += base58Alphabet[randomBelow(random, base58Alphabet.length)]
  return text
}
