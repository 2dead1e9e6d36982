/** What a node says of a contract. */
export interface ChainCode {
  readonly bytecode: string
  /** Values of the fields that never change, in order. */
  readonly immutables: readonly unknown[]
}

/** Asks a node for a contract's code. What comes is the node's word for it, so its shape is checked. */
export async function readCode(nodeUrl: string, address: string, signal: AbortSignal): Promise<ChainCode> {
  const response = await fetch(new URL(`/contracts/${address}/state`, nodeUrl), { signal })
  if (!response.ok) throw new Error(`the node answered ${response.status} for ${address}`)
  const state: { bytecode?: unknown; immFields?: unknown } = await response.json()
  if (typeof state.bytecode !== 'string' || !Array.isArray(state.immFields))
    throw new Error(`the node does not say what code ${address} has`)
  return {
    bytecode: state.bytecode.toLowerCase(),
    immutables: state.immFields.map((field: { value?: unknown } | null) => field?.value),
  }
}
