import type { Config } from '../config/index.ts'
import type { CommandOf, UserCommand } from './command.ts'
import type { Terminal } from './user/terminal.ts'

/** What a user's command does; the exit code it answers is 0 unless it says otherwise. */
export type Program<C extends UserCommand> = (
  config: Config,
  command: C,
  terminal: Terminal,
  // biome-ignore lint/suspicious/noConfusingVoidType: most answer nothing
) => Promise<number | void>

/** A command's code is loaded when it is run: the whole house takes a second, a book or an order a third of that. */
export const programs: { readonly [N in UserCommand['name']]: () => Promise<Program<CommandOf<N>>> } = {
  async doctor() {
    const { doctor } = await import('./commands/doctor.ts')
    return (config, command, { say }) => doctor(config, { ...command, say })
  },
  status: async () => (await import('./commands/status.ts')).status,
  markets: async () => (await import('./commands/markets.ts')).markets,
  book: async () => (await import('./commands/book.ts')).book,
  watch: async () => (await import('./commands/watch.ts')).watch,
  quote: async () => (await import('./commands/quote.ts')).quote,
  balance: async () => (await import('./commands/balance.ts')).balance,
  portfolio: async () => (await import('./commands/portfolio.ts')).portfolio,
  positions: async () => (await import('./commands/positions.ts')).positions,
  orders: async () => (await import('./commands/orders.ts')).orders,
  order: async () => (await import('./commands/order.ts')).order,
  cancel: async () => (await import('./commands/cancel.ts')).cancel,
  settle: async () => (await import('./commands/settle.ts')).settle,
  make: async () => (await import('./commands/make.ts')).make,
  stake: async () => (await import('./commands/stake.ts')).stake,
  propose: async () => (await import('./commands/propose.ts')).propose,
  vote: async () => (await import('./commands/vote.ts')).vote,
  commit: async () => (await import('./commands/commit.ts')).commit,
  reveal: async () => (await import('./commands/reveal.ts')).reveal,
  completion: async () => (await import('./commands/completion.ts')).completion,
  'keys mint': async () => (await import('./commands/mint-key.ts')).mintKey,
  'keys list': async () => (await import('./commands/list-keys.ts')).listKeys,
  'keys revoke': async () => (await import('./commands/revoke-key.ts')).revokeKey,
  'ralph compile': ralphProgram,
  'ralph check': ralphProgram,
}

async function ralphProgram(): Promise<Program<CommandOf<'ralph compile' | 'ralph check'>>> {
  const { ralph } = await import('./commands/ralph.ts')
  return async (_, command, terminal) => ralph(command, terminal)
}
