import { type ContractCommand, contractCommands } from './rows/contracts.ts'
import { type GovernCommand, governCommands } from './rows/govern.ts'
import { type KeyCommand, keyCommands } from './rows/keys.ts'
import { type LookCommand, lookCommands } from './rows/look.ts'
import { type OperatorCommand, operatorCommands } from './rows/operator.ts'
import type { CommandRow } from './rows/row.ts'
import { type ShellCommand, shellCommands } from './rows/shell.ts'
import { type TradeCommand, tradeCommands } from './rows/trade.ts'

/** What the command line asked for. */
export type Command = OperatorCommand | UserCommand
/** Commands of whoever does not run a venue. */
export type UserCommand =
  | LookCommand
  | TradeCommand
  | GovernCommand
  | KeyCommand
  | ContractCommand
  | ShellCommand
/** One of them. */
export type CommandOf<N extends UserCommand['name']> = Extract<UserCommand, { name: N }>

/** One of those of whoever runs one. */
export type OperatorCommandOf<N extends OperatorCommand['name']> = Extract<OperatorCommand, { name: N }>

/** Every command there is, as the help lists them. */
export const commandTable: readonly {
  readonly title: string
  readonly rows: readonly CommandRow<Command>[]
}[] = [
  { title: 'For whoever runs a venue', rows: operatorCommands },
  { title: 'For whoever looks at one', rows: lookCommands },
  { title: 'For whoever trades there', rows: [...tradeCommands, ...keyCommands] },
  { title: 'For whoever decides there', rows: governCommands },
  { title: 'For whoever writes contracts', rows: contractCommands },
  { title: 'For the shell', rows: shellCommands },
]

export const commandRows: readonly CommandRow<Command>[] = commandTable.flatMap(({ rows }) => rows)

export const isOperators = (command: Command): command is OperatorCommand =>
  operatorCommands.some(({ words }) => words === command.name)
