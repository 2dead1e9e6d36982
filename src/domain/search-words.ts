const wordPattern = /[\p{L}\p{N}]{2,}/gu

/** Longer ones are no words anybody types. */
const WORD_LENGTH_MAX = 40

/** The different words of some texts in lower case: what a misspelt query is compared with. */
export function searchWordsOf(texts: readonly (string | null)[]): readonly string[] {
  const words = new Set<string>()
  for (const text of texts)
    for (const [word] of (text ?? '').toLowerCase().matchAll(wordPattern))
      if (word.length <= WORD_LENGTH_MAX) words.add(word)
  return [...words]
}
