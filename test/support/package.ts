import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export type PackageName = 'sibyl' | 'sibyl-client' | 'sibyl-devnet'

export interface InstalledPackage {
  /** The empty folder it was installed in. */
  readonly folder: string
  /** The tarball. */
  readonly tarball: string
  /** Every file of the package. */
  readonly files: readonly string[]
  remove(): void
}

/**
 * What a stranger gets: `npm pack`, unpacked into an empty folder. The packages it depends on are linked from this
 * clone, each by its name, so that nothing is fetched and nothing that is not named is found.
 */
export function installPackage(name: PackageName = 'sibyl'): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-package-'))
  const modules = join(folder, 'node_modules')
  const own = join(modules, name)
  const made = join(folder, 'made')
  mkdirSync(own, { recursive: true })
  execFileSync(process.execPath, [join(root, 'scripts', 'run.mjs'), 'build', made], { cwd: root })
  const [{ filename, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: join(made, name),
      encoding: 'utf8',
    }),
  )
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', own, '--strip-components=1'])
  const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
  for (const dependency of Object.keys(manifest.dependencies)) {
    mkdirSync(join(modules, dependency, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', dependency), join(modules, dependency))
  }
  mkdirSync(join(modules, '.bin'))
  for (const [command, path] of Object.entries<string>(manifest.bin ?? {}))
    symlinkSync(join(own, path), join(modules, '.bin', command))
  return {
    folder,
    tarball: join(folder, filename),
    files: files.map(({ path }: { path: string }) => path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
