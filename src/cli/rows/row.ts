/** What a user typed behind the words of a command. */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface Option {
  readonly type: 'string' | 'boolean'
  /** Whether it may be given several times. */
  readonly multiple?: boolean
  /** How its value is shown in the help. */
  readonly value?: string
  readonly meaning: string
}

/** One command: its words, its help, and how its arguments are read. */
export interface CommandRow<C> {
  readonly words: string
  /** What follows the words, as the help shows it. */
  readonly arguments?: string
  readonly summary: string
  readonly options?: Readonly<Record<string, Option>>
  /** The command, or a sentence about what is wrong. */
  readonly read: (args: readonly string[], values: Values) => C | string
}
