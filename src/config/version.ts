import { readFileSync } from 'node:fs'

/** The package's version, from the manifest beside src and dist alike. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
