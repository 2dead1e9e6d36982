import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config/index.ts'
import { printable } from '../../kit/index.ts'
import type { ProjectArtifact } from '../../ralph/index.ts'
import type { CommandOf } from '../command.ts'
import { mistakeText } from '../ralph/mistake-text.ts'
import { compileFiles, MistakeInFile, readSources } from '../ralph/sources.ts'
import type { ErrorJson } from '../user/error-body.ts'
import { headsOf, tableOf } from '../user/table.ts'
import { noPaint, type Terminal } from '../user/terminal.ts'

type RalphCommand = CommandOf<'ralph compile' | 'ralph check'>

/** Compiles the contracts of a folder; 1 when there is a mistake in them. A pipe gets answers only. */
export function ralph(command: RalphCommand, terminal: Terminal): number {
  const { say, complain } = terminal
  const files = readSources(command.path)
  if (files.length === 0)
    throw new ConfigError([
      `There is no Ralph to read in ${printable(command.path)}: a folder with .ral files, or one of them`,
    ])
  try {
    const project = compileFiles(files)
    const warnings = warningsOf(project)
    for (const warning of warnings) complain(`warning: ${warning}`)
    if (command.name === 'ralph check') say(summaryOf(project, files.length, warnings.length))
    else tell(project, command, terminal)
    return 0
  } catch (error) {
    if (!(error instanceof MistakeInFile)) throw error
    const isJson = command.name === 'ralph compile' && command.json
    complain(isJson ? JSON.stringify(errorJsonOf(error)) : mistakeText(error, terminal.paintTrouble))
    return 1
  }
}

function warningsOf({ warnings = [], contracts, scripts }: ProjectArtifact): string[] {
  return [...new Set([...warnings, ...[...contracts, ...scripts].flatMap((each) => each.warnings)])]
}

function summaryOf({ contracts, scripts }: ProjectArtifact, files: number, warnings: number): string {
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
  const found = [
    count(contracts.length, 'contract'),
    count(scripts.length, 'script'),
    count(warnings, 'warning'),
  ]
  return `${count(files, 'file')} without mistakes: ${found.join(', ')}`
}

const errorJsonOf = (error: MistakeInFile): ErrorJson => ({
  statusCode: null,
  code: 'INVALID_SOURCE',
  message: mistakeText(error, noPaint),
  details: { file: error.file.path },
})

type CompileCommand = CommandOf<'ralph compile'>

function tell(project: ProjectArtifact, { out, json }: CompileCommand, terminal: Terminal): void {
  const { say } = terminal
  const { contracts, scripts } = project
  if (out !== null) {
    mkdirSync(out, { recursive: true })
    for (const artifact of [...contracts, ...scripts])
      writeFileSync(join(out, `${artifact.name}.json`), `${JSON.stringify(artifact, null, 2)}\n`)
  }
  if (json) {
    say(JSON.stringify(project, null, 2))
    return
  }
  const rows = [
    ...contracts.map(({ name, bytecode, codeHash }) => [name, String(bytecode.length / 2), codeHash]),
    ...scripts.map(({ name }) => [name, 'script', '']),
  ]
  say(tableOf([headsOf('name', 'bytes', 'code hash'), ...rows], { right: [1], cut: 2 }, terminal))
  if (out !== null) say(`${rows.length} files in ${out}`)
}
