import {
  groupOfLock,
  limits,
  type Payer,
  type Payment,
  sumTokens,
  type UnsignedTx,
} from '../../../transaction/index.ts'
import { badRequest, failed } from '../../api-error.ts'
import { checkBuilt } from '../../build/check-built.ts'
import { buildGrouplessTransfer, type FundedTx, payersInAllGroups } from '../../build/groupless.ts'
import { buildMultiTransfer } from '../../build/multi.ts'
import { buildOneToMany } from '../../build/one-to-many.ts'
import { isGrouplessKey, payerOf } from '../../build/payer.ts'
import { buildSweep, type SweepRequest } from '../../build/sweep.ts'
import { buildTransfer, buildTransferFromCoins, checkTotal, type ExtraCoins } from '../../build/transfer.ts'
import { findSpendable, usableCoins } from '../../coin-view.ts'
import type { NodeCore } from '../../node-core.ts'
import { booleanOf, integerOf, type JsonObject, listOf, optional, withKeys } from '../json-body.ts'
import { bodyOf, type RouteContext, type RouteRequest } from '../request.ts'
import { builtView } from '../views.ts'
import {
  amountOf,
  assetLockOf,
  gasPriceOf,
  groupIndexOf,
  outputRefFrom,
  publicKeyOf,
  timestampOf,
} from '../wire-values.ts'
import { building, destinationsOf, gasWishOf, paymentOf } from './build-requests.ts'

export const simpleView = (tx: UnsignedTx) => ({ type: 'BuildSimpleTransferTxResult', ...builtView(tx) })

export const fundingView = (funding: readonly UnsignedTx[]) => ({
  fundingTxs: funding.length === 0 ? null : funding.map(simpleView),
})

const grouplessView = ({ tx, funding }: FundedTx) => ({
  type: 'BuildGrouplessTransferTxResult',
  ...builtView(tx),
  ...fundingView(funding),
})

export function postBuild({ core }: RouteContext, request: RouteRequest) {
  const body = withKeys(bodyOf(request), 'fromPublicKey', 'destinations')
  const key = publicKeyOf(body)
  const group = optional(body, 'group', groupIndexOf)
  if (!isGrouplessKey(key)) return simpleView(transferFromBody(core, body))
  if (group !== undefined) return grouplessView({ tx: transferFromBody(core, body), funding: [] })
  const payments = destinationsOf(body).map(paymentOf)
  const payer = payerOf(key)
  return grouplessView(building(() => buildGrouplessTransfer(core, { payer, payments, ...gasWishOf(body) })))
}

/** One transfer from one lock, from coins the caller names or any. */
export function transferFromBody(core: NodeCore, body: JsonObject, extra?: ExtraCoins): UnsignedTx {
  const key = publicKeyOf(body)
  const payments = destinationsOf(body).map(paymentOf)
  const refs = optional(body, 'utxos', listOf(outputRefFrom))
  const gas = gasWishOf(body)
  const payer = payerOf(key, optional(body, 'group', groupIndexOf))
  return building(() =>
    checkBuilt(
      refs === undefined
        ? buildTransfer(core, { payer, payments, ...gas, ...(extra === undefined ? {} : { extra }) })
        : buildTransferFromCoins(core, { payer, payments, refs, ...gas }),
    ),
  )
}

export function postOneToMany({ core }: RouteContext, request: RouteRequest) {
  const body = withKeys(bodyOf(request), 'fromPublicKey', 'destinations')
  const key = publicKeyOf(body)
  const payments = destinationsOf(body).map(paymentOf)
  const refs = optional(body, 'utxos', listOf(outputRefFrom)) ?? []
  if (body.gasAmount !== undefined)
    throw badRequest(
      'Explicit gas amount is not permitted, transfer-from-one-to-many-groups requires gas estimation.',
    )
  if (refs.some((ref) => (ref.hint & 1) === 0)) throw badRequest('Selected UTXOs must be of asset type')
  const payer = payerOf(key)
  const gasPrice = optional(body, 'gasPrice', gasPriceOf) ?? limits.GAS_PRICE_MIN
  const coins =
    refs.length === 0
      ? usableCoins(core.state, payer.lock, core.nowMs())
      : refs.map((ref) => findSpendable(core.state, ref.key)).filter((coin) => coin !== undefined)
  if (refs.length > coins.length && refs.length > 0) {
    const missing = refs.filter((ref) => findSpendable(core.state, ref.key) === undefined)
    throw failed(`Selected input UTXOs are not available: ${missing.map((ref) => ref.key).join(', ')}`)
  }
  return building(() => buildOneToMany(core, { payer, coins, payments, gasPrice }).map(checkBuilt)).map(
    simpleView,
  )
}

export function postMultiAddresses({ core }: RouteContext, request: RouteRequest) {
  const body = withKeys(bodyOf(request), 'from')
  const sources = listOf((value) => withKeys(value, 'fromPublicKey', 'destinations'))(body.from)
  if (sources.length === 0) throw badRequest('Empty list of input')
  const contributions = sources.map((source) => {
    const destinations = destinationsOf(source)
    return {
      payer: payerOf(publicKeyOf(source)),
      alph: building(() => checkTotal(destinations.map(({ alph }) => alph))),
      tokens: sumTokens(destinations.flatMap(({ tokens }) => tokens)),
      gasAmount: gasWishOf(source).gasAmount,
      refs: optional(source, 'utxos', listOf(outputRefFrom)),
    }
  })
  const locks = contributions.map(({ payer }) => payer.lock)
  if (new Set(locks).size < locks.length) throw badRequest('Some addresses defined multiple time')
  const payments = mergedPayments(sources)
  const gasPrice = optional(body, 'gasPrice', gasPriceOf)
  return simpleView(
    building(() => checkBuilt(buildMultiTransfer(core, { contributions, payments, gasPrice }))),
  )
}

/** Plain payments to one address become one; those with a lock time or message stay by themselves. */
function mergedPayments(sources: readonly JsonObject[]): Payment[] {
  const byLock = new Map<string, ReturnType<typeof destinationsOf>>()
  for (const destination of sources.flatMap(destinationsOf))
    byLock.set(destination.lock, [...(byLock.get(destination.lock) ?? []), destination])
  return [...byLock.entries()].flatMap(([lock, all]) => {
    const special = all.filter(({ lockTimeMs, data }) => lockTimeMs !== undefined || data !== undefined)
    const plain = all.filter((destination) => !special.includes(destination))
    const merged: Payment[] =
      plain.length === 0
        ? []
        : [
            {
              lock,
              alph: building(() => checkTotal(plain.map(({ alph }) => alph))),
              tokens: sumTokens(plain.flatMap(({ tokens }) => tokens)),
            },
          ]
    return [...merged, ...special.map(paymentOf)]
  })
}

export function sweepRequestOf(body: JsonObject, payer: Payer): SweepRequest {
  return {
    payer,
    to: assetLockOf(body.toAddress),
    lockTimeMs: optional(body, 'lockTime', timestampOf),
    maxAlphPerCoin: optional(body, 'maxAttoAlphPerUTXO', amountOf),
    coinsMax: optional(body, 'utxosLimit', integerOf),
    alphOnly: optional(body, 'sweepAlphOnly', booleanOf),
    ...gasWishOf(body),
  }
}

export function sweepView(transactions: readonly UnsignedTx[], fromGroup: number, toGroup: number) {
  return {
    unsignedTxs: transactions.map((tx) => {
      const { txId, unsignedTx, gasAmount, gasPrice } = builtView(tx)
      return { txId, unsignedTx, gasAmount, gasPrice }
    }),
    fromGroup,
    toGroup,
  }
}

export function postSweep({ core }: RouteContext, request: RouteRequest) {
  const body = withKeys(bodyOf(request), 'fromPublicKey', 'toAddress')
  const key = publicKeyOf(body)
  const group = optional(body, 'group', groupIndexOf)
  const payer = payerOf(key, group)
  const payers = isGrouplessKey(key) && group === undefined ? payersInAllGroups(payer) : [payer]
  const sweep = sweepRequestOf(body, payer)
  const built = building(() =>
    payers.flatMap((each) => buildSweep(core, { ...sweep, payer: each }).map(checkBuilt)),
  )
  return sweepView(built, groupOfLock(payer.lock), groupOfLock(sweep.to))
}
