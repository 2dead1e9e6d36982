import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'
import { readTranscript, TranscriptPlayer } from '../support/rest-transcript.ts'

/** 535 requests in order on a fresh chain, as a 4.6.0 node answered them: ids, unsigned bytes and addresses to the byte. */
const steps = readTranscript(fileURLToPath(new URL('node-rest.jsonl.br', import.meta.url)))

describe.each(['in process', 'over a socket'])('recorded requests, %s', (way) => {
  let devnet: Devnet
  let player: TranscriptPlayer

  beforeAll(async () => {
    // A clock that stands: how long the run takes must not move its blocks out of the span that is asked for.
    devnet = await startDevnet({ seed: 'transcript', startMs: 1_794_712_330_000, ...(way === 'in process' ? {} : { port: 0 }) })
    player = new TranscriptPlayer(devnet.url, way === 'in process' ? devnet.fetch : fetch)
  })
  afterAll(() => devnet.stop())

  test('behavior: every answer equals the node\'s', async () => {
    const differences: string[] = []
    for (const [index, step] of steps.entries())
      for (const difference of await player.play(step)) differences.push(`${index + 1} ${step.name}: ${difference}`)
    expect(differences).toEqual([])
    expect(steps).toHaveLength(535)
  })
})
