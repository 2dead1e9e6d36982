import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export interface InstalledPackage {
  /** The empty folder it was installed in. */
  readonly folder: string
  /** Every file of the package. */
  readonly files: readonly string[]
  remove(): void
}

/**
 * What a stranger gets: `npm pack`, unpacked into an empty folder. The packages it depends on are linked from this
 * clone, each by its name, so that nothing is fetched and nothing that is not named is found.
 */
export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-package-'))
  const modules = join(folder, 'node_modules')
  const own = join(modules, 'sibyl')
  mkdirSync(own, { recursive: true })
  execFileSync(process.execPath, [join(root, 'scripts', 'run.mjs'), 'build'], { cwd: root })
  const [{ filename, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
    }),
  )
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', own, '--strip-components=1'])
  for (const name of Object.keys(JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')).dependencies)) {
    mkdirSync(join(modules, name, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  mkdirSync(join(modules, '.bin'))
  symlinkSync(join(own, 'bin', 'sibyl.mjs'), join(modules, '.bin', 'sibyl'))
  return {
    folder,
    files: files.map(({ path }: { path: string }) => path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
