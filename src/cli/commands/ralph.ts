import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectArtifact } from '../../ralph/index.ts'
import type { UserCommand } from '../command.ts'
import { mistakeText } from '../ralph/mistake-text.ts'
import { compileFiles, MistakeInFile, readSources } from '../ralph/sources.ts'
import { tableOf } from '../user/table.ts'

type RalphCommand = Extract<UserCommand, { name: 'ralph compile' | 'ralph check' }>

export interface RalphOutput {
  readonly isColoured: boolean
  say(text: string): void
  /** Where mistakes and warnings go, so that a pipe gets answers only. */
  complain(text: string): void
}

/** Compiles the contracts of a folder; 1 when there is a mistake in them. */
export function ralph(command: RalphCommand, { isColoured, say, complain }: RalphOutput): number {
  const files = readSources(command.path)
  if (files.length === 0) {
    complain(`There is no Ralph to read in ${command.path}: a folder with .ral files, or one of them`)
    return 1
  }
  try {
    const project = compileFiles(files)
    const warnings = warningsOf(project)
    for (const warning of warnings) complain(`warning: ${warning}`)
    if (command.name === 'ralph check') say(summaryOf(project, files.length, warnings.length))
    else tell(project, command, say)
    return 0
  } catch (error) {
    if (!(error instanceof MistakeInFile)) throw error
    complain(mistakeText(error, isColoured))
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

type CompileCommand = Extract<RalphCommand, { name: 'ralph compile' }>

function tell(project: ProjectArtifact, { out, json }: CompileCommand, say: (text: string) => void): void {
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
  say(tableOf([['name', 'bytes', 'code hash'], ...rows], [1]))
  if (out !== null) say(`${rows.length} files in ${out}`)
}
