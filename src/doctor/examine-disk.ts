import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Finding, failed, ok, warning } from './finding.ts'

const MEGABYTE = 2 ** 20
/** With less an embedded database does not open. */
const FULL_BYTES = 64 * MEGABYTE
const NEARLY_FULL_BYTES = 1_024 * MEGABYTE

/** Whether there is room where DATA_DIR is, or will be. */
export function examineDisk(dataDir: string): Finding {
  let folder = resolve(dataDir)
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  const shown = `${Math.floor(freeBytes / MEGABYTE)} MB left where DATA_DIR is`
  const remedy = `make room on the disk of ${folder}, or set DATA_DIR to a folder on another`
  if (freeBytes < FULL_BYTES) return failed('disk', shown, remedy)
  return freeBytes < NEARLY_FULL_BYTES ? warning('disk', shown, remedy) : ok('disk', shown)
}
