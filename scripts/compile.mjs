import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from './build-console.mjs'

/**
 * `node scripts/compile.mjs <folder>`: the service and its console side by side, because neither needs the other. Types are
 * the gate's to check, and declarations are for packages. A console that cannot be built never stops the service.
 */
const [folder] = process.argv.slice(2)
const root = join(import.meta.dirname, '..')
const tsc = join(root, 'node_modules', 'typescript7', 'bin', 'tsc')
const options = ['--noCheck', '--declaration', 'false', '--outDir', folder]
const compiling = new Promise((resolve) =>
  spawn(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...options], { cwd: root, stdio: 'inherit' })
    .once('error', () => resolve(1))
    .once('exit', (code) => resolve(code ?? 1)),
)
const consoleFolder = join(folder, 'console')
const building = buildConsole(consoleFolder).catch((error) => {
  rmSync(consoleFolder, { recursive: true, force: true })
  process.stderr.write(`${error.message}\nthe console could not be built; the API serves without it\n`)
})
const [code] = await Promise.all([compiling, building])
process.exitCode = code
