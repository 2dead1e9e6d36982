import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const parts = [
  'artifacts',
  'bin',
  'console',
  'contracts',
  'docs',
  'migrations',
  'scripts',
  'src',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
]

/** What somebody has after cloning and installing: sources and packages, nothing built. */
export interface FreshClone {
  readonly path: string
  /** Until this is called its build waits, as behind that of another process. */
  letBuild(): void
  remove(): void
}

export function createFreshClone(): FreshClone {
  const path = mkdtempSync(join(tmpdir(), 'sibyl-clone-'))
  for (const part of parts) cpSync(join(root, part), join(path, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'))
  const lock = join(path, '.build-lock')
  writeFileSync(lock, String(process.pid))
  return {
    path,
    letBuild: () => rmSync(lock, { force: true }),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
