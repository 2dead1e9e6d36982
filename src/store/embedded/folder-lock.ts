import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One process at a time in a folder, and a process that was killed leaves no folder locked.
 *
 * Each holder creates `lock.N` with N one above the highest there is, exclusively, so that of two who try at once one
 * fails. The file names the process; it counts while that process lives. The highest file is never removed, only
 * overtaken: numbers never go back, and somebody who was slow finds a higher number than his own and withdraws.
 */
export interface FolderLock {
  release(): void
}

/** Who holds a lock: a process number alone may have been given to another process since. */
interface Holder {
  readonly pid: number
  readonly startedAt: string
}

/** Folders this process holds; its own number would look alive to itself. */
const held = new Set<string>()

/** Takes the lock, or returns the number of the process that has it. */
export function lockFolder(folder: string): FolderLock | { readonly heldBy: number } {
  mkdirSync(folder, { recursive: true })
  if (held.has(folder)) return { heldBy: process.pid }
  for (;;) {
    const last = lastLock(folder)
    if (last > 0) {
      const holder = readHolder(join(folder, `lock.${last}`))
      if (holder && isAlive(holder)) return { heldBy: holder.pid }
    }
    const own = last + 1
    const file = join(folder, `lock.${own}`)
    try {
      writeFileSync(file, JSON.stringify(thisProcess()), { flag: 'wx' })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue
      throw error
    }
    if (lastLock(folder) !== own) {
      rmSync(file, { force: true })
      continue
    }
    for (const number of lockNumbers(folder).filter((each) => each < own)) {
      rmSync(join(folder, `lock.${number}`), { force: true })
    }
    held.add(folder)
    return {
      release: () => {
        held.delete(folder)
        writeFileSync(file, '')
      },
    }
  }
}

export const isLockFile = (name: string): boolean => /^lock\.[0-9]+$/.test(name)

const lockNumbers = (folder: string): number[] =>
  readdirSync(folder)
    .filter(isLockFile)
    .map((name) => Number(name.slice('lock.'.length)))

const lastLock = (folder: string): number => Math.max(0, ...lockNumbers(folder))

function readHolder(file: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('startedAt' in value))
      return null
    const { pid, startedAt } = value
    return typeof pid === 'number' && typeof startedAt === 'string' ? { pid, startedAt } : null
  } catch {
    // Released (empty), overtaken in this moment (gone), or never finished by a process that died: nobody holds it.
    return null
  }
}

const thisProcess = (): Holder => ({ pid: process.pid, startedAt: startOf(process.pid) })

function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  return startOf(holder.pid) === holder.startedAt
}

/** When a process began, in the kernel's own ticks; empty where the system does not say, and then the number must do. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets and may hold anything; start time is the 20th after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
