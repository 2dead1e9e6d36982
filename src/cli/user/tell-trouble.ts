import {
  NetworkError,
  NodeError,
  type RepeatInfo,
  SibylError,
  TransactionFailed,
  UntrustedBuild,
} from '../../client/index.ts'
import { printable } from '../../kit/index.ts'

/**
 * What went wrong, in a sentence for the person at the keyboard; null for what nobody expected. Half of it is the venue's
 * own words, which a terminal may not obey.
 */
export function sentenceForUser(error: unknown): string | null {
  const sentence = sentenceOf(error)
  return sentence === null ? null : printable(sentence)
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof NetworkError) return `${error.message}: ${questions[error.trouble]}`
  if (error instanceof SibylError) return refusalSentence(error)
  if (error instanceof UntrustedBuild)
    return error.field === 'gasAmount'
      ? `not signed, because of its gas: ${error.message}. An order pays for all that is in its way: ask for less, or let it with --max-gas`
      : `not signed, because it is not what was asked for: ${error.message}`
  if (error instanceof NodeError) return error.message
  if (error instanceof TransactionFailed)
    return error.transaction.status === 'failed'
      ? `${error.message}: the contracts refused it then, and only gas was spent`
      : `${error.message} and no block has it yet: look again before you send another`
  return null
}

function refusalSentence(error: SibylError): string {
  const { code, message, details } = error
  if (details.reason === 'maintenance')
    return `${code}: the venue is in maintenance and takes no writes; reads go on. Try again in a while.`
  if (code === 'UNAUTHORIZED')
    return `${code}: the venue does not know this API key (SIBYL_API_KEY, or that of --demo in DATA_DIR): it is revoked, has ended, or is another venue's; \`sibyl keys mint\` makes one`
  return `${code}: ${message}${detailsOf(error)}`
}

const questions = {
  unreachable: 'is the venue running? `npm start` runs one here, --url or SIBYL_URL names another',
  timeout: 'the venue is there, but busy or stuck; its log says more',
  bad_answer: 'is --url, or SIBYL_URL, the address of a Sibyl venue?',
} as const

function detailsOf({ details }: SibylError): string {
  const words = Object.entries(details).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}

/** Shorter silences need no explanation. */
const silenceMs = 1_000

/** Why nothing happens for a while; null when the while is short. */
export function sentenceForPause({ failure, pauseMs }: RepeatInfo): string | null {
  const wasLong = failure instanceof NetworkError && failure.trouble === 'timeout'
  if (pauseMs < silenceMs && !wasLong) return null
  const what = failure instanceof SibylError ? `${failure.code}: ${failure.message}` : failure.message
  return `${printable(what)}; trying again in ${Math.ceil(pauseMs / 1000)} s`
}
