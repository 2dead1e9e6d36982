import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
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

/** All `.ral` files of a folder and those in it, in the order of their paths; or the one that is named; or none. */
export function readSources(path: string): RalphFile[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return []
  const paths = found.isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ral'))
        .map((name) => join(path, name))
        .sort()
    : [path]
  return paths.map((each) => ({ path: each, text: readFileSync(each, 'utf8') }))
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
