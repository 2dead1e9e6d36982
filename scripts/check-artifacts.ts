import { findDrift } from './contracts/manifest.ts'

/** Fails when Ralph sources, artifacts and the bindings' table no longer belong together. Needs no compiler. */
const drift = findDrift()
for (const sentence of drift) process.stderr.write(`${sentence}\n`)
if (drift.length > 0) {
  process.stderr.write(
    'Run `npm run contracts` (docs/contracts.md says what it needs) and commit the result.\n',
  )
  process.exit(1)
}
