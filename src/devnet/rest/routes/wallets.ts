import { sign } from '../../../alephium/index.ts'
import { ApiError, badRequest } from '../../api-error.ts'
import { plainAlph } from '../../build/groupless.ts'
import { isMnemonic, mnemonicSizes, newMnemonic, type WalletKey } from '../../wallet-keys.ts'
import { deriveMinerRound, minerRounds, type OpenWallet } from '../../wallet-store.ts'
import {
  bodyError,
  booleanOf,
  integerOf,
  type JsonObject,
  optional,
  stringOf,
  withKeys,
} from '../json-body.ts'
import {
  addressParam,
  bodyOf,
  optionalGroup,
  type RouteContext,
  type RouteRequest,
  requiredQuery,
} from '../request.ts'
import { assetLockOf, gasAmountOf, gasPriceOf, hashOf, isContractLock, timestampOf } from '../wire-values.ts'
import { getBalance } from './addresses.ts'
import { destinationsOf } from './build-requests.ts'
import { postBuild, postSweep } from './build-transfer.ts'
import { postSubmit } from './transactions.ts'

/** The node's wallets. What they build, sign and submit goes through the routes anybody may use. */

interface Transfer {
  readonly txId: string
  readonly fromGroup: number
  readonly toGroup: number
}

const nameOf = (request: RouteRequest): string => request.params.wallet_name ?? ''

const openOf = ({ wallets }: RouteContext, request: RouteRequest): OpenWallet => wallets.open(nameOf(request))

const addressInfo = ({ address, publicKey, group, path }: WalletKey) => ({ address, publicKey, group, path })

export function create({ wallets, randomBytes }: RouteContext, request: RouteRequest) {
  const body = withKeys(bodyOf(request), 'password', 'walletName')
  const { password, name, secret } = creationOf(body)
  const size = optional(body, 'mnemonicSize', mnemonicSizeOf) ?? 24
  const mnemonic = newMnemonic(size, randomBytes)
  wallets.create(name, password, { ...secret, mnemonic })
  return { walletName: name, mnemonic }
}

export function restore({ wallets }: RouteContext, request: RouteRequest) {
  const body = withKeys(bodyOf(request), 'password', 'mnemonic', 'walletName')
  const { password, name, secret } = creationOf(body)
  const mnemonic = stringOf(body.mnemonic)
  if (!isMnemonic(mnemonic)) throw bodyError(`Cannot validate mnemonic: ${mnemonic.slice(0, 500)}`)
  wallets.create(name, password, { ...secret, mnemonic })
  return { walletName: name }
}

const creationOf = (body: JsonObject) => ({
  password: stringOf(body.password),
  name: stringOf(body.walletName),
  secret: {
    isMiner: optional(body, 'isMiner', booleanOf) ?? false,
    passphrase: optional(body, 'mnemonicPassphrase', stringOf),
  },
})

function mnemonicSizeOf(value: unknown): number {
  const size = integerOf(value)
  if (!mnemonicSizes.some((known) => known === size))
    throw bodyError(`Invalid mnemonic size: ${size}, expected: ${mnemonicSizes.join(', ')}`)
  return size
}

export const list = ({ wallets }: RouteContext) => wallets.list()

export const getStatus = ({ wallets }: RouteContext, request: RouteRequest) => wallets.status(nameOf(request))

export const lock = ({ wallets }: RouteContext, request: RouteRequest) => wallets.lock(nameOf(request))

export function unlock({ wallets }: RouteContext, request: RouteRequest): void {
  const body = withKeys(bodyOf(request), 'password')
  const password = stringOf(body.password)
  wallets.unlock(nameOf(request), password, optional(body, 'mnemonicPassphrase', stringOf))
}

export function remove({ wallets }: RouteContext, request: RouteRequest): void {
  wallets.remove(nameOf(request), requiredQuery(request, 'password'))
}

export function revealMnemonic({ wallets }: RouteContext, request: RouteRequest) {
  const password = stringOf(withKeys(bodyOf(request), 'password').password)
  return { mnemonic: wallets.mnemonic(nameOf(request), password) }
}

export function getBalances(context: RouteContext, request: RouteRequest) {
  const balances = openOf(context, request).keys.map(({ address }) => {
    const answer = getBalance(context, { ...request, params: { address }, query: new URLSearchParams() })
    const { balance, balanceHint, lockedBalance, lockedBalanceHint } = answer
    return { address, balance, balanceHint, lockedBalance, lockedBalanceHint }
  })
  const total = balances.reduce((sum, { balance }) => sum + BigInt(balance), 0n)
  return { totalBalance: String(total), totalBalanceHint: plainAlph(total), balances }
}

export function getAddresses(context: RouteContext, request: RouteRequest) {
  const { active, keys } = openOf(context, request)
  return { activeAddress: active.address, addresses: keys.map(addressInfo) }
}

export function getAddress(context: RouteContext, request: RouteRequest) {
  if (isContractLock(addressParam(request, 'address').lock)) throw unreadable(request)
  return addressInfo(keyOf(openOf(context, request), request.params.address ?? ''))
}

const unreadable = (request: RouteRequest) =>
  badRequest(`Invalid value for: path parameter address ($: ${request.params.address})`)

function keyOf({ keys }: OpenWallet, address: string): WalletKey {
  const key = keys.find((each) => each.address === address)
  if (key === undefined) throw badRequest(`Unknown address: ${address}`)
  return key
}

export function changeActive(context: RouteContext, request: RouteRequest): void {
  const { address } = withKeys(bodyOf(request), 'address')
  assetLockOf(address)
  const wallet = openOf(context, request)
  wallet.activate(keyOf(wallet, stringOf(address)))
}

export function deriveNext(context: RouteContext, request: RouteRequest) {
  const group = optionalGroup(request, 'group')
  const wallet = openOf(context, request)
  if (wallet.isMiner) throw minerWalletNeeded()
  let key = wallet.deriveNext()
  while (group !== undefined && key.group !== group) key = wallet.deriveNext()
  return addressInfo(key)
}

const minerWalletNeeded = () => new ApiError(401, { detail: 'Miner wallet is needed' })

function openMinerOf(context: RouteContext, request: RouteRequest): OpenWallet {
  const wallet = openOf(context, request)
  if (!wallet.isMiner) throw minerWalletNeeded()
  return wallet
}

export const getMinerAddresses = (context: RouteContext, request: RouteRequest) =>
  minerRounds(openMinerOf(context, request).allKeys).map((round) => ({ addresses: round.map(addressInfo) }))

/** The active address stays what it was. */
export function deriveNextMiners(context: RouteContext, request: RouteRequest) {
  const wallet = openMinerOf(context, request)
  const { active } = wallet
  const round = deriveMinerRound(wallet)
  wallet.activate(active)
  return round.map(addressInfo)
}

export function signData(context: RouteContext, request: RouteRequest) {
  const data = hashOf(withKeys(bodyOf(request), 'data').data)
  return { signature: sign(data, openOf(context, request).active.privateKey) }
}

export function transfer(context: RouteContext, request: RouteRequest): Transfer {
  const body = withKeys(bodyOf(request), 'destinations')
  destinationsOf(body)
  optional(body, 'gas', gasAmountOf)
  optional(body, 'gasPrice', gasPriceOf)
  optional(body, 'utxosLimit', integerOf)
  const { active } = openOf(context, request)
  const { destinations, gas, gasPrice } = body
  const wish = { fromPublicKey: active.publicKey, destinations, gasAmount: gas, gasPrice }
  return signAndSubmit(context, request, active, postBuild(context, asking(request, wish)))
}

export function sweepActive(context: RouteContext, request: RouteRequest) {
  const body = sweepOf(request)
  return { results: sweep(context, request, openOf(context, request).active, body) }
}

/** Latest first, as the node lists them. */
export function sweepAll(context: RouteContext, request: RouteRequest) {
  const body = sweepOf(request)
  const results = openOf(context, request).keys.map((key) => sweep(context, request, key, body))
  return { results: results.reverse().flat() }
}

function sweepOf(request: RouteRequest): JsonObject {
  const body = withKeys(bodyOf(request), 'toAddress')
  assetLockOf(body.toAddress)
  optional(body, 'lockTime', timestampOf)
  optional(body, 'gasAmount', gasAmountOf)
  optional(body, 'gasPrice', gasPriceOf)
  optional(body, 'utxosLimit', integerOf)
  optional(body, 'targetBlockHash', hashOf)
  return body
}

function sweep(context: RouteContext, request: RouteRequest, key: WalletKey, body: JsonObject): Transfer[] {
  const { toAddress, lockTime, gasAmount, gasPrice } = body
  const wish = { fromPublicKey: key.publicKey, toAddress, lockTime, gasAmount, gasPrice }
  const built = postSweep(context, asking(request, wish))
  const sent = built.unsignedTxs.map((tx) => signAndSubmit(context, request, key, tx))
  return sent.reverse().map(({ txId }) => ({ txId, fromGroup: built.fromGroup, toGroup: built.toGroup }))
}

function signAndSubmit(
  context: RouteContext,
  request: RouteRequest,
  key: WalletKey,
  { txId, unsignedTx }: { readonly txId: string; readonly unsignedTx: string },
): Transfer {
  return postSubmit(context, asking(request, { unsignedTx, signature: sign(txId, key.privateKey) }))
}

const asking = (request: RouteRequest, body: object): RouteRequest => ({
  ...request,
  text: JSON.stringify(body),
})
