import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** `npm run bench` runs every bench in turn, `npm run bench -- hello --seconds 1` one of them with its arguments. */
const benches = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .map((name) => name.slice(0, -'.ts'.length))
const [wanted, ...args] = process.argv.slice(2)
if (wanted !== undefined && !benches.includes(wanted)) {
  console.error(`there is no bench ${wanted}; there are ${benches.join(', ')}`)
  process.exit(2)
}
const tsx = createRequire(import.meta.url).resolve('tsx/cli')
const missed = (wanted === undefined ? benches : [wanted]).filter((name) => {
  console.log(`\n${name}`)
  const { status } = spawnSync(process.execPath, [tsx, join(import.meta.dirname, `${name}.ts`), ...args], {
    stdio: 'inherit',
  })
  return status !== 0
})
if (missed.length > 0) {
  console.error(`\nmissed: ${missed.join(', ')}`)
  process.exit(1)
}
