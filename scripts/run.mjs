import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'

/** `node scripts/run.mjs start|test|check|contracts [arguments]`: installs what is missing, then does the work. */
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command, ...rest] = process.argv.slice(2)
const bin = (name) => join(root, 'node_modules', '.bin', name)
const tsc = ['node', [join(root, 'node_modules/typescript7/bin/tsc')]]

ensureInstalled(root)

const steps = {
  test: [[bin('vitest'), ['run', ...rest]]],
  contracts: [[bin('tsx'), [join(root, 'scripts/contracts.ts')]]],
  check: [
    [bin('biome'), ['check', '.']],
    tsc,
    [
      bin('depcruise'),
      [
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'err',
        ...['src', 'test', 'bench', 'examples'].filter((folder) => existsSync(join(root, folder))),
      ],
    ],
    [bin('tsx'), [join(root, 'scripts/check-artifacts.ts')]],
    [bin('knip'), ['--exclude', 'dependencies', '--no-config-hints']],
  ],
}[command]

if (!steps) {
  process.stderr.write(`unknown command ${command}\n`)
  process.exit(2)
}

for (const [program, args] of steps) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.on('exit', (exit, signal) => resolve(signal ? 1 : exit)))
  if (code !== 0) process.exit(code)
}
