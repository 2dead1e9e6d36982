import {
  assembleTransfer,
  baseGasOf,
  CannotBuild,
  groupOfLock,
  limits,
  type Payer,
  type Payment,
  remainderOf,
  toOutputs,
  type UnsignedTx,
  unlockGasOf,
} from '../../transaction/index.ts'
import { GROUPS } from '../chain-index.ts'
import type { RankedCoin } from '../coin-entry.ts'
import type { NodeCore } from '../node-core.ts'
import { scriptUnlockGas } from './emulate.ts'
import { selectAsNode } from './selection.ts'
import { amountNeeded, checkPayments, checkTotal, coinsMadeBy } from './transfer.ts'

/** One payer, receivers in any groups: a transaction for each group, each spending the change of the one before. */
export function buildOneToMany(
  core: NodeCore,
  request: {
    readonly payer: Payer
    readonly coins: readonly RankedCoin[]
    readonly payments: readonly Payment[]
    readonly gasPrice: bigint
  },
): UnsignedTx[] {
  const { payer, payments, gasPrice } = request
  checkAffordable(core, request)
  const pending = byGroup(payments)
  if (pending.length === 0) throw new CannotBuild('bad-outputs', 'Outputs cannot be empty')
  const built: UnsignedTx[] = []
  let coins = request.coins
  for (let current = pending.shift(); current !== undefined; current = pending.shift()) {
    if (coins.length === 0)
      throw new CannotBuild(
        'not-enough-balance',
        'Not enough inputs to build transfer-from-one-to-many-groups',
      )
    checkPayments(groupOfLock(payer.lock), current)
    checkTotal(current.map((payment) => payment.alph))
    const selected = selectAsNode(core, { payer, coins, ...amountNeeded(current), gasPrice })
    if (selected.gas > limits.GAS_MAX) {
      if (current.length <= 1)
        throw new CannotBuild(
          'bad-gas',
          `Unable to build transfer-from-one-to-many-groups from ${selected.coins.length} inputs due to exceeding gas per tx`,
        )
      const half = Math.floor(current.length / 2)
      pending.unshift(current.slice(0, half), current.slice(half))
      continue
    }
    const terms = {
      networkId: core.networkId,
      payer,
      inputs: selected.coins,
      gasAmount: selected.gas,
      gasPrice,
    }
    const { tx, paymentOutputs } = assembleTransfer(terms, current)
    built.push(tx)
    const used = new Set(selected.coins.map((coin) => coin.key))
    coins = [...coins.filter((coin) => !used.has(coin.key)), ...coinsMadeBy(tx).slice(paymentOutputs)]
  }
  return built
}

function checkAffordable(
  core: NodeCore,
  request: {
    readonly payer: Payer
    readonly coins: readonly RankedCoin[]
    readonly payments: readonly Payment[]
    readonly gasPrice: bigint
  },
): void {
  const { payer, coins, payments, gasPrice } = request
  if (coins.length === 0 || payments.length === 0)
    throw new CannotBuild('bad-outputs', 'Both inputs and outputs must be specified')
  const outputs = payments.reduce((sum, payment) => sum + 1 + payment.tokens.length, 1)
  const gas = baseGasOf(coins.length, outputs, unlockGasOf(payer, scriptUnlockGas(core, coins)))
  remainderOf(coins, payments.flatMap(toOutputs), gasPrice * BigInt(gas))
}

/** Payments by receiving group, cut where one transaction could not hold more outputs. */
function byGroup(payments: readonly Payment[]): Payment[][] {
  const groups: Payment[][] = []
  for (let group = 0; group < GROUPS; group++) {
    let weight = Number.POSITIVE_INFINITY
    for (const payment of payments.filter(({ lock }) => groupOfLock(lock) === group)) {
      const own = payment.tokens.length + 1
      if (weight + own > limits.OUTPUTS_MAX - 1) {
        groups.push([])
        weight = 0
      }
      groups.at(-1)!.push(payment)
      weight += own
    }
  }
  return groups
}
