import type { Reader } from '../../database.ts'
import { type StoredBuild, type StoredBuildRow, storedBuildColumns, toStoredBuild } from './stored-build.ts'

// A request's hash has its signer in it, so naming both asks for nothing else. It keeps a plan made for an empty table
// from reading every live build by another index: prepared on an empty database it did, at 3,000 builds 3 ms a call.
const sql = `
  select
    live.*,
    array(
      select distinct i.output_key
      from builds b
      join build_inputs i on i.build_id = b.id
      where b.signer_address = $2 and b.ended_at_ms is null and b.expires_at_ms > $3 and b.request_hash <> $1
    ) as reserved_keys
  from (select 1) as one
  left join (
    select ${storedBuildColumns}
    from builds
    where request_hash = $1 and signer_address = $2 and ended_at_ms is null
  ) as live on true`

export interface BuildStanding {
  /** The build of this request that has not been replaced yet, whatever became of it since. */
  readonly stored: StoredBuild | null
  /** Keys of the coins that the wallet's other live builds count on. */
  readonly reserved: ReadonlySet<string>
}

/** All that is remembered of a request and its signer, in one statement: builds are answered while somebody waits. */
export async function findBuildStanding(
  db: Reader,
  of: { readonly requestHash: string; readonly signerAddress: string; readonly nowMs: number },
): Promise<BuildStanding> {
  const [row] = await db.query<Omit<StoredBuildRow, 'id'> & { id: number | null; reserved_keys: string[] }>({
    label: 'find-build-standing',
    sql,
    values: [of.requestHash, of.signerAddress, of.nowMs],
  })
  const { id = null, reserved_keys: reserved = [] } = row ?? {}
  return {
    stored: row === undefined || id === null ? null : toStoredBuild({ ...row, id }),
    reserved: new Set(reserved),
  }
}
