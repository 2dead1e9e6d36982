import type { DemoKeys, DemoWallet } from '../demo/index.ts'
import { demoMarketCount } from '../demo/index.ts'
import type { TestWallet } from '../devnet/index.ts'

export interface GreetingFacts {
  readonly url: string
  readonly nodeUrl: string
  readonly dataDir: string
  /** Where the commands look for it when nobody tells them. */
  readonly usualDataDir: string
  /** Null on a real network: then nothing about keys is said. */
  readonly devnet: {
    readonly wallets: readonly TestWallet[]
    readonly demo: {
      readonly wallet: DemoWallet
      readonly keys: DemoKeys | null
      readonly isTrickling: boolean
    } | null
  } | null
}

type Row = readonly [name: string, value: string, remark?: string | undefined]

/** What runs where, and what to do with it. `strong` marks what the eye should find; in a file it marks nothing. */
export function greetingOf(facts: GreetingFacts, strong: (text: string) => string): string {
  const { url, nodeUrl, dataDir, devnet } = facts
  const where = [
    `${strong('Sibyl listens on')} ${url}`,
    ...rows([
      ['reference', `${url}/docs`],
      ['node', nodeUrl, devnet === null ? undefined : 'an Alephium devnet in this process'],
      ...(devnet === null ? [] : ([['data', dataDir, 'remove it to begin afresh']] as const)),
    ]),
  ]
  if (devnet === null) return where.join('\n')
  const { demo, wallets } = devnet
  return [
    ...where,
    '',
    ...(demo === null ? [] : [demoLine(demo.isTrickling), '']),
    strong('Funded wallets. Everybody knows these keys: never send them anything of worth.'),
    ...(demo === null
      ? []
      : rows([
          ['demo', demo.wallet.address],
          ['key', demo.wallet.privateKey],
        ])),
    ...wallets.flatMap(({ group, address, privateKey }) =>
      rows([
        [`group ${group}`, address],
        ['key', privateKey],
      ]),
    ),
    ...keyLines(demo?.keys ?? null, strong),
    '',
    strong('Try next'),
    ...nextCommands(facts).map((line) => `  ${line}`),
  ].join('\n')
}

const demoLine = (isTrickling: boolean): string =>
  `A demo venue: ${demoMarketCount} markets and a history of three days` +
  (isTrickling ? '; its people trade, propose and vote now and then\n(DEMO_TRICKLE=false stops them).' : '.')

function keyLines(keys: DemoKeys | null, strong: (text: string) => string): string[] {
  if (keys === null) return []
  return [
    '',
    strong('API keys of the wallet demo'),
    ...rows([
      ['read only', keys.read],
      ['full', keys.full],
    ]),
  ]
}

/** Typed into another terminal of the same folder they must work: whatever is not as usual is said. */
function nextCommands({ url, nodeUrl, dataDir, usualDataDir, devnet }: GreetingFacts): string[] {
  const at = url === defaultUrl ? '' : ` --url ${url}`
  const folder = dataDir === usualDataDir ? '' : `DATA_DIR=${quoted(dataDir)} `
  const nodePort = nodeUrl === defaultNodeUrl ? '' : `DEVNET_PORT=${new URL(nodeUrl).port} `
  if (devnet?.demo == null)
    return [
      `curl -s ${url}/v1/status`,
      `curl -s ${url}/v1/faucet -H 'content-type: application/json' -d '{"address":"<your wallet>"}'`,
      `${folder}${nodePort}npx sibyl doctor`,
    ]
  return [
    `npx sibyl markets${at}`,
    `npx sibyl book 1${at}`,
    `${folder}npx sibyl order 1 buy yes 400 10 --demo${at}`,
  ]
}

/** Where the commands look when nobody tells them. */
const defaultUrl = 'http://127.0.0.1:3000'
const defaultNodeUrl = 'http://127.0.0.1:22973'

/** As a shell reads it back. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`

const nameWidth = 11

const rows = (list: readonly Row[]): string[] =>
  list.map(
    ([name, value, remark]) =>
      `  ${name.padEnd(nameWidth)}${value}${remark === undefined ? '' : `   ${remark}`}`,
  )
