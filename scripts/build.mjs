import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './install.mjs'
import { makePackages } from './packages.mjs'

/**
 * Compiles src and console into dist when something changed since the last time. What changed is judged by names, sizes and times of
 * the sources; the new dist is made beside the old one and takes its place whole, so that nobody runs half of each.
 */
export function ensureBuilt(root) {
  const isFresh = (wanted) => isBuiltOf(root, wanted)
  if (isFresh(fingerprint(root))) return
  withLock(join(root, '.build-lock'), () => {
    const wanted = fingerprint(root)
    if (isFresh(wanted)) return
    process.stderr.write('Building what changed (about ten seconds) ...\n')
    const making = join(root, `dist-${process.pid}`)
    rmSync(making, { recursive: true, force: true })
    const result = spawnSync(process.execPath, ['scripts/compile.mjs', making], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    })
    if (result.status !== 0) {
      rmSync(making, { recursive: true, force: true })
      process.stderr.write('the sources do not compile; the output above says why\n')
      process.exit(1)
    }
    writeFileSync(join(making, '.built'), wanted)
    rmSync(join(root, 'dist'), { recursive: true, force: true })
    renameSync(making, join(root, 'dist'))
  })
}

/** Whether dist is of the sources as they are. */
export const isBuilt = (root) => isBuiltOf(root, fingerprint(root))

function isBuiltOf(root, wanted) {
  const stamp = join(root, 'dist', '.built')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** What packages ship besides: the declarations; then the folders to publish, in `out`. */
export function buildPackages(root, out = join(root, 'dist-packages')) {
  ensureBuilt(root)
  const tsc = join(root, 'node_modules', 'typescript7', 'bin', 'tsc')
  const options = ['--noCheck', '--emitDeclarationOnly', '--sourceMap', 'false', '--outDir', 'dist']
  const result = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...options], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (result.status !== 0) process.exit(1)
  makePackages(root, out)
}

function fingerprint(root) {
  const hash = createHash('sha256')
  const note = (path) => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  const files = ['src', 'console', 'contracts', 'artifacts', 'docs']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.(test\.ts|png|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const path of files) note(path)
  for (const name of ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json']) note(join(root, name))
  return hash.digest('hex')
}
