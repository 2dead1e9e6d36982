import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CompiledContract,
  type CompiledProject,
  compileProject,
  compilerOptions,
} from './contracts/compile.ts'
import {
  artifactFolder,
  compiledFixture,
  currentHashes,
  listArtifacts,
  listFixtures,
  listSources,
  type Manifest,
  manifestPath,
  root,
  tablePath,
} from './contracts/manifest.ts'
import { renderTable, tableEntry } from './contracts/table.ts'

/** `npm run contracts`: Ralph → artifacts/ and the bindings' table, with the hashes that keep them together. */
const code = listSources()
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')
const project = await compile(code)
const structs = [...(project.structs ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))
const contracts = [...project.contracts].sort((a, b) => (a.name < b.name ? -1 : 1))

mkdirSync(artifactFolder, { recursive: true })
for (const name of listArtifacts()) rmSync(join(artifactFolder, name))
for (const contract of contracts)
  writeFileSync(join(artifactFolder, `${contract.name}.json`), withoutDebugCode(contract))
for (const path of listFixtures()) {
  const fixture = await compile(readFileSync(join(root, path), 'utf8'))
  for (const contract of fixture.contracts)
    writeFileSync(join(root, compiledFixture(path)), `${JSON.stringify(tableEntry(contract), null, 2)}\n`)
}
writeFileSync(join(artifactFolder, 'structs.json'), `${JSON.stringify(structs, null, 2)}\n`)
writeFileSync(tablePath, renderTable(contracts, structs))
const formatted = spawnSync(
  process.execPath,
  [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', tablePath],
  { cwd: root, encoding: 'utf8' },
)
if (formatted.status !== 0) throw new Error(`biome could not format the table: ${formatted.stderr}`)

const manifest: Manifest = {
  compiler: contracts[0]?.version ?? '',
  options: compilerOptions,
  ...currentHashes(),
}
writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`)

const warnings = [...(project.warnings ?? []), ...contracts.flatMap((contract) => contract.warnings)]
for (const warning of [...new Set(warnings)]) process.stderr.write(`warning: ${warning}\n`)
for (const contract of contracts)
  console.log(`${contract.name.padEnd(16)} ${String(contract.bytecode.length / 2).padStart(6)} bytes`)

function compile(text: string): Promise<CompiledProject> {
  return compileProject(text).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
}

/** The debug variant would be another contract with another hash; we deploy the same bytecode everywhere. */
function withoutDebugCode(contract: CompiledContract): string {
  const { bytecodeDebugPatch: _patch, codeHashDebug: _hash, ...plain } = contract
  return `${JSON.stringify(plain, null, 2)}\n`
}
