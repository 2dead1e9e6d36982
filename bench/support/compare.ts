import autocannon from 'autocannon'

export interface Comparison {
  readonly name: string
  /** What is judged. */
  readonly subject: string
  /** What it is judged by. */
  readonly reference: string
  /** The least ratio of requests a second that is good enough. */
  readonly bar: number
  readonly pairs?: number
  readonly seconds?: number
  readonly warmUpSeconds?: number
  readonly connections?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Requests a second of two URLs, measured in turns (A B A B …) on one machine; what counts is the median of the pairs'
 * ratios, because two runs minutes apart differ by more than the things we compare.
 */
export async function compare(comparison: Comparison): Promise<boolean> {
  const { name, subject, reference, bar, pairs = 5, seconds = 5, warmUpSeconds = 2 } = comparison
  await load(comparison, subject, warmUpSeconds)
  await load(comparison, reference, warmUpSeconds)
  const ratios: number[] = []
  for (let pair = 1; pair <= pairs; pair++) {
    const [a, b] = [await load(comparison, subject, seconds), await load(comparison, reference, seconds)]
    ratios.push(a / b)
    console.log(
      `  pair ${pair}/${pairs}: ${Math.round(a)} / ${Math.round(b)} a second = ${(a / b).toFixed(3)}`,
    )
  }
  const median = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)]!
  const passed = median >= bar
  console.log(`${passed ? 'ok  ' : 'MISS'} ${name}: ${median.toFixed(3)} (bar ${bar})`)
  return passed
}

async function load(
  { connections = 32, headers = {} }: Comparison,
  url: string,
  seconds: number,
): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { ...headers } })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} requests failed`)
  return result.requests.total / result.duration
}
