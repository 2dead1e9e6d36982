import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listCloneFiles } from '../support/clone-files.ts'

const root = join(import.meta.dirname, '..', '..')
const files = listCloneFiles(root)
const self = 'test/repo/documents.test.ts'
const sources = files.filter(
  (path) =>
    (/\.(ts|tsx|mjs|cjs|sql|ral|ya?ml|toml|sh|css|html|service|conf|gitignore|dockerignore)$|^\.ci\/|(^|\/)[A-Z]\w+file$/.test(
      path,
    ) ||
      path.startsWith('deploy/')) &&
    !path.endsWith('.md') &&
    path !== self,
)
const inClone = new Set(files)
const foldersInClone = new Set(files.map(dirname))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** A heading may be quoted behind its document: `protocol.md, "Rounding"` is `protocol.md#rounding`. */
const withAnchors = (text: string): string =>
  text.replaceAll(
    /(\.md),\s+(?:(?:\*|\/\/|#|--)\s+)?(?:"([^"\n]+)"|“([^”\n]+)”)/g,
    (_, end, plain, curly) => `${end}#${anchorOf(plain ?? curly)}`,
  )

const namedIn = (text: string): string[] =>
  withAnchors(text).match(
    /(?<![\w./:-])(?:(?:\/|(?:\.{1,2}\/)+)?[\w-][\w./-]*\.md\b(?:#[\p{L}\p{N}_-]+)?|docs\/[\w./-]+\.[a-z]+\b|docs\/[\w-]+(?![\w/-]|\.\w))/gu,
  ) ?? []

/** A name that begins with a dot is meant from where it is said, another from the top or from docs. */
const placesOf = (path: string, name: string): string[] =>
  name.startsWith('.')
    ? [join(dirname(path), name)]
    : [name, join('docs', name)].map((at) => at.replace(/^\//, ''))

/** As the reader's page makes it: small letters, no punctuation, hyphens for spaces. */
const anchorOf = (title: string): string =>
  title
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

/** Of all headings, with a number where one is there already. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return [...text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => {
    const anchor = anchorOf(title)
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

/** Where links lead that are written as Markdown or as HTML, but for those to other hosts. */
const linkedIn = (text: string): string[] =>
  [
    ...text
      .replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '')
      .matchAll(/\]\(\s*<?([^)\s>]+)|^\[[^\]]+\]:\s*<?([^\s>]+)|\b(?:src|srcset|href)="([^"]+)"/gm),
  ]
    .map(([, inline, reference, html]) => (inline ?? reference ?? html)!)
    .filter((target) => !/^[a-z]+:/.test(target))

const known = new Map<string, string[]>()
function headingsOf(path: string): string[] {
  const found = known.get(path) ?? anchorsOf(read(path))
  known.set(path, found)
  return found
}

const leadsTo = (places: readonly string[], anchor: string | undefined): boolean =>
  places.some(
    (place) =>
      (inClone.has(place) || (anchor === undefined && foldersInClone.has(place))) &&
      (anchor === undefined || (place.endsWith('.md') && headingsOf(place).includes(anchor))),
  )

describe('documents', () => {
  test('behavior: every document that a source names is in the clone, and has the heading', () => {
    const lost = sources.flatMap((path) =>
      [...new Set(namedIn(read(path)))]
        .filter((name) => {
          const [document = '', anchor] = name.split('#')
          return !leadsTo(placesOf(path, document), anchor)
        })
        .map((name) => `${path} names ${name}`),
    )
    expect(lost).toEqual([])
  })
  test('behavior: every document that a document names or links to is in the clone, and has the heading', () => {
    const pages = files.filter((path) => /\.md$|(^|\/)llms\.txt$/.test(path))
    const lost = pages.flatMap((path) => {
      const text = read(path)
      const links = linkedIn(text).filter((target) => {
        const [document = '', anchor] = target.split('#')
        const place = document === '' ? path : join(dirname(path), document).replace(/\/$/, '')
        return (
          !leadsTo([place], anchor) &&
          !files.some((file) => anchor === undefined && file.startsWith(`${place}/`))
        )
      })
      const named = namedIn(text).filter((name) => {
        const [document = '', anchor] = name.split('#')
        return !leadsTo([...placesOf(path, document), join(dirname(path), document)], anchor)
      })
      return [...new Set([...links, ...named])].map((name) => `${path} names ${name}`)
    })
    expect(lost).toEqual([])
    expect(pages.length).toBeGreaterThan(20)
  })
  test.each([
    ['# One\n## Two `words`, said', ['one', 'two-words-said']],
    ['# A\n## A\n## [B](c.md)', ['a', 'a-1', 'b']],
    ['# A\n```sh\n# no heading\n```\n', ['a']],
  ])('default: headings of %j', (text, anchors) => {
    expect(anchorsOf(text)).toEqual(anchors)
  })
  test.each([
    ['[a](b.md#c) ![d](e.png "f") [g]: h.md', ['b.md#c', 'e.png']],
    ['[g]: h.md', ['h.md']],
    ['<img src="i.png"> <a href="https://example.org">', ['i.png']],
    ['[j](https://example.org/k.md)', []],
  ])('default: links in %j', (text, targets) => {
    expect(linkedIn(text)).toEqual(targets)
  })
  test.each([
    ['see docs/protocol.md', ['docs/protocol.md']],
    ['(../spec/other.md), ./here.md and NOTES.md.', ['../spec/other.md', './here.md', 'NOTES.md']],
    ['[it](/docs/one.md)', ['/docs/one.md']],
    ['see docs/one.md#a-heading.', ['docs/one.md#a-heading']],
    ['(one.md, "A heading"), docs/one.md, “Another”.', ['one.md#a-heading', 'docs/one.md#another']],
    ['one.md,\n * "A heading"; two.md,\n"B"', ['one.md#a-heading', 'two.md#b']],
    ['see docs/nowhere, docs/images, /docs/static.', ['docs/nowhere', 'docs/images']],
    ['docs/schema.sql and docs/images/one.svg', ['docs/schema.sql', 'docs/images/one.svg']],
    ['https://example.org/page.md, a.mdx and b.md5', []],
  ])('default: documents named in "%s"', (text, names) => {
    expect(namedIn(text)).toEqual(names)
  })
  test('behavior: the newest release in the changelog is the package’s version', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(/^## (\d+\.\d+\.\d+)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  })
  test('behavior: every row of docs/faults.md names the tests that name its fault, and no others', () => {
    const rows = [...read('docs/faults.md').matchAll(/^\| (F\d+) \|.*\| ([^|]+) \|$/gm)].flatMap(
      ([, code, tests = '']) => {
        const paths = [...tests.matchAll(/`([^`]+)`/g)].map(([, path]) => path)
        return (paths.length === 0 ? ['nobody'] : paths).map((path) => `${code} ${path}`)
      },
    )
    const tests = sources.filter((path) => path.endsWith('.test.ts') && !path.startsWith('test/repo/'))
    const named = tests.flatMap((path) =>
      [...new Set(read(path).match(/\bF[1-9]\d?\b/g) ?? [])].map((code) => `${code} ${path}`),
    )
    expect(rows.sort()).toEqual(named.sort())
    expect(rows.length).toBeGreaterThan(40)
  })
})
