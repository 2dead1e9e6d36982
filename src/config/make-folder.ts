import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './config.ts'

/**
 * Makes a folder and those above it; `setting` is what the operator may change when that fails. One by one and not with
 * `recursive`: where a folder is there but takes none, as in /proc, Node 20 tries for ever.
 */
export function makeFolder(path: string, setting: string): void {
  const missing: string[] = []
  for (let folder = path; kindOf(folder) === 'nothing'; folder = dirname(folder)) missing.unshift(folder)
  for (const folder of missing)
    try {
      mkdirSync(folder)
    } catch (cause) {
      const { code } = cause as { readonly code?: string }
      if (code === 'EEXIST') continue // somebody else was faster
      const why = code === 'EACCES' || code === 'EPERM' ? 'this user may not' : (code ?? 'the system refuses')
      throw new ConfigError([`${setting}: the folder ${folder} cannot be made (${why}); name another`])
    }
  if (kindOf(path) !== 'folder') throw new ConfigError([`${setting}: ${path} is no folder; name another`])
}

function kindOf(path: string): 'folder' | 'file' | 'nothing' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    const { code } = error as { readonly code?: string }
    if (code === 'ENOENT') return 'nothing'
    // Something above it is no folder, or closed to this user: making it will say which.
    if (code === 'ENOTDIR' || code === 'EACCES') return 'nothing'
    throw error
  }
}
