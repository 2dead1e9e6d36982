import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listCloneFiles } from '../support/clone-files.ts'

const root = join(import.meta.dirname, '..', '..')

const files = listCloneFiles(root)

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const sources = files.filter((path) => /^src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))

/** Who holds which key among the globals; packages are dependency-cruiser's business. */
const keys: readonly {
  readonly what: string
  readonly pattern: RegExp
  readonly rooms: readonly string[]
}[] = [
  {
    what: 'system time',
    pattern: /\bDate\.now\b|\bnew Date(?!\w|\(\s*[^)\s])|(?<!new )\bDate\(|\bperformance\.now\b|\bhrtime\b/,
    rooms: ['kit'],
  },
  {
    what: 'timers',
    pattern:
      /(?:(?<![.\w])|\bglobalThis\.)set(?:Timeout|Interval)\b|\bAbortSignal\.timeout\b|['"](?:node:)?timers(?:\/promises)?['"]/,
    rooms: ['kit'],
  },
  {
    what: 'chance',
    pattern:
      /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b|\bcrypto\.random|\bimport (?:(?:\* as )?\w+ |[^'"]*\brandom[A-Z][^'"]*)from ['"](?:node:)?crypto['"]/,
    rooms: ['kit'],
  },
  {
    what: 'the environment',
    pattern: /\bprocess\.env\b|\benv\b[^}]*\} (?:= process\b|from ['"](?:node:)?process['"])/,
    rooms: ['cli'],
  },
  { what: 'the arguments', pattern: /\bprocess\.argv\b/, rooms: ['cli'] },
  {
    what: 'a global under another name',
    pattern:
      /\}\s*=\s*(?:Date|Math|performance|crypto|globalThis)\b|\b(?:Date|Math|performance|globalThis)\[(?!\])|=\s*(?:Date|Math|performance|globalThis)\s*(?:$|[,;)]|as\b)/m,
    rooms: ['kit'],
  },
]

const unchecked = new RegExp(`^\\s*(//|/\\*+)\\s*@ts-${'nocheck'}`, 'm')

describe('who holds which key', () => {
  test.each(keys)('behavior: $what is touched in $rooms only', ({ pattern, rooms }) => {
    const elsewhere = sources.filter(
      (path) => !rooms.includes(path.split('/')[1]!) && pattern.test(withoutComments(read(path))),
    )
    expect(elsewhere).toEqual([])
  })
  test.each([
    [
      'system time',
      ['new Date()', 'new Date( )', 'new Date\n', 'Date.now()', 'text(Date())'],
      ['new Date(atMs)', 'new DateRange()', 'toDate(atMs)'],
    ],
    [
      'timers',
      [
        'setTimeout(f)',
        'globalThis.setTimeout(f)',
        'promisify(setTimeout)',
        'AbortSignal.timeout(5)',
        "from 'node:timers/promises'",
        "from 'timers'",
      ],
      ['timers.setTimeout(f)', "from './timers.ts'"],
    ],
    [
      'chance',
      [
        "import { hash, randomBytes } from 'node:crypto'",
        "import {\n  randomInt,\n} from 'crypto'",
        "import * as crypto from 'node:crypto'",
        "import crypto from 'node:crypto'",
        'crypto.randomBytes(2)',
        'randomUUID()',
        'Math.random()',
      ],
      ['random.bytes(2)', 'randomBytes(2)', "import { hash } from 'node:crypto'"],
    ],
    [
      'the environment',
      ['process.env', "import { env } from 'node:process'", 'const { env } = process'],
      ['const { env } = settings', "import { argv } from 'node:process'"],
    ],
    [
      'a global under another name',
      [
        'const { now } = Date',
        'const { random: draw } = Math',
        'const Time = Date',
        'const clock = Date as Clock',
        "Date['now']",
      ],
      ['const most = Math.max(1, 2)', 'const at = new Date(atMs)', 'const { now } = clock', 'days: Date[]'],
    ],
  ])('default: what touches %s, and what does not', (what, touching, harmless) => {
    const { pattern } = keys.find((key) => key.what === what)!
    expect(touching.filter((text) => !pattern.test(text))).toEqual([])
    expect(harmless.filter((text) => pattern.test(text))).toEqual([])
  })
  test('behavior: no file is kept from the compiler', () => {
    const ours = files.filter((path) => /\.(ts|tsx|mts|cts)$/.test(path))
    expect(ours.filter((path) => unchecked.test(read(path)))).toEqual([])
  })
  test.each(['//', '  //', '/*', '/** '])('default: a file is kept from it by "%s"', (begin) => {
    expect(unchecked.test(`import 'x'\n${begin} @ts-${'nocheck'}`)).toBe(true)
  })
  test('behavior: a clock that can be set is named where a date is meant, never for a duration', () => {
    const named = sources.filter((path) => /\bsystemClock\b/.test(withoutComments(read(path))))
    expect(named.filter((path) => !path.startsWith('src/kit/'))).toEqual([
      'src/app/parts/ground.ts', // the venue's clock
      'src/app/parts/open-auth.ts', // when a key was limited
      'src/app/venue/open-devnet.ts', // when blocks are mined
      'src/cli/commands/doctor.ts', // how far clocks are apart
      'src/cli/main.ts', // which day is today
      'src/client/create-client.ts', // an HTTP date
      'src/client/verify/expected-call.ts', // how far ahead a deadline may lie
      'src/demo/make-demo.ts', // when the demo begins
      'src/devnet/start-devnet.ts', // when blocks are mined
      'src/doctor/examine-node.ts',
      'src/store/migrate.ts', // when a migration was applied
    ])
  })
})

describe('what is made', () => {
  /** A line of its own that begins with a list: what comes of each is lost, a promise that fails too. */
  const lost =
    /[^\s(,=>[:?&|.+*/<-][ \t]*\n\s*(?!(?:return|await|yield|throw|const|let|case|export|type)\b)(?:void )?[\w$][\w$.[\]!?]*\.(?:map|flatMap|filter|some|every)\(|\.forEach\(\s*async\b/

  test('behavior: of a list is used: nobody maps it and looks away', () => {
    expect(sources.filter((path) => lost.test(withoutComments(read(path))))).toEqual([])
  })
  test.each([
    ['{\n  keys.map(async (key) => save(key))\n}', true],
    ['begin()\n  void parts.keys.map((key) => save(key))', true],
    ['keys.forEach(async (key) => save(key))', true],
    ['await Promise.all(\n  keys.map((key) => save(key)),\n)', false],
    ['const saved =\n  keys.map(save)', false],
    ['found\n    .filter(isOpen)\n    .map(toRow)', false],
    ['const n = 1 +\n  keys.filter(isOpen).length', false],
    ['keys.forEach((key) => save(key))', false],
  ])('default: %j is lost: %s', (text, isLost) => {
    expect(lost.test(text)).toBe(isLost)
  })
})

describe('doors', () => {
  test('behavior: every room has a door that says what it owns and what it does not', () => {
    const rooms = [...new Set(sources.map((path) => path.split('/')[1]!))].filter(
      (name) => !name.endsWith('.ts'),
    )
    const silent = rooms.filter((room) => {
      const door = sources.includes(`src/${room}/index.ts`) ? read(`src/${room}/index.ts`) : ''
      return !/^\/\*\*\n \* [\w]+: /.test(door) || !door.includes('Owns') || !door.includes('Does not own')
    })
    expect(silent).toEqual([])
  })
  test('behavior: a door shows what others made and makes nothing itself', () => {
    // Knip looks for what only tests use everywhere but in doors. The compiler's is an entry of the package.
    const doors = sources.filter((path) => /^src\/(?!ralph\/)\w+\/index\.ts$/.test(path))
    expect(
      doors.filter((path) => /^export (?!type |\{|\*)|^export \{[^}]*\}(?! from)/m.test(read(path))),
    ).toEqual([])
  })
  test('behavior: nothing is kept from knip by a tag but what the bench takes from dist', () => {
    expect(sources.filter((path) => /@(public|internal|lintignore|alias|beta)\b/.test(read(path)))).toEqual([
      'src/app/index.ts',
    ])
  })
  test('behavior: files are kebab-case, and nobody is called utils', () => {
    // The devnet's routes are named after the node's paths, one of which is /utils; a compiler has types.
    const ours = sources.filter((path) => !/^src\/(devnet\/rest\/routes|ralph)\//.test(path))
    const odd = ours.filter(
      (path) =>
        !/^[a-z0-9-]+(\.property)?\.ts$/.test(path.split('/').at(-1)!) ||
        /\/(utils?|common|types|helpers)\b/.test(path),
    )
    expect(odd).toEqual([])
  })
})

describe('tests', () => {
  /**
   * What biome does not see: on a table of tests, or among the options. Tests that are tried again, meant to fail or not
   * written are seen when they run, by scripts/suite-reporter.ts; a table without a row makes nothing that could be seen.
   */
  const leftOut =
    /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|only)\b|', \{[^{}\n]*\b(?:skip|only): true|\.each\(\[\s*\]\)/
  const suites = files.filter((path) => path.endsWith('.test.ts') && path !== 'test/repo/house-rules.test.ts')

  test('behavior: none is left out or alone', () => {
    expect(suites.filter((path) => leftOut.test(withoutComments(read(path))))).toEqual([])
  })
  test.each(['test.skip.each([1])', 'test.each([ ])', "describe('x', { only: true }, f)"])(
    'default: %s',
    (text) => {
      expect(leftOut.test(text)).toBe(true)
    },
  )
})

describe('what a clone must not hold', () => {
  const texts = files.filter((path) =>
    /\.(tsx?|mjs|cjs|json|md|sql|ral|ya?ml|css|html|sh|txt)$|^(\.ci|bin|deploy)\/|file$/.test(path),
  )
  const homes = ['root', 'home', 'Users', 'work', 'tmp'].map((name) => `/${name}/`).join('|')

  test('behavior: no path of somebody’s machine', () => {
    const found = texts
      .filter((path) => path !== 'package-lock.json')
      .flatMap((path) =>
        read(path)
          .split('\n')
          .filter((line) => new RegExp(`(^|[\\s'"\`(=])(${homes})`).test(line))
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(found).toEqual([])
  })
  test('behavior: the lock file names no registry', () => {
    expect(read('package-lock.json')).not.toContain('"resolved"')
  })
  test('behavior: every version is pinned', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      read('package.json'),
    ) as Record<string, Record<string, string>>
    const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })
})

const withoutComments = (text: string): string =>
  text.replaceAll(/'[^'\n]*'|\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, (part) =>
    part.startsWith("'") ? part : '',
  )
