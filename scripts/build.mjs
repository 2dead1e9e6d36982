import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './install.mjs'

const tsc = (root, ...args) =>
  spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'typescript7', 'bin', 'tsc'), '-p', 'tsconfig.build.json', ...args],
    { cwd: root, stdio: ['ignore', 2, 2] },
  )

/**
 * Compiles src into dist when something changed since the last time. Types are the gate's to check, and declarations
 * are for packages: without both a start waits two seconds instead of ten. What changed is judged by names, sizes and times of
 * the sources; the new dist is made beside the old one and takes its place whole, so that nobody runs half of each.
 */
export function ensureBuilt(root) {
  const stamp = join(root, 'dist', '.built')
  const isFresh = (wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isFresh(fingerprint(root))) return
  withLock(join(root, '.build-lock'), () => {
    const wanted = fingerprint(root)
    if (isFresh(wanted)) return
    const making = join(root, `dist-${process.pid}`)
    rmSync(making, { recursive: true, force: true })
    const result = tsc(root, '--noCheck', '--declaration', 'false', '--outDir', making)
    if (result.status !== 0) {
      rmSync(making, { recursive: true, force: true })
      process.stderr.write('the sources do not compile; the output above says why\n')
      process.exit(1)
    }
    const console = spawnSync(process.execPath, ['scripts/build-console.mjs', join(making, 'console')], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    })
    if (console.status !== 0) {
      rmSync(join(making, 'console'), { recursive: true, force: true })
      process.stderr.write('the console could not be built; the API serves without it\n')
    }
    writeFileSync(join(making, '.built'), wanted)
    rmSync(join(root, 'dist'), { recursive: true, force: true })
    renameSync(making, join(root, 'dist'))
  })
}

/** What a package ships besides: the declarations. */
export function buildPackage(root) {
  ensureBuilt(root)
  const result = tsc(root, '--noCheck', '--emitDeclarationOnly', '--sourceMap', 'false', '--outDir', 'dist')
  if (result.status !== 0) process.exit(1)
}

function fingerprint(root) {
  const hash = createHash('sha256')
  const note = (path) => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  const files = ['src', 'console']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const path of files) note(path)
  for (const name of ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json']) note(join(root, name))
  return hash.digest('hex')
}
