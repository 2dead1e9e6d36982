import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const inFolder = async (folder: string): Promise<string[]> =>
  (await readdir(join(root, folder)))
    .filter((name) => /\.md$|^llms\.txt$/.test(name))
    .map((name) => join(folder, name))

/** As the reader's page makes them: small letters, no punctuation, hyphens for spaces. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every relative link in the documents leads somewhere', async () => {
  const files = [...(await inFolder('.')), ...(await inFolder('docs'))]
  expect(files).toContain('README.md')
  const dead = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/```[\s\S]*?```/g, '')
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#')
        const found = path === '' ? join(root, file) : join(root, dirname(file), path)
        if (!existsSync(found)) return true
        return anchor !== undefined && !anchorsOf(readFileSync(found, 'utf8')).includes(anchor)
      })
      .map((target) => `${file}: ${target}`)
  })
  expect(dead).toEqual([])
})
