import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Redis or Valkey on this machine, or a reason why there is none: no npm package brings one. */
export function findRedisServer(): { readonly program: string } | { readonly absent: string } {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin']
  for (const name of ['redis-server', 'valkey-server'])
    for (const folder of folders) if (existsSync(join(folder, name))) return { program: join(folder, name) }
  return { absent: 'there is no redis-server or valkey-server on this machine' }
}
