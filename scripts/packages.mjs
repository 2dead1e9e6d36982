import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Publishable folders made of parts of dist: a package is some rooms and all they stand on, with the npm packages that
 * these name. Nothing is bundled, so what people install is what is tested here.
 */
const parts = [
  {
    name: 'sibyl-client',
    description:
      'Client of a Sibyl prediction market: reads, streams, and builds that are checked before they are signed',
    keywords: ['alephium', 'prediction-market', 'client'],
    doors: { '.': 'client' },
  },
  {
    name: 'sibyl-devnet',
    description: 'An Alephium devnet and Ralph compiler inside Node.js, without Docker or a JVM',
    keywords: ['alephium', 'devnet', 'ralph', 'compiler'],
    doors: { '.': 'devnet', './ralph': 'ralph' },
    bin: 'sibyl-devnet.mjs',
  },
]

export function makePackages(root, out) {
  const whole = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  rmSync(out, { recursive: true, force: true })
  makeWhole(root, out, whole)
  for (const part of parts) makePart(root, out, { ...part, whole })
}

/** The whole house: what the clone's own package.json says, without what only the clone needs. */
function makeWhole(root, out, { private: _, devDependencies, scripts, ...manifest }) {
  const folder = join(out, manifest.name)
  mkdirSync(folder, { recursive: true })
  for (const path of [...manifest.files, 'README.md', 'LICENSE'])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const file of declarationsIn(folder)) nameWhatRuns(file)
  writeManifest(folder, manifest)
}

function makePart(root, out, { whole, name, description, keywords, doors, bin }) {
  const folder = join(out, name)
  mkdirSync(folder, { recursive: true })
  const { rooms } = createRequire(import.meta.url)('./rooms.cjs')
  const below = new Set()
  const take = (room) => {
    below.add(room)
    for (const other of rooms[room].imports) take(other)
  }
  for (const room of Object.values(doors)) take(room)
  for (const room of below) cpSync(join(root, 'dist', room), join(folder, 'dist', room), { recursive: true })
  const named = new Set()
  for (const file of filesIn(folder))
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(importedPackage))
      named.add(packageOf(specifier))
  for (const file of declarationsIn(folder)) nameWhatRuns(file)
  if (bin !== undefined) {
    mkdirSync(join(folder, 'bin'))
    cpSync(join(root, 'scripts', 'packages', bin), join(folder, 'bin', bin))
  }
  const doorOf = (room) => ({ types: `./dist/${room}/index.d.ts`, default: `./dist/${room}/index.js` })
  writeManifest(folder, {
    name,
    version: whole.version,
    description,
    keywords,
    license: whole.license,
    type: 'module',
    engines: whole.engines,
    ...(bin === undefined ? {} : { bin: { [name]: `bin/${bin}` } }),
    exports: Object.fromEntries(Object.entries(doors).map(([door, room]) => [door, doorOf(room)])),
    files: ['dist', ...(bin === undefined ? [] : ['bin'])],
    sideEffects: false,
    dependencies: Object.fromEntries([...named].sort().map((each) => [each, versionOf(each, whole)])),
  })
  cpSync(join(root, 'scripts', 'packages', `${name}.md`), join(folder, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

const filesIn = (folder) =>
  readdirSync(join(folder, 'dist'), { recursive: true })
    .filter((path) => /\.(js|d\.ts)$/.test(path))
    .map((path) => join(folder, 'dist', path))
const declarationsIn = (folder) => filesIn(folder).filter((path) => path.endsWith('.d.ts'))

/** Who reads declarations of a package expects the names of the files that run. */
function nameWhatRuns(file) {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(["']\.[^"']*)\.ts(["'])/g, '$1.js$2'))
}

const writeManifest = (folder, manifest) =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

/** Of npm: neither a file of ours nor one of Node's own modules. */
const importedPackage = /(?:\bfrom|\bimport\()\s*["']((?:@[a-z0-9-]+\/)?[a-z0-9-]+(?:\/[\w./-]+)?)["']/g

/** `@scope/name/path` → `@scope/name` */
const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

function versionOf(name, { dependencies }) {
  if (dependencies[name] === undefined) throw new Error(`${name} is imported, and no dependency`)
  return dependencies[name]
}
