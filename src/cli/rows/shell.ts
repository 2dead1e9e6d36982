import { tooMuch } from './options.ts'
import type { CommandRow } from './row.ts'

export interface ShellCommand {
  readonly name: 'completion'
  readonly shell: (typeof shells)[number]
}

const shells = ['bash', 'zsh', 'fish'] as const

export const shellCommands: readonly CommandRow<ShellCommand>[] = [
  {
    words: 'completion',
    arguments: shells.join('|'),
    summary: 'print what completes these commands in a shell: source <(sibyl completion bash)',
    read([name, ...more]) {
      const shell = shells.find((each) => each === name)
      if (shell === undefined) return `which shell? one of ${shells.join(', ')}`
      return more.length > 0 ? tooMuch(more) : { name: 'completion', shell }
    },
  },
]
