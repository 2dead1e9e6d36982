import type { Reader } from '../database.ts'

/** Whether a server follows another one. */
export async function isStandby(db: Reader): Promise<boolean> {
  const [role] = await db.query<{ standby: boolean }>({
    label: 'is-standby',
    sql: 'select pg_is_in_recovery() as standby',
  })
  return role?.standby ?? false
}
