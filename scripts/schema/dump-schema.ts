import { type Reader, schemas } from '../../src/store/index.ts'

const columnsSql = `
  select n.nspname as schema, c.relname as "table", a.attname as name,
    format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
    a.attgenerated as generated, a.attidentity as identity, pg_get_expr(d.adbin, d.adrelid) as expression
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where n.nspname = any($1::text[]) and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  order by n.nspname collate "C", c.relname collate "C", a.attnum`

/** Not-null constraints are left to the columns: only servers from 18 on keep them as constraints too. */
const constraintsSql = `
  select n.nspname as schema, c.relname as "table",
    'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1::text[]) and k.contype in ('p', 'u', 'c', 'f', 'x')
  order by n.nspname collate "C", c.relname collate "C", k.contype = 'p' desc, k.conname collate "C"`

const indexesSql = `
  select n.nspname as schema, c.relname as "table", pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  join pg_class c on c.oid = i.indrelid
  join pg_class x on x.oid = i.indexrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1::text[]) and c.relkind = 'r'
    and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by n.nspname collate "C", c.relname collate "C", x.relname collate "C"`

/** What stands beside tables: views, functions, triggers, sequences of their own. Rare, and then worth seeing. */
const othersSql = `
  select definition
  from (
    select n.nspname as schema, c.relname as name, 'view ' || n.nspname || '.' || c.relname || ' as' || chr(10) || pg_get_viewdef(c.oid) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1::text[]) and c.relkind in ('v', 'm')
    union all
    select n.nspname, p.proname, pg_get_functiondef(p.oid)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any($1::text[]) and p.prokind = 'f'
    union all
    select n.nspname, t.tgname, pg_get_triggerdef(t.oid)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1::text[]) and not t.tgisinternal
  ) as others
  order by schema collate "C", name collate "C", definition collate "C"`

interface Column {
  readonly schema: string
  readonly table: string
  readonly name: string
  readonly type: string
  readonly notNull: boolean
  readonly generated: string
  readonly identity: string
  readonly expression: string | null
}

interface Definition {
  readonly schema: string
  readonly table: string
  readonly definition: string
}

/** The sum of all migrations as text, for review: the same from either database and from every version of a server. */
export async function dumpSchema(db: Reader): Promise<string> {
  const values = [schemas]
  const columns = await db.query<Column>({ label: 'dump-columns', sql: columnsSql, values })
  const constraints = await db.query<Definition>({ label: 'dump-constraints', sql: constraintsSql, values })
  const indexes = await db.query<Definition>({ label: 'dump-indexes', sql: indexesSql, values })
  const others = await db.query<{ definition: string }>({ label: 'dump-others', sql: othersSql, values })
  const names = [...new Set(columns.map(({ schema, table }) => `${schema}.${table}`))]
  const of = <T extends { schema: string; table: string }>(items: readonly T[], name: string): T[] =>
    items.filter(({ schema, table }) => `${schema}.${table}` === name)
  const tables = names.map((name) => {
    const lines = [
      ...of(columns, name).map(columnLine),
      ...of(constraints, name).map(({ definition }) => definition),
    ]
    const table = `create table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`
    return [table, ...of(indexes, name).map(({ definition }) => `${definition};`)].join('\n')
  })
  return `${[heading, ...tables, ...others.map(({ definition }) => `${definition.trim()};`)].join('\n\n')}\n`
}

const heading = '-- Generated from migrations/ by `npm run generate`. For reading; nothing runs this file.'

function columnLine({ name, type, notNull, generated, identity, expression }: Column): string {
  const parts = [name, type]
  if (notNull) parts.push('not null')
  if (generated === 's') parts.push(`generated always as (${expression}) stored`)
  else if (identity !== '') parts.push(`generated ${identity === 'a' ? 'always' : 'by default'} as identity`)
  else if (expression !== null) parts.push(`default ${expression}`)
  return parts.join(' ')
}
