import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/**
 * What belongs together: the Ralph sources, what the compiler made of them, and the typed table the bindings read.
 * `npm run contracts` writes the hashes of all three beside each other, and the check compares them without a compiler.
 */
export interface Manifest {
  readonly compiler: string
  readonly options: Readonly<Record<string, unknown>>
  readonly sources: Readonly<Record<string, string>>
  readonly artifacts: Readonly<Record<string, string>>
  /** Ralph that only tests deploy, and what the compiler made of it, side by side under test/support. */
  readonly fixtures: Readonly<Record<string, string>>
  readonly table: string
}

export const root = join(import.meta.dirname, '..', '..')
const sourceFolder = join(root, 'contracts')
export const artifactFolder = join(root, 'artifacts')
export const manifestPath = join(artifactFolder, 'manifest.json')
export const tablePath = join(root, 'src', 'bindings', 'artifacts.ts')

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** Every Ralph source, in one fixed order: the compiler sees them as one text. */
export const listSources = (): string[] => listRalph(sourceFolder)

/** Each of these is compiled by itself. */
export const listFixtures = (): string[] => listRalph(join(root, 'test', 'support'))

export const compiledFixture = (source: string): string => source.replace(/\.ral$/, '.json')

function listRalph(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ral'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

export const listArtifacts = (): string[] =>
  readdirSync(artifactFolder)
    .filter((name) => name.endsWith('.json') && name !== 'manifest.json')
    .sort()

const hashOf = (path: string): string => (existsSync(path) ? sha256(readFileSync(path)) : '')

/** The hashes of what is in the working folder now. */
export function currentHashes(): Pick<Manifest, 'sources' | 'artifacts' | 'fixtures' | 'table'> {
  const hashAt = (path: string): [string, string] => [path, hashOf(join(root, path))]
  const sources = listSources().map(hashAt)
  const fixtures = listFixtures()
    .flatMap((path) => [path, compiledFixture(path)])
    .map(hashAt)
  const artifacts = listArtifacts().map((name) => [name, hashOf(join(artifactFolder, name))])
  return {
    sources: Object.fromEntries(sources),
    artifacts: Object.fromEntries(artifacts),
    fixtures: Object.fromEntries(fixtures),
    table: hashOf(tablePath),
  }
}

/** Sentences about everything that no longer belongs together; empty when all is well. */
export function findDrift(): string[] {
  if (!existsSync(manifestPath)) return ['artifacts/manifest.json is missing']
  const manifest: Manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))
  const now = currentHashes()
  return [
    ...differences('contract source', manifest.sources, now.sources),
    ...differences('artifact', manifest.artifacts, now.artifacts),
    ...differences('test fixture', manifest.fixtures, now.fixtures),
    ...(manifest.table === now.table
      ? []
      : ['src/bindings/artifacts.ts is not the table that was generated']),
  ]
}

function differences(
  kind: string,
  recorded: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(found)])].sort()
  return names
    .filter((name) => recorded[name] !== found[name])
    .map((name) => {
      if (!(name in recorded)) return `${kind} ${name} was never compiled`
      return name in found
        ? `${kind} ${name} was changed since the last compilation`
        : `${kind} ${name} is gone`
    })
}
