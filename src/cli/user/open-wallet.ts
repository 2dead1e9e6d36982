import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import type { KeyType } from '../../alephium/index.ts'
import { type Config, ConfigError } from '../../config/index.ts'
import type { WalletOptions, WhoseOptions } from '../rows/options.ts'

const keyPattern = /^(0x)?[0-9a-fA-F]{64}$/
const keyTypes: readonly KeyType[] = ['default', 'bip340-schnorr', 'gl-secp256k1']

/** The wallet that signs a user's command. Its key is read, used and kept nowhere. */
export async function openWallet(
  config: Config,
  { walletFile, isDemo }: WalletOptions,
): Promise<PrivateKeyWallet> {
  if (isDemo) {
    // Loaded when it is asked for: the demo brings half the house with it.
    const { demoWallet } = await import('../../demo/index.ts')
    const { privateKey, keyType } = demoWallet('demo')
    return new PrivateKeyWallet({ privateKey, keyType })
  }
  if (walletFile !== null) return walletOf(await readWalletFile(walletFile), `--wallet ${walletFile}`)
  if (config.walletKey !== null) return walletOf(config.walletKey, 'SIBYL_WALLET_KEY')
  throw new ConfigError([
    'which wallet? --wallet names a file, SIBYL_WALLET_KEY holds a key, --demo takes the demo’s',
  ])
}

/** The wallet a user's command looks at. */
export async function addressFor(config: Config, command: WhoseOptions): Promise<string> {
  return command.address ?? (await openWallet(config, command)).address
}

/** The API key of a user's command. */
export async function openApiKey(config: Config, { isDemo }: Pick<WalletOptions, 'isDemo'>): Promise<string> {
  const key = isDemo ? await demoKey(config) : config.apiKey
  if (key !== null) return key
  throw new ConfigError([
    isDemo
      ? `there is no demo in ${resolve(config.dataDir)}: --demo works where \`npm start\` was run`
      : 'SIBYL_API_KEY is not set; `sibyl keys mint` makes a key',
  ])
}

async function demoKey({ dataDir }: Config): Promise<string | null> {
  const { findDemoKeys } = await import('../../demo/index.ts')
  return (await findDemoKeys(resolve(dataDir)))?.full ?? null
}

async function readWalletFile(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (keyPattern.test(path))
      throw new ConfigError(['--wallet names a file; a key itself goes into SIBYL_WALLET_KEY'])
    const { code } = error as { code?: string }
    throw new ConfigError([`--wallet ${path} cannot be read (${code ?? 'no such file'})`])
  }
}

/** Never repeats the text: it is a secret, or was meant to be one. */
function walletOf(text: string, source: string): PrivateKeyWallet {
  const { privateKey, keyType } = text.startsWith('{')
    ? fromJson(text, source)
    : { privateKey: text, keyType: 'default' }
  const known = keyTypes.find((type) => type === keyType)
  if (known === undefined) throw new ConfigError([`${source}: keyType is one of ${keyTypes.join(', ')}`])
  if (typeof privateKey !== 'string' || !keyPattern.test(privateKey))
    throw new ConfigError([`${source} holds no private key of 64 hex digits`])
  try {
    return new PrivateKeyWallet({ privateKey: privateKey.replace(/^0x/, ''), keyType: known })
  } catch {
    throw new ConfigError([`${source} holds 64 hex digits that are no private key`])
  }
}

function fromJson(text: string, source: string): { privateKey: unknown; keyType: unknown } {
  try {
    const { privateKey, keyType = 'default' } = JSON.parse(text) as Record<string, unknown>
    return { privateKey, keyType }
  } catch {
    throw new ConfigError([`${source} is not JSON`])
  }
}
