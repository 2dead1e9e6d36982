import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { Complaint } from './setting.ts'

/** A list of keys and their commas fits many times. */
const SECRET_FILE_MAX_BYTES = 64 * 1_024

/**
 * What a file says, without the line's end that editors and `echo` leave: as container platforms hand over secrets. The
 * complaint never quotes the file.
 */
export function readSecretFile(path: string): string | Complaint {
  let file: number | undefined
  try {
    // A pipe that nobody writes to would be waited for.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (!fstatSync(file).isFile()) return new Complaint('is not a file')
    const bytes = Buffer.alloc(SECRET_FILE_MAX_BYTES + 1)
    const length = readSync(file, bytes)
    if (length > SECRET_FILE_MAX_BYTES)
      return new Complaint(`is a file of more than ${SECRET_FILE_MAX_BYTES} bytes`)
    const text = bytes.toString('utf8', 0, length).replace(/\r?\n$/, '')
    return text === '' ? new Complaint('is an empty file') : text
  } catch (error) {
    return new Complaint(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
