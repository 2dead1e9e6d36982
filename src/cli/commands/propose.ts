import type { TradeRequest } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { openSender, sendAndTell } from '../user/send.ts'
import type { Terminal } from '../user/terminal.ts'

/** Proposes a market, or an event with a market for each leg. */
export async function propose(
  config: Config,
  command: CommandOf<'propose'>,
  terminal: Terminal,
): Promise<void> {
  const sender = await openSender(config, command)
  await sendAndTell(sender, requestOf(command), {
    command,
    terminal,
    textOf: () => 'proposed; `sibyl vote` supports it while its voting period runs',
  })
}

function requestOf({
  question,
  legs,
  imageUrl,
  rules,
  sources,
  tags,
  category,
  endsAt,
}: CommandOf<'propose'>): TradeRequest {
  const common = {
    category,
    endsAt,
    ...(rules !== null && { rules }),
    ...(sources !== null && { resolutionSources: sources }),
    ...(tags.length > 0 && { tags: [...tags] }),
  }
  if (legs.length === 0)
    return { kind: 'proposeSingle', question, ...(imageUrl !== null && { imageUrl }), ...common }
  return {
    kind: 'proposeLinked',
    masterQuestion: question,
    ...(imageUrl !== null && { masterImageUrl: imageUrl }),
    legs: legs.map((leg) => ({ question: leg })),
    ...common,
  }
}
