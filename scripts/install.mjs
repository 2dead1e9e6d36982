import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Plain JavaScript without a dependency: it runs before anything is installed, so it also judges the Node it runs on. */
export function assertNode(root) {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [major, minor] = engines.node.replace('>=', '').split('.').map(Number)
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number)
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return
  process.stderr.write(`Sibyl needs Node ${engines.node}; this is ${process.version}\n`)
  process.exit(1)
}

/**
 * Installs what package-lock.json asks for when it is not there yet. A stamp in node_modules remembers the lock file's
 * hash, so the common case costs one small read. A node_modules that is a link belongs to whoever made the link.
 */
export function ensureInstalled(root) {
  const modules = join(root, 'node_modules')
  const stamp = join(modules, '.sibyl-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isFresh()) return
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) return
  withLock(join(root, '.install-lock'), () => {
    if (isFresh()) return
    process.stderr.write('Installing packages (about half a minute) ...\n')
    // Development packages always: the compiler is one of them, and starting compiles. Not `npm ci`: it refuses a lock
    // file that does not list the optional packages of every platform. The lock file is obeyed and never rewritten.
    const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund']
    const result = spawnSync('npm', args, {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
    if (result.status !== 0) {
      process.stderr.write('npm install failed; its output above says why\n')
      process.exit(result.status ?? 1)
    }
    writeFileSync(stamp, wanted)
  })
}

/** One at a time across processes: the file holds the id of who works; a dead one's lock is taken over. */
export function withLock(path, work) {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!isHeld(path)) rmSync(path, { force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    }
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    work()
  } finally {
    release()
    process.off('exit', release)
  }
}

function isHeld(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    // Just created and not yet written: give its owner a moment.
    if (pid === 0) return Date.now() - statSync(path).mtimeMs < 5_000
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
