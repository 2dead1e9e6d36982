import type { Writer } from '../../database.ts'
import type { BuildInput } from './stored-build.ts'

const sql = `
  with inserted as (
    insert into builds
      (request_hash, kind, signer_address, body, has_client_ref, tx_id, response, summary, created_at_ms, expires_at_ms)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (request_hash) where ended_at_ms is null do nothing
    returning id
  ),
  spent as (
    insert into build_inputs (build_id, output_key, is_shared)
    select inserted.id, inputs.output_key, inputs.is_shared
    from inserted
    cross join unnest($11::text[], $12::boolean[]) as inputs (output_key, is_shared)
  )
  select id
  from inserted`

export interface NewBuild {
  readonly requestHash: string
  readonly kind: string
  readonly signerAddress: string
  readonly body: string
  readonly hasClientRef: boolean
  readonly txId: string
  readonly response: string
  readonly summary: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly inputs: readonly BuildInput[]
}

/** Stores a build with its inputs, whole, unless a twin was first: then nothing happens and the answer is false. */
export async function insertBuild(tx: Writer, build: NewBuild): Promise<boolean> {
  const rows = await tx.query({
    label: 'insert-build',
    sql,
    values: [
      build.requestHash,
      build.kind,
      build.signerAddress,
      build.body,
      build.hasClientRef,
      build.txId,
      build.response,
      build.summary,
      build.createdAtMs,
      build.expiresAtMs,
      build.inputs.map((input) => input.outputKey),
      build.inputs.map((input) => input.isShared),
    ],
  })
  return rows.length > 0
}
