/** A transaction the chain refuses; `status` is the node's name for the reason and part of the answer clients see. */
export class InvalidTx extends Error {
  readonly status: string
  /** The script ran and failed: in a block that costs its fee instead of being refused. */
  readonly isScriptFailure: boolean

  constructor(status: string, isScriptFailure = false) {
    super(status)
    this.name = 'InvalidTx'
    this.status = status
    this.isScriptFailure = isScriptFailure
  }
}
