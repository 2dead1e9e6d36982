import { describe, expect, test } from 'vitest'
import { Bug } from '../../kit/index.ts'
import { createTelemetry } from './telemetry.ts'

function capture(options: { level?: string; sampleRate?: number } = {}) {
  const lines: Record<string, unknown>[] = []
  const telemetry = createTelemetry({
    level: options.level ?? 'debug',
    sampleRate: options.sampleRate ?? 1,
    destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
  })
  return { lines, telemetry }
}

const request = {
  kind: 'request',
  requestId: 'r-1',
  method: 'GET',
  route: '/v1/auth/keys',
  status: 200,
  ms: 3,
  keyId: 'k1',
  aborted: false,
} as const

describe('createTelemetry', () => {
  test('default: a request is one line and one metric', async () => {
    const { lines, telemetry } = capture()
    telemetry.observeApi(request)
    expect(lines).toEqual([expect.objectContaining({ event: 'request', requestId: 'r-1', status: 200 })])
    const { text } = await telemetry.metrics.text()
    expect(text).toContain(
      'sibyl_http_request_seconds_count{method="GET",route="/v1/auth/keys",status="200"} 1',
    )
  })
  test('behavior: successes are sampled, failures are not', () => {
    const { lines, telemetry } = capture({ sampleRate: 10 })
    for (let i = 0; i < 20; i++) telemetry.observeApi(request)
    telemetry.observeApi({ ...request, status: 503 })
    expect(lines.map(({ status }) => status)).toEqual([200, 200, 503])
  })
  test('behavior: an indexer that halts is an error, and a metric that names the block', async () => {
    const { lines, telemetry } = capture()
    expect((await telemetry.metrics.text()).text).not.toContain('sibyl_index_halted_block{')
    telemetry.observeIndexer({ kind: 'halted', reason: 'too deep', height: 0 })
    expect(lines).toEqual([
      expect.objectContaining({ level: 50, event: 'halted', reason: 'too deep', height: 0 }),
    ])
    const { text } = await telemetry.metrics.text()
    expect(text).toContain('sibyl_index_halted_block{part="indexer"} 0\n')
    expect(text).toContain('sibyl_events_total{room="indexer",kind="halted"} 1\n')
  })
  test('behavior: coins that were left out are counted, and one a second is told', async () => {
    const { lines, telemetry } = capture()
    for (let i = 0; i < 3; i++)
      telemetry.observeChain({ kind: 'odd-coin', address: 'a1', cause: new Error('wrong shape') })
    expect(lines).toEqual([expect.objectContaining({ level: 40, event: 'odd-coin', address: 'a1' })])
    const { text } = await telemetry.metrics.text()
    expect(text).toContain('sibyl_events_total{room="chain",kind="odd-coin"} 3\n')
  })
  test('behavior: a bug in a duty is an error with its cause, and a metric of that duty', async () => {
    const { lines, telemetry } = capture()
    telemetry.observeKeeper({
      kind: 'broken',
      duty: 'pay-fees',
      task: null,
      pauseMs: 1_000,
      cause: new Bug('an indexed market has a contract address', { cause: new Error('inner') }),
    })
    expect(lines).toEqual([
      expect.objectContaining({
        level: 50,
        event: 'broken',
        duty: 'pay-fees',
        pauseMs: 1_000,
        err: expect.objectContaining({
          name: 'Bug',
          message: 'an indexed market has a contract address',
          cause: expect.objectContaining({ message: 'inner' }),
        }),
      }),
    ])
    const { text } = await telemetry.metrics.text()
    expect(text).toContain('sibyl_keeper_bugs_total{duty="pay-fees"} 1')
  })
  test('behavior: the keeper’s balance is a metric in ALPH, absent until it was looked at', async () => {
    const { lines, telemetry } = capture()
    expect((await telemetry.metrics.text()).text).not.toContain('sibyl_keeper_balance_alph{')
    telemetry.observeKeeper({ kind: 'balance', address: 'k1', attoAlph: 4_500_000_000_000_000_000n })
    expect((await telemetry.metrics.text()).text).toContain('sibyl_keeper_balance_alph{wallet="k1"} 4.5\n')
    expect(lines).toEqual([expect.objectContaining({ level: 20, event: 'balance' })])
  })
  test('behavior: an index that has caught up says so at the usual level', () => {
    const { lines, telemetry } = capture()
    telemetry.observeIndexer({ kind: 'caught-up', height: 12 })
    expect(lines).toEqual([expect.objectContaining({ level: 30, event: 'caught-up', height: 12 })])
  })
  test('behavior: no key and no signature is ever written, whatever an error says', () => {
    const { lines, telemetry } = capture()
    const signature = 'ab'.repeat(64)
    const key = `sibyl_live_${'z'.repeat(40)}`
    const cause = new Error(`inner ${key}`)
    telemetry.observeApi({
      kind: 'bug',
      requestId: 'r-2',
      route: '/v1/auth/keys',
      cause: new Error(`bad ${signature}`, { cause }),
    })
    const text = JSON.stringify(lines)
    expect(text).toContain('r-2')
    expect(text).not.toContain(signature)
    expect(text).not.toContain('z'.repeat(40))
  })
})
