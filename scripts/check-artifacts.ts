import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileHere } from './contracts/compile.ts'
import { compileFiles } from './contracts/compiled-files.ts'
import { findDrift, root } from './contracts/manifest.ts'

/** Compiles the Ralph sources again and fails when they are not what artifacts/ and the bindings' table say they are. */
const { files } = await compileFiles(compileHere)
const different = [...files]
  .filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
  .map(([path]) => `${path} is not what its source compiles to`)
const sentences = [...findDrift(), ...different]
for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
if (sentences.length > 0) {
  process.stderr.write('Run `npm run contracts` and commit the result.\n')
  process.exit(1)
}
