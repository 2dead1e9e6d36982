/**
 * What the documents let a reader type: lines behind `$ ` in blocks marked `console`, and what is printed after each. A
 * block marked `console background` goes on while the reader types elsewhere, until a line `^C` ends it.
 */
export type Step =
  | { readonly kind: 'command'; readonly command: string; readonly expected: readonly string[] }
  | { readonly kind: 'background'; readonly command: string; readonly expected: readonly string[] }
  | { readonly kind: 'interrupt' }

export function parseConsole(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/^```console( background)?\n(.*?)^```$/gms)]
  return blocks.flatMap(([, background, body = '']) => {
    const kind = background === undefined ? 'command' : 'background'
    const steps: ({ kind: typeof kind; command: string; expected: string[] } | { kind: 'interrupt' })[] = []
    for (const line of body.trimEnd().split('\n')) {
      const last = steps.at(-1)
      if (line.startsWith('$ ')) steps.push({ kind, command: line.slice(2), expected: [] })
      else if (line === '^C') steps.push({ kind: 'interrupt' })
      else if (last === undefined || last.kind === 'interrupt')
        throw new Error(`a console block must begin with a command: ${line}`)
      else if (last.command.endsWith('\\')) last.command += `\n${line}`
      else last.expected.push(line)
    }
    return steps
  })
}

/** `…` stands for anything in a line, a line of nothing else for any lines; space at the ends of lines does not count. */
export function toPattern(lines: readonly string[], { isWhole }: { readonly isWhole: boolean }): RegExp {
  const body = lines
    .map((line) => (line.trim() === '…' ? '(?:.*\\n)*?' : `${escaped(line.trimEnd())}[ \\t]*\\n`))
    .join('')
  return new RegExp(isWhole ? `^${body}\\s*$` : `^(?:.*\\n)*?${body}`)
}

const escaped = (line: string): string =>
  line
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*?')
