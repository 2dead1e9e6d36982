/** What strangers wrote may hold what a terminal obeys; each such character is shown as one that it does not. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/gu, (each) =>
    each === '\t' ? each : '\ufffd',
  )
