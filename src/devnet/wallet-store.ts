import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HDKey } from '@scure/bip32'
import { ApiError, badRequest, failed, notFound } from './api-error.ts'
import { GROUPS } from './chain-index.ts'
import { decryptSecret, encryptSecret, type WalletSecret } from './wallet-file.ts'
import { keyAt, openAccount, passphraseHashOf, type WalletKey } from './wallet-keys.ts'

/** Wallets the node keeps for its user: encrypted files, open in memory after their password was given. */
export interface WalletStore {
  create(name: string, password: string, secret: NewSecret): void
  list(): WalletStatus[]
  status(name: string): WalletStatus
  lock(name: string): void
  unlock(name: string, password: string, passphrase: string | undefined): void
  remove(name: string, password: string): void
  mnemonic(name: string, password: string): string
  /** The open wallet, or the node's refusal. */
  open(name: string): OpenWallet
}

export interface NewSecret {
  readonly mnemonic: string
  readonly passphrase: string | undefined
  readonly isMiner: boolean
}

export interface WalletStatus {
  readonly walletName: string
  readonly locked: boolean
}

export interface OpenWallet {
  readonly isMiner: boolean
  readonly active: WalletKey
  /** Of a miner's wallet only whole rounds, one key of each group. */
  readonly keys: readonly WalletKey[]
  readonly allKeys: readonly WalletKey[]
  /** One more key, which becomes the active one. */
  deriveNext(): WalletKey
  activate(key: WalletKey): void
}

const nameRule = /^[a-zA-Z0-9_-]{1,100}$/
const WALLETS_MAX = 1_000
const KEYS_MAX = 1_000

const unauthorized = (detail: string) => new ApiError(401, { detail })

interface Unlocked {
  readonly password: string
  readonly account: HDKey
  readonly passphraseHash: string | null
  readonly mnemonic: string
  readonly isMiner: boolean
  readonly keys: WalletKey[]
  activeIndex: number
}

export interface WalletStoreOptions {
  /** The folder of the files; without one they stay in memory. */
  readonly folder: string | undefined
  randomBytes(length: number): Uint8Array
}

export function createWalletStore({ folder, randomBytes }: WalletStoreOptions): WalletStore {
  const files = folder === undefined ? memoryFiles() : folderFiles(folder)
  const unlocked = new Map<string, Unlocked>()

  const fileOf = (name: string): string => {
    const text = nameRule.test(name) ? files.read(name) : undefined
    if (text === undefined) throw notFound(name)
    return text
  }
  const secretOf = (name: string, password: string): WalletSecret => {
    const secret = decryptSecret(fileOf(name), password)
    if (secret === undefined) throw unauthorized('Invalid password')
    return secret
  }
  const save = (name: string, wallet: Unlocked): void => {
    const { password, mnemonic, isMiner, passphraseHash, keys, activeIndex } = wallet
    const secret = { mnemonic, isMiner, passphraseHash, addressCount: keys.length, activeIndex }
    files.write(name, encryptSecret(secret, password, randomBytes))
  }

  const openOf = (name: string, wallet: Unlocked): OpenWallet => ({
    isMiner: wallet.isMiner,
    active: wallet.keys[wallet.activeIndex]!,
    keys: wallet.isMiner ? minerRounds(wallet.keys).flat() : [...wallet.keys],
    allKeys: [...wallet.keys],
    deriveNext() {
      if (wallet.keys.length >= KEYS_MAX) throw failed(`A wallet holds at most ${KEYS_MAX} addresses`)
      const key = keyAt(wallet.account, wallet.keys.length)
      wallet.keys.push(key)
      wallet.activeIndex = wallet.keys.length - 1
      save(name, wallet)
      return key
    },
    activate(key) {
      wallet.activeIndex = wallet.keys.indexOf(key)
      save(name, wallet)
    },
  })

  return {
    create(name, password, { mnemonic, passphrase, isMiner }) {
      if (!/^[a-zA-Z0-9_-]*$/.test(name)) throw badRequest(`Invalid wallet name: ${name}`)
      if (!nameRule.test(name) || files.read(name) !== undefined || files.names().length >= WALLETS_MAX)
        throw badRequest(`Cannot create encrypted file at ${folder ?? 'memory'}`)
      const account = openAccount(mnemonic, passphrase)
      const keys = [keyAt(account, 0)]
      const passphraseHash = passphraseHashOf(passphrase)
      const wallet = { password, account, passphraseHash, mnemonic, isMiner, keys, activeIndex: 0 }
      save(name, wallet)
      unlocked.set(name, wallet)
      if (isMiner) deriveMinerRound(openOf(name, wallet))
    },
    list: () => files.names().map((walletName) => ({ walletName, locked: !unlocked.has(walletName) })),
    status(name) {
      fileOf(name)
      return { walletName: name, locked: !unlocked.has(name) }
    },
    lock(name) {
      unlocked.delete(name)
    },
    unlock(name, password, passphrase) {
      const { addressCount, ...secret } = secretOf(name, password)
      if (passphraseHashOf(passphrase) !== secret.passphraseHash)
        throw unauthorized('Invalid mnemonic passphrase')
      const account = openAccount(secret.mnemonic, passphrase)
      const keys = Array.from({ length: addressCount }, (_, index) => keyAt(account, index))
      unlocked.set(name, { ...secret, password, account, keys })
    },
    remove(name, password) {
      secretOf(name, password)
      files.remove(name)
      unlocked.delete(name)
    },
    mnemonic: (name, password) => secretOf(name, password).mnemonic,
    open(name) {
      fileOf(name)
      const wallet = unlocked.get(name)
      if (wallet === undefined) throw unauthorized('Wallet is locked')
      return openOf(name, wallet)
    },
  }
}

/** One key of each group, as often as all groups have one; before the first whole round, what there is. */
export function minerRounds(keys: readonly WalletKey[]): WalletKey[][] {
  const byGroup = Array.from({ length: GROUPS }, (_, group) => keys.filter((key) => key.group === group))
  const present = byGroup.filter((list) => list.length > 0)
  const rounds = Math.min(...present.map((list) => list.length))
  return Array.from({ length: rounds }, (_, round) => present.map((list) => list[round]!))
}

/** Derives until every group has one key more than the group with the fewest had. */
export function deriveMinerRound(wallet: OpenWallet): WalletKey[] {
  const counts = new Array<number>(GROUPS).fill(0)
  const all = [...wallet.allKeys]
  for (const { group } of all) counts[group]! += 1
  const wanted = Math.min(...counts) + 1
  while (counts.some((count) => count < wanted)) {
    const key = wallet.deriveNext()
    all.push(key)
    counts[key.group]! += 1
  }
  return counts.map((_, group) => all.filter((key) => key.group === group)[wanted - 1]!)
}

interface Files {
  names(): string[]
  read(name: string): string | undefined
  write(name: string, text: string): void
  remove(name: string): void
}

function memoryFiles(): Files {
  const files = new Map<string, string>()
  return {
    names: () => [...files.keys()].sort(),
    read: (name) => files.get(name),
    write: (name, text) => void files.set(name, text),
    remove: (name) => void files.delete(name),
  }
}

function folderFiles(folder: string): Files {
  return {
    names: () =>
      existsSync(folder)
        ? readdirSync(folder)
            .filter((name) => nameRule.test(name))
            .sort()
        : [],
    read(name) {
      const path = join(folder, name)
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined
    },
    write(name, text) {
      mkdirSync(folder, { recursive: true })
      // Beside the old one and then renamed: a process killed here leaves one of the two.
      writeFileSync(join(folder, `.${name}.new`), text, { mode: 0o600 })
      renameSync(join(folder, `.${name}.new`), join(folder, name))
    },
    remove: (name) => rmSync(join(folder, name)),
  }
}
