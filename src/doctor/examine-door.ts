import type { DeploymentFile } from '../bindings/index.ts'
import type { Config } from '../config/index.ts'
import { Fault, withDeadline } from '../kit/index.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

const ANSWER_MS = 10_000
/** A status is some kilobytes, the figures some hundred. */
const ANSWER_MAX_BYTES = 4 * 2 ** 20

/** What the world sees: whether PUBLIC_URL leads to this venue, and whether the proxy there keeps figures to itself. */
export async function examineDoor(
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
  venue: DeploymentFile | string,
): Promise<Finding[]> {
  if (publicUrl === null)
    return [
      skipped('public url', 'PUBLIC_URL is not set: clients reach the process itself'),
      skipped('proxy', 'PUBLIC_URL is not set'),
    ]
  const url = publicUrl.replace(/\/$/, '')
  const status = await ask(`${url}/v1/status`)
  if (status instanceof Fault)
    return [
      failed('public url', `${url}: ${status.message}`, `start what listens there, or correct PUBLIC_URL`),
      skipped('proxy', 'PUBLIC_URL does not answer'),
    ]
  return [examineVenue(url, status, venue), await examineProxy(url, trustProxy)]
}

function examineVenue(url: string, { code, text }: Answer, venue: DeploymentFile | string): Finding {
  const remedy = 'set PUBLIC_URL to where this venue is reached: it is part of every challenge a wallet signs'
  const shown = code === 200 ? venueIn(text) : null
  if (shown === null) return failed('public url', `${url} is no venue: /v1/status answers ${code}`, remedy)
  const own = typeof venue === 'string' ? undefined : venue.deployment?.contracts.venue.address
  if (own === undefined) return ok('public url', `${url} is a venue; which one cannot be compared`)
  return shown === own
    ? ok('public url', `${url} is this venue`)
    : failed('public url', `${url} is another venue, ${shown}`, remedy)
}

function venueIn(text: string): string | null {
  try {
    const { contracts } = JSON.parse(text) as { readonly contracts?: { readonly venue?: unknown } }
    return typeof contracts?.venue === 'string' ? contracts.venue : null
  } catch {
    return null
  }
}

async function examineProxy(url: string, trustProxy: Config['trustProxy']): Promise<Finding> {
  const figures = await ask(`${url}/metrics`)
  if (!(figures instanceof Fault) && figures.code === 200 && figures.text.includes('sibyl_'))
    return failed(
      'proxy',
      `${url}/metrics is open to the world`,
      'let the proxy answer for it (deploy/Caddyfile), and ask the processes themselves',
    )
  if (url.startsWith('https:') && trustProxy === false)
    return warning(
      'proxy',
      'TRUST_PROXY is not set, though something before this process ends TLS',
      'set TRUST_PROXY to the number of proxies: without it all callers share one rate limit, the proxy’s',
    )
  return ok('proxy', 'the figures are not open to the world')
}

interface Answer {
  readonly code: number
  readonly text: string
}

async function ask(url: string): Promise<Answer | Fault> {
  try {
    return await withDeadline(
      ANSWER_MS,
      async (signal) => {
        const answer = await fetch(url, { signal, redirect: 'manual' })
        return { code: answer.status, text: await textOf(answer) }
      },
      () => new Fault('upstream_timeout', `no answer within ${ANSWER_MS} ms`),
    )
  } catch (error) {
    return error instanceof Fault ? error : new Fault('upstream_error', 'it cannot be reached')
  }
}

/** As much as could matter: whoever answers there may never end. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
