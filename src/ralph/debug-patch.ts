import DiffMatchPatch from 'diff-match-patch'

/** Long enough for any program people write; a shorter one would make the patch depend on the machine. */
const secondsMax = 5

/** How debug code differs from code: `=` so many letters stay, `-` so many go, `+` these come. */
export function debugPatch(code: string, debugCode: string): string {
  if (code === debugCode) return ''
  const differ = new DiffMatchPatch()
  differ.Diff_Timeout = secondsMax
  return differ
    .diff_main(code, debugCode)
    .map(([operation, text]) => {
      if (operation === DiffMatchPatch.DIFF_EQUAL) return `=${text.length}`
      return operation === DiffMatchPatch.DIFF_DELETE ? `-${text.length}` : `+${text}`
    })
    .join('')
}
