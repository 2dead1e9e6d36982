import { monotonicMs } from '../../src/kit/index.ts'

export interface Latency {
  readonly p50: number
  readonly p99: number
  readonly rounds: number
}

/** Milliseconds of each kind of work, one at a time and in turns, after some rounds that do not count. */
export async function measureLatency<Kind extends string>(
  kinds: Readonly<Record<Kind, (round: number) => Promise<unknown>>>,
  rounds: number,
  /** Before each, outside the measured time. */
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<Record<Kind, Latency>> {
  const names = Object.keys(kinds) as Kind[]
  const times = new Map(names.map((name) => [name, [] as number[]]))
  const warmUp = Math.ceil(rounds / 10)
  for (let round = -warmUp; round < rounds; round++)
    for (const name of names) {
      await prepare()
      const startedMs = monotonicMs()
      await kinds[name](round + warmUp)
      if (round >= 0) times.get(name)!.push(monotonicMs() - startedMs)
    }
  const latencies = names.map((name) => [name, latencyOf(times.get(name)!)] as const)
  return Object.fromEntries(latencies) as Record<Kind, Latency>
}

export function latencyOf(times: readonly number[]): Latency {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { p50: at(0.5), p99: at(0.99), rounds: sorted.length }
}

export const shown = ({ p50, p99 }: Latency): string => `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`

/** Says whether what is judged took at most `bar` times as long as what it is judged by; without a bar it only tells. */
export function judge(name: string, subject: number, reference: number, bar: number | null): boolean {
  const ratio = subject / reference
  const figures = `${name}: ${subject.toFixed(2)} / ${reference.toFixed(2)} ms = ${ratio.toFixed(3)}`
  if (bar === null) {
    console.log(`     ${figures}`)
    return true
  }
  const passed = ratio <= bar
  console.log(`${passed ? 'ok  ' : 'MISS'} ${figures} (at most ${bar})`)
  return passed
}
