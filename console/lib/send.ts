import { signal } from '@preact/signals'
import type { TradeFacts, TradeRequest, VerifiedBuild } from 'sibyl/client'
import { SibylError } from 'sibyl/client'
import { connection, walletRevision } from './wallet.ts'

/** One thing that waits for a person's yes, and then for the chain. */
export type Sending =
  | { readonly step: 'building'; readonly title: string }
  | {
      readonly step: 'asking'
      readonly title: string
      readonly words: readonly string[]
      readonly build: VerifiedBuild
      answer(yes: boolean): void
    }
  | { readonly step: 'signing' | 'waiting'; readonly title: string; readonly txId: string }
  | { readonly step: 'done'; readonly title: string; readonly txId: string }
  | {
      readonly step: 'failed'
      readonly title: string
      readonly trouble: string
      readonly hint: string | null
    }

export const sending = signal<Sending | null>(null)

/** Builds, checks in this browser, asks, signs, submits, waits until reads show it. True when a block has it. */
export async function send(
  title: string,
  request: TradeRequest,
  words: readonly string[],
  facts: TradeFacts = {},
): Promise<boolean> {
  const wallet = connection.value
  if (wallet === null) return false
  sending.value = { step: 'building', title }
  try {
    const build = await wallet.trader.build(request, facts)
    const yes = await new Promise<boolean>((answer) => {
      sending.value = { step: 'asking', title, words, build, answer }
    })
    if (!yes) {
      sending.value = null
      return false
    }
    const { txId } = build
    sending.value = { step: 'signing', title, txId }
    await wallet.submit(build)
    sending.value = { step: 'waiting', title, txId }
    await wallet.wait(txId)
    sending.value = { step: 'done', title, txId }
    walletRevision.value++
    return true
  } catch (error) {
    sending.value = { step: 'failed', title, ...troubleOf(error) }
    return false
  }
}

function troubleOf(error: unknown): { trouble: string; hint: string | null } {
  const trouble = error instanceof Error ? error.message : String(error)
  if (!(error instanceof SibylError)) return { trouble, hint: null }
  return { trouble, hint: hints[String(error.details.reason)] ?? hints[error.code] ?? null }
}

/** What to do about a refusal, by reason, else by code. */
const hints: Readonly<Record<string, string>> = {
  would_cross: 'A post-only order must not meet another: lower a buy, raise a sell, or let it take.',
  cannot_fill: 'The book does not hold that much at this price: ask for less, or leave fill-or-kill.',
  would_not_rest: 'What would wait in the book is less than one share: order more.',
  tier_too_low: 'Stake more in the vault first.',
  INSUFFICIENT_BALANCE: 'Get coins, or order less.',
  MARKET_CLOSED: 'Trading here has ended.',
  RATE_LIMITED: 'Wait a moment, then try again.',
}
