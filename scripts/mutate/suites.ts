import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** So many suites are run for one mutant; nearer ones first. */
const suitesMax = 5
/** And so many of those in the source's own folder. */
const besideMax = 15
/** Minutes each, or nothing of src in them. */
const slow = /^test\/(e2e|simulation|real-node|repo|vectors)\//

/** Suites of a whole venue that state what a room does, however many doors away they import it. */
const venueSuites: Readonly<Record<string, RegExp>> = {
  'src/builder': /^test\/integration\/build-[a-z-]+\.test\.ts$/,
}

let files: readonly string[] | null = null
const listFiles = (root: string): readonly string[] => {
  files ??= execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'test'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path.endsWith('.ts'))
  return files
}

const isSuite = (path: string): boolean => path.endsWith('.test.ts')

export const listSources = (root: string): string[] =>
  listFiles(root).filter((path) => path.startsWith('src/') && !isSuite(path))

let importers: Map<string, string[]> | null = null
/** Who imports a file, by its path. */
function importersOf(root: string, path: string): readonly string[] {
  if (importers === null) {
    importers = new Map()
    for (const from of listFiles(root))
      for (const [, to] of readFileSync(join(root, from), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
        const imported = normalize(join(dirname(from), to!))
        importers.set(imported, [...(importers.get(imported) ?? []), from])
      }
  }
  return importers.get(path) ?? []
}

/**
 * The suites that import a source, those with the fewest files in between first. Where its own room has suites no other is
 * asked: a rule is stated beside its source. Suites of its own folder are asked from wherever they import it.
 */
export function nearestSuites(root: string, path: string): string[] {
  const seen = new Set([path])
  const nearest: string[] = []
  const beside: string[] = []
  const room = path.split('/').slice(0, 2).join('/')
  let isOwn = false
  for (let ring = [path]; ring.length > 0; ) {
    const next = [...new Set(ring.flatMap((each) => importersOf(root, each)))].filter(
      (each) => !seen.has(each),
    )
    for (const each of next) seen.add(each)
    const found = next.filter((each) => isSuite(each) && !slow.test(each))
    const own = found.filter((each) => each.startsWith(`${room}/`))
    if (!isOwn) nearest.push(...(own.length > 0 ? own : found))
    isOwn ||= own.length > 0 || nearest.length >= suitesMax
    beside.push(...own.filter((each) => dirname(each) === dirname(path)))
    ring = next.filter((each) => !isSuite(each))
  }
  const venue = listFiles(root).filter((each) => venueSuites[room]?.test(each))
  return [...new Set([...nearest.slice(0, suitesMax), ...beside.slice(0, besideMax), ...venue])]
}
