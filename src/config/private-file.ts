import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Readable by its owner only; written beside and moved into place. `setting` is what named its folder. */
export async function writePrivateFile(path: string, text: string, setting = 'DATA_DIR'): Promise<void> {
  makeFolder(dirname(path), setting)
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}
