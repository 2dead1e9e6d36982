import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** One request of a recorded run on a fresh devnet and what a 4.6.0 node answered. */
export interface RestStep {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  readonly type: string
  readonly answer: string
}

export function readTranscript(file: string): RestStep[] {
  const raw = readFileSync(file)
  const text = file.endsWith('.br') ? brotliDecompressSync(raw) : file.endsWith('.gz') ? gunzipSync(raw) : raw
  return text
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): RestStep => JSON.parse(line))
}

/** What a correct node may answer differently: times, the random miner, its identity, and what follows from those. */
const volatileKeys = new Set([
  'timestamp',
  'lockTime',
  'nonce',
  'txsHash',
  'depStateHash',
  'cliqueId',
  'commit',
  'restPort',
  'wsPort',
  'minerApiPort',
])
const unorderedKeys = new Set(['utxos', 'tokenBalances', 'lockedTokenBalances'])
const hash = /[0-9a-f]{64}/g
const aboutBlocks = /hash|headers|deps/i
const COINBASE_GAS_PRICE = '1000000000'

/**
 * Plays a recorded run against a fresh node, in order. Block hashes are mapped by order of appearance, in answers and in
 * the paths of later requests; times are moved by the difference seen first.
 */
export class TranscriptPlayer {
  readonly #request: typeof fetch
  readonly #baseUrl: string
  readonly #hashes = new Map<string, string>()
  #timeShiftMs: number | undefined

  constructor(baseUrl: string, request: typeof fetch) {
    this.#baseUrl = baseUrl
    this.#request = request
  }

  /** Where the node's answer differs; nothing if it does not. */
  async play(step: RestStep): Promise<string[]> {
    const response = await this.#request(this.#baseUrl + this.#mapped(this.#shifted(step.path)), {
      method: step.method,
      ...(step.body === undefined
        ? {}
        : {
            body: this.#mapped(typeof step.body === 'string' ? step.body : JSON.stringify(step.body)),
            headers: { 'content-type': 'application/json', ...step.headers },
          }),
    })
    const text = await response.text()
    if (step.status === 500 && step.type === 'text/plain')
      return isRefusal(response, text) ? [] : ['not refused']
    const differences: string[] = []
    if (response.status !== step.status)
      differences.push(`status ${response.status}, not ${step.status}: ${text}`)
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    if (type !== step.type) differences.push(`type ${type}, not ${step.type}`)
    if (step.type === 'application/json')
      this.#compare(JSON.parse(step.answer), parsed(text), '$', '', differences)
    else if (text !== step.answer) differences.push(`text ${text}, not ${step.answer}`)
    return differences
  }

  #mapped(text: string): string {
    return text.replace(hash, (found) => this.#hashes.get(found) ?? found)
  }

  #shifted(path: string): string {
    return path.replace(/fromTs=(\d{13})/, (_, ms) => `fromTs=${Number(ms) + (this.#timeShiftMs ?? 0)}`)
  }

  #compare(expected: unknown, got: unknown, path: string, key: string, out: string[]): void {
    if (key === 'timestamp' && typeof expected === 'number' && expected > 1.7e12 && typeof got === 'number')
      this.#timeShiftMs ??= got - expected
    if (volatileKeys.has(key)) return
    if (isCoinbase(expected) && isCoinbase(got)) {
      this.#compare(rewards(expected), rewards(got), `${path}.reward`, '', out)
      return
    }
    if (Array.isArray(expected) && Array.isArray(got)) {
      if (expected.length !== got.length) out.push(`${path}: ${got.length} items, not ${expected.length}`)
      const [a, b] = unorderedKeys.has(key) ? [sorted(expected), sorted(got)] : [expected, got]
      for (const [index, item] of a.entries()) this.#compare(item, b[index], `${path}[${index}]`, key, out)
    } else if (isObject(expected) && isObject(got)) {
      for (const name of new Set([...Object.keys(expected), ...Object.keys(got)])) {
        if (name in expected && name in got)
          this.#compare(expected[name], got[name], `${path}.${name}`, name, out)
        else out.push(`${path}.${name} ${name in got ? 'should be absent' : 'is missing'}`)
      }
    } else if (expected !== got && !this.#isSameText(expected, got, path)) {
      out.push(`${path}: ${String(got)}, not ${String(expected)}`)
    }
  }

  #isSameText(expected: unknown, got: unknown, path: string): boolean {
    if (typeof expected !== 'string' || typeof got !== 'string') return false
    if (aboutBlocks.test(path) && expected.length === 64 && got.length === 64) {
      const known = this.#hashes.get(expected)
      if (known === undefined) this.#hashes.set(expected, got)
      return known === undefined || known === got
    }
    const plain = (text: string) => text.replace(/\$@[0-9a-f]+/g, '$@')
    return plain(this.#mapped(expected)) === plain(got)
  }
}

/** Where the real node crashed it is enough to refuse. */
const isRefusal = (response: Response, text: string): boolean =>
  response.status >= 400 || text.includes('"CallContractFailed"')

interface Coinbase {
  readonly unsigned: { readonly fixedOutputs: readonly { readonly attoAlphAmount: string }[] }
}

/** The transaction that pays a random miner: only how much it pays counts. */
const isCoinbase = (value: unknown): value is Coinbase =>
  isObject(value) && isObject(value.unsigned) && value.unsigned.gasPrice === COINBASE_GAS_PRICE

const rewards = ({ unsigned }: Coinbase): string[] =>
  unsigned.fixedOutputs.map(({ attoAlphAmount }) => attoAlphAmount)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function sorted(items: readonly unknown[]): unknown[] {
  const keyOf = (item: unknown): string =>
    isObject(item) ? JSON.stringify(item.ref ?? item.id) : JSON.stringify(item)
  return [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
