import { NetworkError, NodeError, SibylError, TransactionFailed, UntrustedBuild } from '../../client/index.ts'
import { ConfigError } from '../../config/index.ts'

/** An error as `--json` shows it: the contract's own body, and the same shape for what never reached the venue. */
export interface ErrorJson {
  /** Of the venue's answer; null when there was none. */
  readonly statusCode: number | null
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

const troubleCodes = { unreachable: 'UNREACHABLE', timeout: 'TIMEOUT', bad_answer: 'BAD_ANSWER' } as const

/** `sentence` is what a person would read. */
export function errorBodyOf(error: unknown, sentence: string): ErrorJson {
  const answer = error instanceof ConfigError ? error.cause : error // a refusal told in words of the command
  if (answer instanceof SibylError)
    return { statusCode: answer.status, code: answer.code, message: answer.message, details: answer.details }
  return { statusCode: null, ...codeOf(error), message: sentence }
}

function codeOf(error: unknown): Pick<ErrorJson, 'code' | 'details'> {
  if (error instanceof NetworkError) return { code: troubleCodes[error.trouble], details: {} }
  if (error instanceof NodeError) return { code: 'NODE_ERROR', details: {} }
  if (error instanceof UntrustedBuild) return { code: 'UNTRUSTED_BUILD', details: { field: error.field } }
  if (error instanceof TransactionFailed)
    return {
      code: 'TRANSACTION_FAILED',
      details: { txId: error.transaction.txId, status: error.transaction.status },
    }
  return { code: 'INVALID_COMMAND', details: {} }
}
