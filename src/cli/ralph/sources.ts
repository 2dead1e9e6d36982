import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config/index.ts'
import { printable } from '../../kit/index.ts'
import { CompileError, checkSyntax, compileProjectSource, type ProjectArtifact } from '../../ralph/index.ts'

/** One file of Ralph. */
export interface RalphFile {
  readonly path: string
  readonly text: string
}

/** A mistake in one file: its place there, and what the compiler says of it. */
export class MistakeInFile extends Error {
  readonly file: RalphFile
  readonly mistake: CompileError

  constructor(file: RalphFile, mistake: CompileError) {
    super(mistake.message)
    this.name = 'MistakeInFile'
    this.file = file
    this.mistake = mistake
  }
}

const unreadable = (path: string, why: string): ConfigError => new ConfigError([printable(`${path} ${why}`)])

/** All `.ral` files of a folder and those in it, in the order of their paths; or the one that is named; or none. */
export function readSources(path: string): RalphFile[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return []
  const paths = found.isDirectory() ? filesIn(path, new Set()).sort() : [path]
  return paths.map((each) => ({ path: each, text: readText(each) }))
}

/** Links are followed, but nothing is found twice, and no circle of links is walked. */
function filesIn(folder: string, seen: Set<string>): string[] {
  const isNew = (path: string): boolean => {
    const real = realpathSync(path)
    return !seen.has(real) && seen.add(real) === seen
  }
  if (!isNew(folder)) return []
  return orUnreadable(folder, () => readdirSync(folder)).flatMap((name) => {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isDirectory()) return filesIn(path, seen)
    if (!name.endsWith('.ral')) return []
    if (found === undefined) throw unreadable(path, 'is a link to a file that is not there')
    return isNew(path) ? [path] : []
  })
}

const byteOrderMark = '\ufeff'

function readText(path: string): string {
  // A pipe would be waited for.
  if (!statSync(path).isFile()) throw unreadable(path, 'is no file')
  const bytes = orUnreadable(path, () => readFileSync(path))
  const text = bytes.toString('utf8')
  const again = Buffer.from(text)
  const damaged = bytes.findIndex((byte, i) => byte !== again[i])
  if (damaged !== -1) throw unreadable(path, `is not UTF-8: byte ${damaged} is not valid there`)
  if (text.startsWith(byteOrderMark)) {
    throw unreadable(path, 'starts with a byte order mark, which is no Ralph: save it without')
  }
  return text
}

function orUnreadable<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw unreadable(path, `cannot be read (${code})`)
  }
}

const between = '\n'

/** Files are compiled as one text, as every tool for Ralph does; a mistake is told where it stands in its own file. */
export function compileFiles(files: readonly RalphFile[]): ProjectArtifact {
  // Alone first: an open bracket would otherwise be missed only in the file behind it.
  for (const file of files) checkAlone(file)
  const code = files.map(({ text }) => text).join(between)
  try {
    return compileProjectSource(code, { skipTests: true })
  } catch (error) {
    if (!(error instanceof CompileError)) throw error
    let start = 0
    for (const file of files) {
      const end = start + file.text.length
      if ((error.span?.from ?? 0) <= end) throw new MistakeInFile(file, moved(error, start))
      start = end + between.length
    }
    throw error
  }
}

function checkAlone(file: RalphFile): void {
  try {
    checkSyntax(file.text)
  } catch (error) {
    throw error instanceof CompileError ? new MistakeInFile(file, error) : error
  }
}

function moved({ message, title, span, footer }: CompileError, start: number): CompileError {
  return new CompileError(message, {
    title,
    span: span && { from: span.from - start, to: span.to - start },
    ...(footer === undefined ? {} : { footer }),
  })
}
