import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAsyncApi, createOpenApi, routes } from '../src/api/index.ts'
import { configurationPage, errorsPage, streamPage } from './generate/pages.ts'

/** `npm run generate` writes the documents that come from code; with --check it only says which are stale. */
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const openApi = createOpenApi(routes, version)

const documents: readonly (readonly [path: string, text: string])[] = [
  ['docs/openapi.json', `${JSON.stringify(openApi, null, 2)}\n`],
  ['docs/asyncapi.json', `${JSON.stringify(createAsyncApi(version), null, 2)}\n`],
  ['docs/stream.md', streamPage()],
  ['docs/errors.md', errorsPage()],
  ['docs/configuration.md', configurationPage()],
]

const stale = documents.filter(([path, text]) => readOrEmpty(join(root, path)) !== text)

if (process.argv.includes('--check')) {
  for (const [path] of stale) process.stderr.write(`${path} is stale\n`)
  if (stale.length > 0) {
    process.stderr.write('Run `npm run generate` and commit the result.\n')
    process.exit(1)
  }
} else {
  for (const [path, text] of stale) {
    writeFileSync(join(root, path), text)
    process.stdout.write(`wrote ${path}\n`)
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
