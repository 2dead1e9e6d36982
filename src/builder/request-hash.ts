import { createHash } from 'node:crypto'
import { canonicalJson, type JsonObject } from '../kit/index.ts'

/** What makes two build requests the same request. */
export interface RequestIdentity {
  readonly method: 'POST' | 'DELETE'
  /** With its parameters filled in, in their canonical form. */
  readonly path: string
  readonly networkId: number
  readonly body: JsonObject
}

/** SHA-256, hex. JSON around the parts, so that no part can run into the next. */
export function hashRequest({ method, path, networkId, body }: RequestIdentity): string {
  return createHash('sha256')
    .update(canonicalJson([method, path, networkId, body]))
    .digest('hex')
}
