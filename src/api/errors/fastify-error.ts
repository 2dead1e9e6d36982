import { refuse } from '../../domain/index.ts'
import type { Refusal } from '../../kit/index.ts'
import { invalid } from './invalid.ts'

type Translate = (error: Error) => Refusal

/**
 * The framework's errors, known by code. Whatever a client can cause is a 400 that names what is wrong; the framework's
 * own statuses (413, 414, 415) are not in the contract.
 */
const table: Readonly<Record<string, Translate>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => invalid('body', undefined, 'the body is larger than the limit'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    invalid('headers.content-type', undefined, 'the content type must be application/json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    invalid('headers.content-length', undefined, 'the body is not as long as Content-Length says'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => invalid('body', undefined, 'a JSON body is required'),
  FST_ERR_BAD_URL: () => invalid('path', undefined, 'the path is not correctly percent-encoded'),
  FST_ERR_MAX_PARAM_LENGTH: () => invalid('path', undefined, 'a part of the path is too long'),
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: () =>
    invalid('headers.content-type', undefined, 'the content type must be application/json'),
  FST_ERR_NOT_FOUND: () => refuse('NOT_FOUND'),
}

/**
 * Null for what is not the framework's. Its plugins refuse a file's path, range or precondition with statuses of their own
 * and no code we know; what they call the client's fault is no bug of ours.
 */
export function fromFastifyError(error: Error): Refusal | null {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? table[code]?.(error) : undefined
  if (known !== undefined) return known
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return null
  return statusCode === 403 || statusCode === 404
    ? refuse('NOT_FOUND')
    : invalid('request', undefined, 'the request asks for what this path cannot give')
}
