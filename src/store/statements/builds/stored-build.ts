/** A build as it was answered, and what is needed to tell whether it may be answered again. */
export interface StoredBuild {
  readonly id: number
  readonly kind: string
  readonly signerAddress: string
  readonly hasClientRef: boolean
  readonly txId: string
  readonly response: string
  readonly summary: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly seenBlockHash: string | null
  readonly inputs: readonly BuildInput[]
}

export interface BuildInput {
  readonly outputKey: string
  /** Spent by every earlier build of the same request that can still land, too. */
  readonly isShared: boolean
}

export interface StoredBuildRow {
  readonly id: number
  readonly kind: string
  readonly signer_address: string
  readonly has_client_ref: boolean
  readonly tx_id: string
  readonly response: string
  readonly summary: string
  readonly created_at_ms: number
  readonly expires_at_ms: number
  readonly seen_block_hash: string | null
  readonly input_keys: readonly string[]
  readonly shared_keys: readonly string[]
}

export const storedBuildColumns = `
    id, kind, signer_address, has_client_ref, tx_id, response, summary, created_at_ms, expires_at_ms, seen_block_hash,
    array(select output_key from build_inputs where build_id = builds.id order by output_key) as input_keys,
    array(select output_key from build_inputs where build_id = builds.id and is_shared) as shared_keys`

export function toStoredBuild(row: StoredBuildRow): StoredBuild {
  const shared = new Set(row.shared_keys)
  return {
    id: row.id,
    kind: row.kind,
    signerAddress: row.signer_address,
    hasClientRef: row.has_client_ref,
    txId: row.tx_id,
    response: row.response,
    summary: row.summary,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    seenBlockHash: row.seen_block_hash,
    inputs: row.input_keys.map((outputKey) => ({ outputKey, isShared: shared.has(outputKey) })),
  }
}
