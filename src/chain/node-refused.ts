import type { ScriptFailure } from './port.ts'

/** Everything a node says no to that somebody upstairs acts on; the rest is `other`. */
export type RefusalReason =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'block_unknown' }
  | { readonly kind: 'contract_missing' }
  | { readonly kind: 'insufficient_funds' }
  | { readonly kind: 'script_failed'; readonly failure: ScriptFailure }
  | { readonly kind: 'input_spent' }
  | { readonly kind: 'double_spend' }
  | { readonly kind: 'invalid_signature' }
  | { readonly kind: 'fee_cap' }
  | { readonly kind: 'too_many_coins' }
  | { readonly kind: 'group_unknown' }
  | { readonly kind: 'bad_request' }
  | { readonly kind: 'other' }

/**
 * The node understood and said no. Not a Fault: the node is healthy, and asking again gives the same answer. Whoever
 * asked turns it into a refusal of its own or, where no such answer should exist, into a Fault.
 */
export class NodeRefused extends Error {
  readonly status: number
  readonly detail: string
  readonly reason: RefusalReason

  constructor(status: number, detail: string, reason: RefusalReason) {
    super(`the node refused (${status}): ${detail.slice(0, 300)}`)
    this.name = 'NodeRefused'
    this.status = status
    this.detail = detail
    this.reason = reason
  }
}
