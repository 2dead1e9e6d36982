import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContractArtifact, ProjectArtifact, StructArtifact } from '../../src/ralph/index.ts'
import { compiledFixture, listFixtures, listSources, root } from './manifest.ts'
import { tableEntry } from './table.ts'

/** What compiled Ralph becomes in the working folder. */
export interface CompiledFiles {
  /** Sorted by name, whatever their order in the sources. */
  readonly contracts: readonly ContractArtifact[]
  readonly structs: readonly StructArtifact[]
  readonly warnings: readonly string[]
  /** Contents by path. */
  readonly files: ReadonlyMap<string, string>
}

type Compile = (code: string) => ProjectArtifact | Promise<ProjectArtifact>

export async function compileFiles(compile: Compile): Promise<CompiledFiles> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const project = await compile(listSources().map(read).join('\n'))
  const contracts = byName(project.contracts)
  const structs = byName(project.structs ?? [])
  const files = new Map<string, string>()
  for (const contract of contracts)
    files.set(`artifacts/${contract.name}.json`, json(withoutDebugCode(contract)))
  files.set('artifacts/structs.json', json(structs))
  for (const path of listFixtures()) {
    const fixture = await compile(read(path))
    for (const contract of fixture.contracts) files.set(compiledFixture(path), json(tableEntry(contract)))
  }
  const warnings = [...(project.warnings ?? []), ...contracts.flatMap((contract) => contract.warnings)]
  return { contracts, structs, warnings: [...new Set(warnings)], files }
}

const byName = <T extends { readonly name: string }>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => (a.name < b.name ? -1 : 1))

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The debug variant would be another contract with another hash; we deploy the same bytecode everywhere. */
function withoutDebugCode({ bytecodeDebugPatch: _patch, codeHashDebug: _hash, ...plain }: ContractArtifact) {
  return plain
}
