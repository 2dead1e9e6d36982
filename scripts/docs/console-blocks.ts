/** What the documents let a reader type: lines behind `$ ` in blocks marked `console`, and what is printed after each. */
export interface Step {
  readonly command: string
  readonly expected: readonly string[]
  /** It goes on while the reader does something else. */
  readonly isBackground: boolean
}

export function parseConsole(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/^```console( background)?\n(.*?)^```$/gms)]
  return blocks.flatMap(([, background, body = '']) => {
    const steps: { command: string; expected: string[]; isBackground: boolean }[] = []
    for (const line of body.trimEnd().split('\n')) {
      const last = steps.at(-1)
      if (line.startsWith('$ '))
        steps.push({ command: line.slice(2), expected: [], isBackground: background !== undefined })
      else if (last === undefined) throw new Error(`a console block must begin with a command: ${line}`)
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
