import { createSeededRandom } from '../../src/kit/index.ts'
import {
  callContract,
  callTxScript,
  createFixtureWorld,
  type DryRunEnv,
  testContract,
} from '../../src/vm/index.ts'
import { readJsonLines } from './json-lines.ts'

/** One recorded execution: the request and what a 4.6.0 node answered. */
export interface VmCase {
  readonly kind: string
  readonly name: string
  readonly path: string
  readonly request: unknown
  readonly status: number
  readonly body: unknown
}

export const readVmCases = (file: string): VmCase[] => readJsonLines<VmCase>(file)

const tip = { hash: `${'00'.repeat(30)}b100`, timestampMs: 1_700_000_000_000 }

/** An empty devnet. The recorded cases bring everything they need. */
export const emptyChain: DryRunEnv = {
  networkId: 4,
  nowMs: 1_750_000_000_000,
  random: createSeededRandom('vm cases'),
  target: Uint8Array.of(0x20, 0xff, 0xff, 0xff),
  tipOf: () => ({ ...tip, world: createFixtureWorld() }),
  findBlock: () => undefined,
}

const routes: Readonly<Record<string, typeof testContract | typeof callTxScript | typeof callContract>> = {
  '/contracts/test-contract': testContract,
  '/contracts/call-contract': callContract,
  '/contracts/call-tx-script': callTxScript,
}

/** Plays one case and says where the answer differs; nothing if it does not. */
export function playVmCase(vmCase: VmCase, chain: DryRunEnv = emptyChain): string[] {
  const route = routes[vmCase.path]
  if (route === undefined) return [`no route ${vmCase.path}`]
  const answer = route(vmCase.request, chain)
  if (answer.status !== vmCase.status) {
    const got = 'detail' in answer ? answer.detail : 'success'
    const expected = isRecord(vmCase.body) ? String(vmCase.body.detail ?? 'success') : ''
    return [`status: ${answer.status} instead of ${vmCase.status} (${got} | ${expected})`]
  }
  const body = 'detail' in answer ? { detail: answer.detail } : answer.body
  return differences(normalise(vmCase.path, body), vmCase.body, '')
}

/** What differs from process to process, or by an order the node does not promise, is levelled before comparing. */
function normalise(path: string, body: unknown): unknown {
  const value: unknown = JSON.parse(JSON.stringify(body))
  if (!isRecord(value)) return value
  const detail = value.detail
  if (typeof detail === 'string') return { ...value, detail: detail.replace(/\$@[0-9a-f]+/g, '$@<identity>') }
  const events = sortedByContract(value.events)
  return {
    ...value,
    events: path === '/contracts/call-tx-script' ? events.map(atTheTip) : events,
    debugMessages: sortedByContract(value.debugMessages),
  }
}

const atTheTip = (event: Record<string, unknown>): Record<string, unknown> => ({
  ...event,
  blockHash: '<tip>',
  timestamp: '<tip time>',
})

function sortedByContract(list: unknown): Record<string, unknown>[] {
  const items = Array.isArray(list) ? list.filter(isRecord) : []
  const addressOf = (item: Record<string, unknown>): string => String(item.contractAddress)
  return items.sort((a, b) => (addressOf(a) < addressOf(b) ? -1 : addressOf(a) > addressOf(b) ? 1 : 0))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Numbers are compared by their digits, arrays in order, and an absent key is not null. */
function differences(got: unknown, expected: unknown, at: string): string[] {
  if (Array.isArray(got) && Array.isArray(expected)) {
    if (got.length !== expected.length) return [`${at}: ${got.length} items instead of ${expected.length}`]
    return got.flatMap((item, index) => differences(item, expected[index], `${at}[${index}]`))
  }
  if (isRecord(got) && isRecord(expected)) {
    const keys = new Set([...Object.keys(got), ...Object.keys(expected)])
    return [...keys].flatMap((key) => differences(got[key], expected[key], `${at}.${key}`))
  }
  const isEqual =
    got === expected || (isDigits(got) && isDigits(expected) && String(got) === String(expected))
  return isEqual ? [] : [`${at}: ${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`]
}

const isDigits = (value: unknown): boolean => typeof value === 'number' || /^-?\d+$/.test(String(value))
