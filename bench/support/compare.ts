import autocannon from 'autocannon'

/** What is asked for: always the same URL, or another path each time, so that no cache has seen it. */
export interface Target {
  readonly url: string
  /** The next request's path with its query. */
  readonly nextPath?: () => string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Comparison {
  readonly name: string
  /** What is judged. */
  readonly subject: string | Target
  /** What it is judged by. */
  readonly reference: string | Target
  /** The least ratio of requests a second that is good enough; absent: the figure is only told. */
  readonly bar?: number
  readonly pairs?: number
  readonly seconds?: number
  readonly warmUpSeconds?: number
  readonly connections?: number
}

/**
 * Requests a second of two targets, measured in turns (A B A B …) on one machine and counted together. The turns are short
 * and change who is first: a machine's speed drifts by a third within a minute, which is more than the things we compare
 * differ by, and so both meet the same.
 */
export async function compare(comparison: Comparison): Promise<boolean> {
  const { name, subject, reference, bar, pairs = 16, seconds = 2, warmUpSeconds = 8 } = comparison
  await load(comparison, subject, warmUpSeconds)
  await load(comparison, reference, warmUpSeconds)
  let [ours, theirs] = [0, 0]
  for (let pair = 1; pair <= pairs; pair++) {
    const isFirst = pair % 2 === 1
    const before = isFirst ? await load(comparison, subject, seconds) : null
    const b = await load(comparison, reference, seconds)
    const a = before ?? (await load(comparison, subject, seconds))
    ours += a
    theirs += b
    console.log(
      `  pair ${pair}/${pairs}: ${Math.round(a)} / ${Math.round(b)} a second = ${(a / b).toFixed(3)}`,
    )
  }
  const ratio = ours / theirs
  if (bar === undefined) {
    console.log(`     ${name}: ${ratio.toFixed(3)}`)
    return true
  }
  const passed = ratio >= bar
  console.log(`${passed ? 'ok  ' : 'MISS'} ${name}: ${ratio.toFixed(3)} (bar ${bar})`)
  return passed
}

async function load(
  { connections = 32 }: Comparison,
  target: string | Target,
  seconds: number,
): Promise<number> {
  const { url, nextPath, headers = {} } = typeof target === 'string' ? { url: target } : target
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...headers },
    ...(nextPath === undefined
      ? {}
      : { requests: [{ setupRequest: (request) => ({ ...request, path: nextPath() }) }] }),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} requests failed`)
  return result.requests.total / result.duration
}
