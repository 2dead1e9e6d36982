import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What a clone holds or is about to: files that nobody has added yet are there, files that were deleted are not. */
export const listCloneFiles = (root: string, ...folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-zco', '--exclude-standard', '--', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
