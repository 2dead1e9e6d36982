/**
 * Why a run stopped. `execution` is the contract's or caller's doing; `io` is what the node calls a failed read, for
 * example the assets of a contract that is gone. `text` is the node's wording, which clients match.
 */
export interface Failure {
  readonly kind: 'execution' | 'io'
  /** The node's name for it, for example `AssertionFailedWithErrorCode`. */
  readonly name: string
  readonly text: string
}
