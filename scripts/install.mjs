import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs what package-lock.json asks for when it is not there yet. A stamp in node_modules remembers the lock file's
 * hash, so the common case costs one small read. Plain JavaScript: it runs before anything is installed.
 */
export function ensureInstalled(root) {
  const modules = join(root, 'node_modules')
  const stamp = join(modules, '.sibyl-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (existsSync(modules) && !statSync(modules).isDirectory()) throw new Error('node_modules is not a folder')
  process.stderr.write('Installing packages (first run, about half a minute) ...\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const result = spawnSync(npm, ['install', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (result.status !== 0) {
    process.stderr.write('npm install failed; its output above says why\n')
    process.exit(result.status ?? 1)
  }
  writeFileSync(stamp, wanted)
}
