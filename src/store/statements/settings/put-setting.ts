import type { Writer } from '../../database.ts'

const sql = `
  insert into settings (name, value, updated_at_ms)
  values ($1, $2, $3)
  on conflict (name) do update
  set value = excluded.value, updated_at_ms = excluded.updated_at_ms`

export async function putSetting(
  db: Writer,
  name: string,
  { value, nowMs }: { value: boolean | number | string; nowMs: number },
): Promise<void> {
  await db.execute({ label: 'put-setting', sql, values: [name, JSON.stringify(value), nowMs] })
}
