/**
 * Why a transaction cannot be built from these coins. The text is the one the node's build routes answer with, because
 * the SDK and its users match it; the reason and the figures are for callers who have words of their own.
 */
export type CannotBuildReason =
  | 'not-enough-balance'
  | 'not-enough-for-fee'
  | 'change-too-small'
  | 'too-many-inputs'
  | 'too-many-outputs'
  | 'bad-gas'
  | 'bad-outputs'
  | 'overflow'
  | 'script-failed'
  | 'other'

export interface Shortage {
  /** Token id; the ALPH token id for the native coin. */
  readonly token: string
  readonly available: bigint
  readonly required: bigint
}

export class CannotBuild extends Error {
  readonly reason: CannotBuildReason
  readonly shortage: Shortage | undefined

  constructor(reason: CannotBuildReason, text: string, shortage?: Shortage) {
    super(text)
    this.name = 'CannotBuild'
    this.reason = reason
    this.shortage = shortage
  }
}
