import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly folder: string
  /** Uses up every byte that is left. */
  fill(): void
  free(): void
  unmount(): void
}

/** Why there can be no small disk here, or null: mounting one is for root on Linux. */
export const smallDiskAbsent: string | null =
  process.platform === 'linux' && process.getuid?.() === 0
    ? null
    : 'mounting a small disk needs root on Linux'

/** A disk in memory of so many megabytes, to be filled. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-test-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'w')
      for (const size of [1 << 20, 1 << 12]) {
        const piece = Buffer.alloc(size)
        try {
          for (;;) writeSync(file, piece)
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
        }
      }
      closeSync(file)
    },
    free: () => rmSync(filler, { force: true }),
    unmount() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
