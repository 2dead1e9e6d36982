/** The node answered, and not with what it was asked for. */
export class NodeError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the node answered ${status}`)
    this.name = 'NodeError'
    this.status = status
  }
}
