import { startDevnet } from '../src/devnet/index.ts'
import { readTranscript, TranscriptPlayer } from '../test/support/rest-transcript.ts'

/**
 * npm run devnet:replay -- FILE: plays recorded requests (JSON lines {name, method, path, headers?, body?, status, type,
 * answer}, plain, .gz or .br) against a fresh devnet and prints where its answers differ.
 */
const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('npm run devnet:replay -- FILE')
  process.exit(2)
}
const devnet = await startDevnet({ seed: 'replay' })
const player = new TranscriptPlayer(devnet.url, devnet.fetch)
let different = 0
const steps = readTranscript(file)
for (const [index, step] of steps.entries()) {
  const differences = await player.play(step)
  if (differences.length === 0) continue
  different += 1
  console.log(`${index + 1} ${step.name}`)
  for (const difference of differences.slice(0, 5)) console.log(`    ${difference}`)
}
console.log(`${steps.length - different} of ${steps.length} equal`)
await devnet.stop()
process.exitCode = different === 0 ? 0 : 1
