import { NetworkError, SibylError } from 'sibyl/client'
import { wordsOfError } from '../lib/words-of-error.ts'

/** What went wrong, in a person's words, and what to do. */
export function Trouble({ what, error }: { what: string; error: unknown }) {
  return (
    <div role="alert" class="trouble-box">
      <p class="trouble">{what}.</p>
      <p>{wordsOf(error)}</p>
    </div>
  )
}

function wordsOf(error: unknown): string {
  if (error instanceof SibylError && error.code === 'RATE_LIMITED')
    return `Too many requests. Try again in ${Math.ceil((error.retryAfterMs ?? 1_000) / 1_000)} seconds.`
  if (error instanceof NetworkError && error.trouble === 'bad_answer')
    return 'Something else than the service answers. Is there a proxy in between?'
  if (error instanceof NetworkError) return 'The service does not answer. Is it running?'
  return wordsOfError(error)
}
