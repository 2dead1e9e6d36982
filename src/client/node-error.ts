/** The node was not reached, or said no. Whether a transaction reached it is uncertain: `transactions.get` tells. */
export class NodeError extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what}: ${sentenceOf(cause)}`, { cause })
    this.name = 'NodeError'
  }
}

/** The SDK's own errors are texts; what a connection failed of stands in the cause. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, message } = Object(error.cause) as { readonly code?: unknown; readonly message?: unknown }
  const reason = code ?? message
  return reason === undefined ? error.message : `${error.message} (${reason})`
}

/** Runs a question to a node; whatever it fails of becomes a NodeError that begins with `what`. */
export async function askingNode<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new NodeError(what, cause)
  }
}
