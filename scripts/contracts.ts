import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileProject, compilerOptions } from './contracts/compile.ts'
import { compileFiles } from './contracts/compiled-files.ts'
import {
  artifactFolder,
  currentHashes,
  listArtifacts,
  type Manifest,
  manifestPath,
  root,
  tablePath,
} from './contracts/manifest.ts'
import { renderTable } from './contracts/table.ts'

/** `npm run contracts`: Ralph → artifacts/ and the bindings' table, with the hashes that keep them together. */
const { contracts, structs, warnings, files } = await compileFiles(compileProject).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

mkdirSync(artifactFolder, { recursive: true })
for (const name of listArtifacts()) rmSync(join(artifactFolder, name))
for (const [path, text] of files) writeFileSync(join(root, path), text)
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

for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`)
for (const contract of contracts)
  console.log(`${contract.name.padEnd(16)} ${String(contract.bytecode.length / 2).padStart(6)} bytes`)
