import { text, tooMuch } from './options.ts'
import type { CommandRow } from './row.ts'

export type ContractCommand =
  | { readonly name: 'ralph check'; readonly path: string }
  | {
      readonly name: 'ralph compile'
      readonly path: string
      /** Where artifacts are written; null: nowhere. */
      readonly out: string | null
      readonly json: boolean
    }

const sourceFolder = 'contracts'

/** Commands for people who write contracts; they need no venue. */
export const contractCommands: readonly CommandRow<ContractCommand>[] = [
  {
    words: 'ralph compile',
    arguments: '[folder]',
    summary: `compile the Ralph in a folder, ${sourceFolder} without one: names, sizes, code hashes`,
    options: {
      out: {
        type: 'string',
        value: 'folder',
        meaning: 'write one artifact for each contract and script there',
      },
      json: { type: 'boolean', meaning: 'answer as a node’s compile-project does' },
    },
    read([path = sourceFolder, ...more], { out, json }) {
      if (more.length > 0) return tooMuch(more)
      if (out === '') return '--out names a folder'
      return { name: 'ralph compile', path, out: text(out), json: json === true }
    },
  },
  {
    words: 'ralph check',
    arguments: '[folder]',
    summary: 'look for mistakes in the Ralph of a folder; 1 when there is one',
    read: ([path = sourceFolder, ...more]) =>
      more.length > 0 ? tooMuch(more) : { name: 'ralph check', path },
  },
]
