import { BlockList, isIP } from 'node:net'
import { readSecretFile } from './read-secret-file.ts'
import {
  booleanSetting,
  Complaint,
  integerSetting,
  listSetting,
  type Setting,
  setting,
  textSetting,
  wordSetting,
} from './setting.ts'

/** Every setting of the service. docs/configuration.md is generated from this table, in this order. */
export const settings = {
  host: textSetting('HOST', '127.0.0.1', 'Address the API listens on; `0.0.0.0` for all.'),
  port: integerSetting('PORT', 3000, 'Port of the API; 0 picks a free one and prints it.', {
    min: 0,
    max: 65_535,
  }),
  publicUrl: textSetting(
    'PUBLIC_URL',
    null,
    'Where clients reach the service. It is part of every challenge a wallet signs.',
    { shownDefault: '`http://HOST:PORT`', check: checkHttpUrl },
  ),
  trustProxy: setting<false | number | readonly string[]>(
    'TRUST_PROXY',
    false,
    'Whose X-Forwarded-For counts: a number of proxies in front, or a comma list of their addresses or networks; `true` means one.',
    readTrustProxy,
  ),
  corsOrigins: listSetting(
    'CORS_ORIGINS',
    ['*'],
    'Origins that may call from a browser, as a comma list; `*` for all.',
    { check: checkOrigin },
  ),

  dataDir: textSetting(
    'DATA_DIR',
    '.sibyl',
    'Folder for the embedded database, secrets and everything else the service keeps.',
  ),
  databaseUrl: textSetting(
    'DATABASE_URL',
    null,
    'PostgreSQL 15 or later. Without it the embedded database in DATA_DIR is used; a wrong one stops the start.',
    { secret: true, check: checkDatabaseUrl },
  ),
  listSessions: integerSetting(
    'DATABASE_LIST_SESSIONS',
    8,
    'Connections to DATABASE_URL that one process has for lists, and to each of DATABASE_READ_URLS.',
    { min: 1, max: 64 },
  ),
  readUrls: listSetting(
    'DATABASE_READ_URLS',
    [],
    'Standbys of DATABASE_URL, as a comma list: lists and searches are read there while they are as far as the primary.',
    { secret: true, shownDefault: 'none', check: checkDatabaseUrl },
  ),
  redisUrl: textSetting(
    'REDIS_URL',
    null,
    'Redis 6 or Valkey 7 and later, where replicas count rate limits together. Without it each process counts by itself; while it is away they do too.',
    { secret: true, check: checkRedisUrl },
  ),
  redisTimeoutMs: integerSetting(
    'REDIS_TIMEOUT_MS',
    500,
    'A request waits so long for REDIS_URL, then it is counted in process.',
    timeRange(),
  ),
  nodeUrls: listSetting(
    'ALEPHIUM_NODE_URL',
    [],
    'A full node of the network the venue is on; a comma list names others to turn to when the first fails. Without it a devnet runs in this process.',
    { shownDefault: 'none', check: checkHttpUrl },
  ),
  nodeApiKey: textSetting('ALEPHIUM_NODE_API_KEY', null, 'The node’s API key.', {
    secret: true,
    check: checkApiKey,
  }),
  devnetPort: integerSetting(
    'DEVNET_PORT',
    22_973,
    'Port of the embedded devnet’s REST API on loopback, where wallets submit; 0 picks a free one.',
    { min: 0, max: 65_535 },
  ),
  devnetSeed: textSetting(
    'DEVNET_SEED',
    null,
    'Fixes the embedded devnet’s chance, for runs that can be repeated.',
    {
      shownDefault: 'random',
    },
  ),
  devnetStartMs: setting<number | null>(
    'DEVNET_START_MS',
    null,
    'The embedded devnet’s first time, in Unix milliseconds; it runs on from there.',
    readTime,
    { shownDefault: 'now' },
  ),
  compilerUrl: textSetting(
    'ALEPHIUM_COMPILER_URL',
    null,
    'A full node that compiles Ralph for the devnet’s compile routes in place of our own compiler.',
    { check: checkHttpUrl },
  ),
  indexStartHeight: integerSetting(
    'INDEX_START_HEIGHT',
    0,
    'First block to index on a real network: that of the deployment.',
    { min: 0, max: Number.MAX_SAFE_INTEGER },
  ),
  deploymentFile: textSetting(
    'DEPLOYMENT_FILE',
    null,
    'Which contracts are the venue: the file that deploying them wrote.',
    { shownDefault: '`deployment.json` in DATA_DIR' },
  ),
  secretKeys: listSetting(
    'SECRET_KEYS',
    [],
    'Comma list of at least 32 characters each: the first signs and encrypts, all verify (cursors, salts). Required with DATABASE_URL, otherwise generated in DATA_DIR.',
    { secret: true, shownDefault: 'generated', check: checkSecretKey },
  ),

  anonymousReads: integerSetting(
    'RATE_LIMIT_ANON_READS',
    60,
    'Reads a minute for an address without a key; ten times as many on the embedded devnet.',
    limitRange(),
  ),
  anonymousWrites: integerSetting(
    'RATE_LIMIT_ANON_WRITES',
    10,
    'Writes a minute for an address without a key; ten times as many on the embedded devnet.',
    limitRange(),
  ),
  keyReads: integerSetting('RATE_LIMIT_KEY_READS', 600, 'Reads a minute for a key.', limitRange()),
  keyWrites: integerSetting('RATE_LIMIT_KEY_WRITES', 60, 'Writes a minute for a key.', limitRange()),
  maintenance: booleanSetting(
    'MAINTENANCE',
    false,
    'Answer writes with 503; reads go on. `sibyl maintenance on` does the same for all replicas.',
  ),

  confirmations: integerSetting(
    'CONFIRMATIONS',
    10,
    'Blocks after which a transaction counts as confirmed.',
    { min: 1, max: 200 },
  ),
  maxIndexLagMs: integerSetting(
    'MAX_INDEX_LAG_MS',
    60_000,
    'Above this lag `/ready` is 503; reads still answer, with their lag.',
    { min: 1_000, max: 86_400_000 },
  ),
  feedRetentionHours: integerSetting(
    'FEED_RETENTION_HOURS',
    24,
    'How long messages of the stream are kept: who was away for less gets what it missed.',
    { min: 1, max: 720 },
  ),
  keeperKey: textSetting(
    'KEEPER_KEY',
    null,
    'Private key (hex) of the wallet that pays for the keeper’s transactions; no keeper without it, except on the embedded devnet.',
    {
      secret: true,
      check: checkPrivateKey,
    },
  ),
  deployerKey: textSetting(
    'DEPLOYER_KEY',
    null,
    'Private key (hex) of the wallet that pays when `sibyl deploy` is run; nothing else reads it, and it is kept nowhere.',
    { secret: true, check: checkPrivateKey },
  ),
  revealAttempts: integerSetting(
    'REVEAL_ATTEMPTS',
    20,
    'After so many attempts to relay a reveal, and after every so many more, the keeper rings: `reveal-overdue`. It goes on trying to the end of the window.',
    { min: 1, max: 1_000 },
  ),
  revealGasPriceMax: integerSetting(
    'REVEAL_GAS_PRICE_MAX',
    1_000,
    'The most the keeper offers for the gas of a reveal, in nanoALPH; it begins with 100, the least the chain takes.',
    { min: 100, max: 1_000_000 },
  ),
  console: booleanSetting(
    'CONSOLE',
    true,
    'Serve the console, the pages for people, beside the API; `false` for replicas that only machines call.',
  ),
  demo: booleanSetting(
    'DEMO',
    true,
    'A demo venue on the embedded devnet: markets, books, trades, proposals. Made when the chain is new; never on a real network.',
  ),
  demoTrickle: booleanSetting(
    'DEMO_TRICKLE',
    true,
    'Let the demo’s people go on: an order every now and then, and new questions with votes, outcomes and disputes.',
  ),

  apiUrl: textSetting('SIBYL_URL', null, 'Where the commands of users find the venue.', {
    shownDefault: '`PUBLIC_URL`',
    check: checkHttpUrl,
  }),
  apiKey: textSetting(
    'SIBYL_API_KEY',
    null,
    'The API key with which the commands of users have transactions built.',
    {
      secret: true,
      check: checkApiKey,
    },
  ),
  walletKey: textSetting(
    'SIBYL_WALLET_KEY',
    null,
    'Private key (hex) of the wallet that signs for the commands of users; it is kept nowhere.',
    { secret: true, check: checkPrivateKey },
  ),
  votesDir: textSetting(
    'SIBYL_VOTES_DIR',
    null,
    'Where `sibyl commit` keeps sealed votes and their salts until `sibyl reveal` opens them.',
    { shownDefault: '`.sibyl/votes` in the home folder' },
  ),

  logLevel: wordSetting('LOG_LEVEL', 'info', 'Least important line that is logged.', [
    'debug',
    'info',
    'warn',
    'error',
    'silent',
  ]),
  logSampleRate: integerSetting(
    'LOG_SAMPLE_RATE',
    100,
    'One in so many successful requests is logged; errors always are.',
    { min: 1, max: 1_000_000 },
  ),

  requestTimeoutMs: integerSetting(
    'HTTP_REQUEST_TIMEOUT_MS',
    15_000,
    'Longest time for a whole request to arrive.',
    timeRange(),
  ),
  headersTimeoutMs: integerSetting(
    'HTTP_HEADERS_TIMEOUT_MS',
    10_000,
    'Longest time for its headers.',
    timeRange(),
  ),
  keepAliveTimeoutMs: integerSetting(
    'HTTP_KEEP_ALIVE_TIMEOUT_MS',
    15_000,
    'How long an idle connection stays open.',
    timeRange(),
  ),
  connectionTimeoutMs: integerSetting(
    'HTTP_CONNECTION_TIMEOUT_MS',
    30_000,
    'Longest silence on a connection.',
    timeRange(),
  ),
  inFlightMax: integerSetting(
    'HTTP_IN_FLIGHT_MAX',
    512,
    'Requests answered at once, half of them for one address; the next one is 503.',
    { min: 1, max: 100_000 },
  ),
  eventLoopDelayMaxMs: integerSetting(
    'EVENT_LOOP_DELAY_MAX_MS',
    null,
    'Delay of the event loop above which requests are 503. The embedded devnet works in the same thread and may hold it longer.',
    { ...timeRange(), shownDefault: '500, with the embedded devnet 5000' },
  ),
  drainMs: integerSetting(
    'SHUTDOWN_DRAIN_MS',
    1_000,
    'From the signal to stop until idle connections are closed.',
    { min: 0, max: 60_000 },
  ),
  stopMs: integerSetting(
    'SHUTDOWN_STOP_MS',
    8_000,
    'From the signal to stop until the last connection is cut.',
    { min: 0, max: 60_000 },
  ),
} satisfies Record<string, Setting<unknown>>

type Values<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never }

export type Config = Values<typeof settings>

type Environment = Readonly<Record<string, string | undefined>>

/** The environment as one frozen value, or the sentences about everything that is wrong with it. */
export function readConfig(environment: Environment): Config {
  const complaints: string[] = []
  const values = Object.entries(settings as Record<string, Setting<unknown>>).map(([key, one]) => {
    const value = readSetting(one, environment)
    if (!(value instanceof Complaint)) return [key, value]
    complaints.push(value.sentence)
    return [key, one.fallback]
  })
  const config = Object.freeze(Object.fromEntries(values)) as Config
  // What could not be read has its fallback now, and would be told again as missing.
  if (complaints.length === 0) complaints.push(...conflictsIn(config))
  if (complaints.length > 0) throw new ConfigError(complaints)
  return config
}

function readSetting(one: Setting<unknown>, environment: Environment): unknown {
  const fileName = `${one.name}_FILE`
  const path = one.secret ? environment[fileName] : undefined
  const given = environment[one.name]
  if (path !== undefined && given !== undefined)
    return new Complaint(`${one.name} and ${fileName} are both set: keep one`)
  const text = path === undefined ? given : readSecretFile(path)
  if (text === undefined) return one.fallback
  if (text instanceof Complaint) return new Complaint(`${fileName} ${text.sentence}: ${JSON.stringify(path)}`)
  const value = text === '' ? new Complaint('is empty: give it a value or unset it') : one.read(text)
  if (!(value instanceof Complaint)) return value
  return new Complaint(
    `${one.name} ${value.sentence}${one.secret ? '' : `, not ${JSON.stringify(text.slice(0, 100))}`}`,
  )
}

export class ConfigError extends Error {
  readonly complaints: readonly string[]
  constructor(complaints: readonly string[], options?: { readonly cause: unknown }) {
    super(complaints.join('\n'), options)
    this.name = 'ConfigError'
    this.complaints = complaints
  }
}

function conflictsIn(config: Config): string[] {
  const conflicts: string[] = []
  if (config.databaseUrl !== null && config.secretKeys.length === 0)
    conflicts.push(
      'SECRET_KEYS is required with DATABASE_URL: replicas must agree on it (for example the output of `openssl rand -hex 32`)',
    )
  if (config.readUrls.length > 0 && config.databaseUrl === null)
    conflicts.push('DATABASE_READ_URLS needs DATABASE_URL: the server they are standbys of')
  if (config.headersTimeoutMs > config.requestTimeoutMs)
    conflicts.push('HTTP_HEADERS_TIMEOUT_MS must not be above HTTP_REQUEST_TIMEOUT_MS')
  if (config.drainMs > config.stopMs) conflicts.push('SHUTDOWN_DRAIN_MS must not be above SHUTDOWN_STOP_MS')
  return conflicts
}

function limitRange(): { min: number; max: number } {
  return { min: 1, max: 1_000_000_000 }
}

function timeRange(): { min: number; max: number } {
  return { min: 10, max: 3_600_000 }
}

function checkHttpUrl(text: string): Complaint | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const fine =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.search === '' &&
    url.hash === ''
  return fine ? null : new Complaint('must be an http or https URL without user, query or fragment')
}

function readTime(text: string): number | Complaint {
  const value = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : new Complaint('must be a time in Unix milliseconds')
}

function checkOrigin(text: string): Complaint | null {
  if (text === '*') return null
  const fine = URL.canParse(text) && new URL(text).origin === text
  return fine ? null : new Complaint('must hold origins such as https://app.example, or *')
}

/** Says what is wrong without repeating the text: it may hold a password. */
function checkDatabaseUrl(text: string): Complaint | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol))
    return new Complaint('must be a URL such as postgresql://user:password@host:5432/database')
  if (url.pathname.length < 2)
    return new Complaint('names no database: postgresql://user:password@host:5432/database')
  return null
}

/** Says what is wrong without repeating the text: it may hold a password. */
function checkRedisUrl(text: string): Complaint | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const fine = url !== null && /^rediss?:$/.test(url.protocol) && /^(\/[0-9]{0,5})?$/.test(url.pathname)
  return fine && url.hostname !== ''
    ? null
    : new Complaint('must be a URL such as redis://user:password@host:6379/0')
}

function checkSecretKey(text: string): Complaint | null {
  return text.length >= 32 ? null : new Complaint('has an entry of fewer than 32 characters')
}

/** What a header can hold; whether the key is a good one is the venue's business. */
function checkApiKey(text: string): Complaint | null {
  return /^[\x21-\x7e]+$/.test(text)
    ? null
    : new Complaint('holds a line break, a space or a letter that no key has')
}

function checkPrivateKey(text: string): Complaint | null {
  return /^[0-9a-fA-F]{64}$/.test(text) ? null : new Complaint('must be a private key of 64 hex digits')
}

function readTrustProxy(text: string): false | number | readonly string[] | Complaint {
  if (text === 'false' || text === '0') return false
  if (text === 'true') return 1
  if (/^[1-9][0-9]?$/.test(text)) return Number(text)
  const parts = text.split(',').map((part) => part.trim())
  return parts.every(isNetwork)
    ? parts
    : new Complaint('must be false, true, a number of proxies, or a comma list of addresses or networks')
}

function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/')
  const family = isIP(address)
  if (family === 0) return false
  if (prefix === undefined) return true
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
    return /^[0-9]{1,3}$/.test(prefix)
  } catch {
    return false
  }
}
