import { computed, signal } from '@preact/signals'
import type { TradeFacts, TradeRequest, VerifiedBuild } from 'sibyl/client'
import { SibylError } from 'sibyl/client'
import { connection, walletRevision } from './wallet.ts'
import { wordsOfError } from './words-of-error.ts'

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

interface Sheet {
  readonly id: number
  readonly now: Sending
}

/** The first is shown. What another has to say waits behind it: a question is never taken away unanswered. */
const sheets = signal<readonly Sheet[]>([])
export const sending = computed<Sending | null>(() => sheets.value[0]?.now ?? null)
let sheetCount = 0

/** Steps of a sheet that was left bring it back only when somebody has to know. */
function tell(id: number, now: Sending, isNews = false): void {
  if (isShown(id)) sheets.value = sheets.value.map((sheet) => (sheet.id === id ? { id, now } : sheet))
  else if (isNews) sheets.value = [...sheets.value, { id, now }]
}

const isShown = (id: number): boolean => sheets.value.some((sheet) => sheet.id === id)

function close(id: number): void {
  sheets.value = sheets.value.filter((sheet) => sheet.id !== id)
}

/** Leaves what is shown: a question is answered with no, what is under way goes on. */
export function leaveSheet(): void {
  const [shown] = sheets.value
  if (shown?.now.step === 'asking') shown.now.answer(false)
  else if (shown !== undefined) close(shown.id)
}

/** A form that is sent twice asks once. */
const isAsking = (): boolean =>
  sheets.value.some(({ now: { step } }) => step === 'building' || step === 'asking')

/**
 * Builds, checks in this browser, asks, signs, submits, waits until reads show it. The transaction once a
 * block has it, else null. `onYes` comes before the wallet is asked: whoever must keep something keeps it then.
 */
export async function send(
  title: string,
  request: TradeRequest,
  words: readonly string[],
  facts: TradeFacts = {},
  onYes: () => void = () => undefined,
): Promise<string | null> {
  const wallet = connection.value
  if (wallet === null || isAsking()) return null
  const id = ++sheetCount
  tell(id, { step: 'building', title }, true)
  let isSigned = false
  try {
    const build = await wallet.trader.build(request, facts)
    if (!isShown(id)) return null // left before there was anything to ask
    const yes = await new Promise<boolean>((answer) => {
      tell(id, { step: 'asking', title, words, build, answer })
    })
    if (!yes) {
      close(id)
      return null
    }
    const { txId } = build
    onYes()
    isSigned = true
    tell(id, { step: 'signing', title, txId })
    await wallet.submit(build)
    tell(id, { step: 'waiting', title, txId })
    await wallet.wait(txId)
    tell(id, { step: 'done', title, txId })
    walletRevision.value++
    return txId
  } catch (error) {
    tell(id, { step: 'failed', title, ...troubleOf(error) }, isSigned)
    return null
  }
}

function troubleOf(error: unknown): { trouble: string; hint: string | null } {
  const trouble = wordsOfError(error)
  if (!(error instanceof SibylError)) return { trouble, hint: coinsAreGone.test(trouble) ? buildAnew : null }
  return { trouble, hint: hints.get(String(error.details.reason)) ?? hints.get(error.code) ?? null }
}

/** What to do about a refusal, by reason, else by code. */
const hints: ReadonlyMap<string, string> = new Map(
  Object.entries({
    would_cross: 'A post-only order must not meet another: lower a buy, raise a sell, or let it take.',
    cannot_fill: 'The book does not hold that much at this price: ask for less, or leave fill-or-kill.',
    would_not_rest: 'What would wait in the book is less than one share: order more.',
    tier_too_low: 'Stake more in the vault first.',
    INSUFFICIENT_BALANCE: 'Get coins, or order less.',
    UNAUTHORIZED: 'Connect your wallet again.',
    MARKET_CLOSED: 'Trading here has ended.',
    RATE_LIMITED: 'Wait a moment, then try again.',
  }),
)

/** A node that does not know the coins: the chain reorganised, or another tab of this wallet was faster. */
const coinsAreGone = /NonExistInput|DoubleSpen/
const buildAnew = 'The coins it would spend are gone, so nothing happened. Ask for it again.'
