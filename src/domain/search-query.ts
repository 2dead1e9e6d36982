/**
 * A search as people write it, rewritten for the database's websearch syntax, which knows quotes, OR and a leading
 * minus but reads AND and NOT as words to find. Outside quotes AND is dropped and NOT becomes a minus.
 */
export function toWebsearch(query: string): string {
  let out = ''
  let negate = false
  for (const token of tokensOf(query)) {
    if (token === 'AND') continue
    if (token === 'NOT') {
      negate = true
      continue
    }
    const alreadyNegated = token.startsWith('-')
    out += `${out === '' ? '' : ' '}${negate && !alreadyNegated ? '-' : ''}${token}`
    negate = false
  }
  return out
}

/** Words in lower case that a search asks for, without operators and without what it excludes; for typo matching. */
export function positiveWordsOf(query: string): readonly string[] {
  const words = new Set<string>()
  for (const token of tokensOf(toWebsearch(query))) {
    if (token.startsWith('-') || token === 'OR') continue
    for (const [word] of token.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) words.add(word)
  }
  return [...words]
}

/** What a search excludes, as a search of its own in the database's websearch syntax; empty when it excludes nothing. */
export const exclusionsOf = (query: string): string =>
  tokensOf(toWebsearch(query))
    .filter((token) => token.startsWith('-'))
    .join(' ')

/**
 * Of a search that only excludes (`-bitcoin -"interest rates"`), the search for what it excludes, in the database's
 * websearch syntax; null for every other search. What an exclusion leaves is nearly everything, so its number is found
 * by counting what it takes away.
 */
export function excludedBy(websearch: string): string | null {
  const tokens = tokensOf(websearch)
  if (tokens.length === 0 || !tokens.every((token) => plainExclusion.test(token))) return null
  const excluded = tokens.map((token) => token.slice(1))
  return excluded.some((token) => /^or$/i.test(token)) ? null : excluded.join(' or ')
}

/** Only texts that the database surely reads as we do. */
const plainExclusion = /^-(?:[\p{L}\p{N}]+|"[\p{L}\p{N} ]+")$/u

/** Quoted phrases (with a leading minus, if any) stay whole; an unbalanced quote reaches to the end. */
const tokensOf = (query: string): readonly string[] => query.match(/-?"[^"]*"?|[^\s"]+/gu) ?? []
