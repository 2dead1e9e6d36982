import type { Reader } from '../database.ts'

const sql = `
  select max(last_seq) as seq
  from feed
  where version is not null and height = $1 and block_hash = $2`

/** The seq under which a block was told last; null when that is no longer kept. */
export async function findToldBlock(
  db: Reader,
  block: { readonly height: number; readonly hash: string },
): Promise<number | null> {
  const [row] = await db.query<{ seq: number | null }>({
    label: 'find-told-block',
    sql,
    values: [block.height, block.hash],
  })
  return row?.seq ?? null
}
