import { groupOfLock, lockInGroup, sumTokens, type Token } from '../../../transaction/index.ts'
import { toJsonTokens } from '../../../vm/index.ts'
import { failed } from '../../api-error.ts'
import { plainAlph } from '../../build/groupless.ts'
import { GROUPS } from '../../chain-index.ts'
import { COINS_READ_MAX, coinsOf } from '../../coin-view.ts'
import { addressParam, optionalBoolean, type RouteContext, type RouteRequest } from '../request.ts'
import { coinView } from '../views.ts'
import { isContractLock } from '../wire-values.ts'
import { checkGroup, contractNotFound } from './contracts.ts'

const TOO_MANY =
  'Your address has too many UTXOs and exceeds the API limit. Please consolidate your UTXOs, or run your own full node with a higher API limit.'

interface Holding {
  readonly amount: bigint
  readonly tokens: readonly Token[]
  readonly lockTimeMs: bigint
}

export function getBalance(context: RouteContext, request: RouteRequest) {
  const { lock, withoutGroup } = addressParam(request, 'address')
  const withPool = optionalBoolean(request, 'mempool') ?? true
  const locks = withoutGroup ? Array.from({ length: GROUPS }, (_, group) => lockInGroup(lock, group)) : [lock]
  const holdings = locks.flatMap((each) => holdingsOf(context, each, withPool))
  const now = context.core.nowMs()
  const locked = holdings.filter((holding) => holding.lockTimeMs > now)
  const alph = (list: readonly Holding[]) => list.reduce((sum, { amount }) => sum + amount, 0n)
  const tokens = sumTokens(holdings.flatMap((holding) => holding.tokens))
  const lockedTokens = sumTokens(locked.flatMap((holding) => holding.tokens))
  return {
    balance: String(alph(holdings)),
    balanceHint: plainAlph(alph(holdings)),
    lockedBalance: String(alph(locked)),
    lockedBalanceHint: plainAlph(alph(locked)),
    ...(tokens.length === 0 ? {} : { tokenBalances: toJsonTokens(tokens) }),
    ...(lockedTokens.length === 0 ? {} : { lockedTokenBalances: toJsonTokens(lockedTokens) }),
    utxoNum: holdings.length,
  }
}

/** The entry with which the node's tree of contracts begins: it holds the smallest amount there is. */
const zeroLock = `03${'0'.repeat(64)}`
const zeroAsset = { amount: 1n, tokens: [] }
const zeroRef = { hint: 0, key: '0'.repeat(64) }

function holdingsOf({ core }: RouteContext, lock: string, withPool: boolean): Holding[] {
  if (lock === zeroLock) return [{ ...zeroAsset, lockTimeMs: 0n }]
  if (isContractLock(lock)) {
    const contract = core.state.contracts.get(checkGroup(lock.slice(2)))
    if (contract === undefined) throw contractNotFound(lock.slice(2))
    return [{ ...contract.asset, lockTimeMs: 0n }]
  }
  const coins = coinsOf(core.state, lock, withPool)
  if (coins.length > COINS_READ_MAX) throw failed(TOO_MANY)
  return coins.map((coin) => ({
    amount: coin.amount,
    tokens: coin.tokens,
    lockTimeMs: coin.level === 0 ? coin.lockTimeMs : coin.ownLockTimeMs,
  }))
}

export function getUtxos({ core }: RouteContext, request: RouteRequest) {
  const { lock } = addressParam(request, 'address')
  const strict = optionalBoolean(request, 'error-if-exceed-max-utxos') ?? true
  if (lock === zeroLock) return { utxos: [{ ref: zeroRef, amount: String(zeroAsset.amount) }] }
  if (isContractLock(lock)) {
    const contract = core.state.contracts.get(checkGroup(lock.slice(2)))
    if (contract === undefined) throw contractNotFound(lock.slice(2))
    const { amount, tokens } = contract.asset
    const view = { ref: contract.assetRef, amount: String(amount) }
    return { utxos: [tokens.length === 0 ? view : { ...view, tokens: toJsonTokens(tokens) }] }
  }
  const coins = coinsOf(core.state, lock, true)
  if (strict && coins.length > COINS_READ_MAX) throw failed(TOO_MANY)
  return { utxos: coins.slice(0, COINS_READ_MAX).map((coin) => coinView(coin, coin.level)) }
}

export function getGroup({ core }: RouteContext, request: RouteRequest) {
  const { lock } = addressParam(request, 'address')
  if (isContractLock(lock) && !core.state.contracts.has(lock.slice(2)))
    throw failed('Group not found. Please check another broker')
  return { group: groupOfLock(lock) }
}
