import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../kit/index.ts'
import { isVisitFile } from './embedded-visit.ts'
import { type FolderLock, isLockFile, lockFolder } from './folder-lock.ts'

/** The PostgreSQL version whose files PGlite reads and writes. A test compares it with what PGlite says of itself. */
export const embeddedPostgresVersion = '18'

/**
 * The folder of the embedded database: `data` holds a complete database or is not there; `data.new` is one being made,
 * which becomes `data` by a rename, so that a killed first start leaves nothing that looks like a database.
 */
export interface EmbeddedFolder {
  /** Where the database is, or is to be made. */
  readonly data: string
  /** True when there was no database yet: it is made in `making` and then adopted. */
  readonly isNew: boolean
  readonly making: string
  adopt(): void
  release(): void
}

/** Locks and inspects the folder. Refuses one that is in use, damaged or of another version, and changes nothing in it. */
export function openEmbeddedFolder(folder: string): EmbeddedFolder {
  const lock = lockFolder(folder)
  if ('heldBy' in lock) {
    throw new Fault(
      'database',
      `the data folder ${folder} is in use by process ${lock.heldBy}; stop that process, or set DATA_DIR to another folder`,
    )
  }
  try {
    return inspect(folder, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

function inspect(folder: string, lock: FolderLock): EmbeddedFolder {
  const data = join(folder, 'data')
  const making = join(folder, 'data.new')
  rmSync(making, { recursive: true, force: true })
  const isNew = !existsSync(data)
  const others = readdirSync(folder).filter(
    (name) => !isLockFile(name) && !isVisitFile(name) && name !== 'data',
  )
  if (isNew && others.length > 0) {
    throw new Fault(
      'database',
      `the data folder ${folder} holds other files (${others[0]}) and no database; set DATA_DIR to an empty folder`,
    )
  }
  if (!isNew) assertVersion(folder, data)
  return {
    data,
    isNew,
    making,
    adopt: () => renameSync(making, data),
    release: () => lock.release(),
  }
}

function assertVersion(folder: string, data: string): void {
  const file = join(data, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'latin1').trim() : ''
  if (!/^[0-9]{1,3}$/.test(version)) throw damaged(folder, 'it does not say its version')
  if (version !== embeddedPostgresVersion) {
    throw new Fault(
      'database',
      `the database in ${folder} was written by PostgreSQL ${version}, this program reads ${embeddedPostgresVersion}; start it with the release that wrote it, or set DATA_DIR to another folder`,
    )
  }
}

/** A new database needs 45 MB and an old one room to work; with less than this, that is why it did not open. */
const roomMinBytes = 64 * 2 ** 20

/** The Fault to tell instead when there is no room left, which looks like damage to whoever writes; null when there is. */
export function fullDisk(folder: string, cause: unknown): Fault | null {
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  if (freeBytes >= roomMinBytes) return null
  const megabytes = Math.floor(freeBytes / 2 ** 20)
  return new Fault(
    'database',
    `the database in ${folder} cannot be opened: its disk is full (${megabytes} MB left); make room, or set DATA_DIR to another folder`,
    { cause },
  )
}

export function damaged(folder: string, reason: string, cause?: unknown): Fault {
  return new Fault(
    'database',
    `the database in ${folder} is damaged (${reason}); nothing was changed: restore a backup of the folder, or set DATA_DIR to another one`,
    { cause },
  )
}
