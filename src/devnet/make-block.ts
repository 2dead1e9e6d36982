import { assert, bytesToHex, createSeededRandom, hexToBytes } from '../kit/index.ts'
import { type AssetOutput, blake2b256, groupOfLock, limits, outputKeyOf } from '../transaction/index.ts'
import { type BlockEnv, createOverlayWorld, createSelectorCache, type WorldChanges } from '../vm/index.ts'
import type { BlockBody, BlockEvent, ContractChange } from './block.ts'
import { grindHeader, TARGET } from './block-header.ts'
import { chainOf, fromOf, GROUPS, isIntraGroup, toOf } from './chain-index.ts'
import { type ChainState, tipOf } from './chain-state.ts'
import { executeScript, failedForm, type TxContext } from './check-tx.ts'
import { type CoinEntry, coinOf, outputOf } from './coin-entry.ts'
import { levelOf } from './coin-view.ts'
import { InvalidTx } from './invalid-tx.ts'
import { minerReward } from './reward.ts'
import { plainTransaction, type SignedTx, signedTx, type Transaction, txsHashOf } from './transaction.ts'
import { worldOf } from './world.ts'

const TXS_PER_BLOCK_MAX = 1_000
const GAS_PER_BLOCK_MAX = 10_000_000
const COINBASE_LOCK_MS = 600_000

export interface BlockOrder {
  readonly chain: number
  readonly candidates: readonly SignedTx[]
  readonly timestampMs: number
  readonly networkId: number
  readonly seed: string
}

export interface MadeBlock {
  readonly body: BlockBody
  readonly deps: readonly number[]
  /** Candidates that can never be in a block; the mempool forgets them. */
  readonly rejected: readonly string[]
}

/**
 * Puts candidates into a block on top of a chain, dearest gas first as the rules demand. One that spends coins not there
 * yet waits; one whose script fails now is included in its failed form and pays its fee; one that is invalid is rejected.
 * One that uses up what it made itself, or works only with the hash of its block, spoils the block: the node finds out
 * when the block is ready, forgets the transaction and mines without any.
 */
export function makeBlock(state: ChainState, order: BlockOrder): MadeBlock {
  const { chain, timestampMs, networkId } = order
  const block: BlockEnv = {
    networkId,
    group: fromOf(chain),
    timestampMs,
    target: TARGET,
    // The new block has none yet.
    blockHash: undefined,
    selectors: createSelectorCache(),
  }
  const assembly = createAssembly(state, order, block)
  let gas = limits.GAS_MIN
  for (const candidate of order.candidates.toSorted(byGasPrice).slice(0, TXS_PER_BLOCK_MAX)) {
    if (gas + candidate.unsigned.gasAmount > GAS_PER_BLOCK_MAX) break
    if (assembly.include(candidate)) gas += candidate.unsigned.gasAmount
    if (assembly.isSpoilt())
      return { ...makeBlock(state, { ...order, candidates: [] }), rejected: assembly.rejected }
  }
  const deps = dependencies(state, chain)
  const transactions = [...assembly.transactions, coinbase(state, order)]
  const header = grindHeader(chain, {
    deps: deps.map((seq) => state.blocks[seq]!.hash),
    depStateHash: bytesToHex(blake2b256(hexToBytes(deps.map((seq) => state.blocks[seq]!.hash).join('')))),
    txsHash: txsHashOf(transactions),
    timestampMs,
  })
  return { body: { header, transactions, ...assembly.effect() }, deps, rejected: assembly.rejected }
}

/** The blocks a new one builds on: the other groups' own chains, then all chains out of its group. */
function dependencies(state: ChainState, chain: number): number[] {
  const from = fromOf(chain)
  const groups = Array.from({ length: GROUPS }, (_, group) => group)
  return [
    ...groups.filter((group) => group !== from).map((group) => tipOf(state, chainOf(group, group)).seq),
    ...groups.map((group) => tipOf(state, chainOf(from, group)).seq),
  ]
}

const byGasPrice = (a: SignedTx, b: SignedTx): number =>
  a.unsigned.gasPrice > b.unsigned.gasPrice ? -1 : a.unsigned.gasPrice < b.unsigned.gasPrice ? 1 : 0

function createAssembly(state: ChainState, order: BlockOrder, block: BlockEnv) {
  const { chain, timestampMs } = order
  const world = createOverlayWorld(worldOf(state, fromOf(chain)))
  const transactions: Transaction[] = []
  const rejected: string[] = []
  const spent: CoinEntry[] = []
  const spentKeys = new Set<string>()
  const inside = new Map<string, CoinEntry>()
  const changed = new Map<string, ContractChange>()
  const codes = new Map<string, Uint8Array>()
  const parents = new Map<string, string>()
  const events: BlockEvent[] = []
  let isSpoilt = false

  const findCoin = (key: string): CoinEntry | undefined =>
    spentKeys.has(key) ? undefined : (state.coins.get(key) ?? inside.get(key))

  const findInputs = (tx: SignedTx): AssetOutput[] | undefined => {
    const outputs: AssetOutput[] = []
    for (const input of tx.unsigned.inputs) {
      const coin = findCoin(input.ref.key)
      if (coin === undefined || coin.hint !== input.ref.hint) return undefined
      outputs.push(outputOf(coin, state.coins.has(coin.key) ? levelOf(state, coin) : 2))
    }
    return outputs
  }

  const context: TxContext = { networkId: order.networkId, block, world, findInputs }

  const absorb = (changes: WorldChanges) => {
    world.apply(changes)
    for (const [id, after] of changes.contracts)
      changed.set(id, { id, before: state.contracts.get(id), after })
    for (const [hash, code] of changes.codes) if (!state.codes.has(hash)) codes.set(hash, code)
    for (const [child, parent] of changes.parents) parents.set(child, parent)
  }

  const settle = (tx: Transaction) => {
    for (const input of tx.unsigned.inputs) {
      const coin = state.coins.get(input.ref.key)
      if (coin !== undefined) spent.push(coin)
      spentKeys.add(input.ref.key)
    }
    if (isIntraGroup(chain))
      for (const [index, output] of tx.unsigned.fixedOutputs.entries()) {
        const coin = coinOf(output, { txId: tx.txId, index, timeMs: timestampMs, settledAt: 0 })
        inside.set(coin.key, coin)
      }
    transactions.push(tx)
  }

  const failsWithHash = (tx: SignedTx, inputs: readonly AssetOutput[]): boolean => {
    const withHash = { ...context, block: { ...block, blockHash: tipOf(state, chain).hash } }
    try {
      executeScript(tx, chain, inputs, withHash)
      return false
    } catch (error) {
      if (error instanceof InvalidTx) return true
      throw error
    }
  }

  const execute = (tx: SignedTx, inputs: readonly AssetOutput[]): Transaction => {
    if (tx.unsigned.script === undefined) return plainTransaction(tx)
    try {
      const executed = executeScript(tx, chain, inputs, context)
      isSpoilt = spendsItself(executed.tx)
      if (isSpoilt) throw new InvalidTx('NonExistInput')
      absorb(executed.outcome.changes)
      for (const { contractId, eventIndex, fields } of executed.outcome.logs)
        events.push({ txIndex: transactions.length, contractId, eventIndex, fields })
      return executed.tx
    } catch (error) {
      // The finished block is checked with its hash. What does not fail then spoils it.
      isSpoilt ||= lacksBlockHash(error) && !failsWithHash(tx, inputs)
      if (isSpoilt) throw error
      const failed = error instanceof InvalidTx && error.isScriptFailure ? failedForm(tx, inputs) : undefined
      if (failed === undefined) throw error
      return failed
    }
  }

  return {
    transactions,
    rejected,
    isSpoilt: () => isSpoilt,
    /** Whether the candidate is now in the block. */
    include(tx: SignedTx): boolean {
      const inputs = findInputs(tx)
      if (inputs === undefined) return false
      if (inputs.some((input) => input.lockTimeMs > timestampMs)) return false
      try {
        settle(execute(tx, inputs))
        return true
      } catch (error) {
        if (!(error instanceof InvalidTx)) throw error
        rejected.push(tx.txId)
        return false
      }
    },
    effect: (): Omit<BlockBody, 'header' | 'transactions'> => ({
      spent,
      contracts: [...changed.values()],
      codes: [...codes],
      parents: [...parents],
      events,
    }),
  }
}

const lacksBlockHash = (error: unknown): boolean =>
  error instanceof InvalidTx && error.isScriptFailure && error.status.includes('NoBlockHashAvailable')

/** A contract or map entry that is made and removed at once: its coin is an input that was not there before. */
function spendsItself({ txId, unsigned, contractInputs, generatedOutputs }: Transaction): boolean {
  const own = new Set(
    generatedOutputs.map((_, index) => outputKeyOf(txId, unsigned.fixedOutputs.length + index)),
  )
  return contractInputs.some(({ key }) => own.has(key))
}

/** A lock nobody knows: drawn from the seed, in the chain's target group. */
function unknownMiner(state: ChainState, { seed, chain }: BlockOrder): string {
  const random = createSeededRandom(`${seed}:miner:${state.blocks.length}`)
  let lock = ''
  for (let tries = 0; lock === '' || groupOfLock(lock) !== toOf(chain); tries++) {
    assert(tries < 1_000, 'a quarter of all locks are in the group')
    lock = `00${bytesToHex(random.bytes(32))}`
  }
  return lock
}

/** Pays the miner that was named for the chain's target group, or one nobody knows. */
function coinbase(state: ChainState, order: BlockOrder): Transaction {
  const from = fromOf(order.chain)
  const to = toOf(order.chain)
  const lock = state.miners?.[to] ?? unknownMiner(state, order)
  return plainTransaction(
    signedTx(
      {
        version: 0,
        networkId: order.networkId,
        script: undefined,
        gasAmount: limits.GAS_MIN,
        gasPrice: limits.COINBASE_GAS_PRICE,
        inputs: [],
        fixedOutputs: [
          {
            kind: 'asset',
            amount: minerReward(order.timestampMs),
            lock,
            tokens: [],
            lockTimeMs: BigInt(order.timestampMs + COINBASE_LOCK_MS),
            additionalData: new Uint8Array([from, to, 0]),
          },
        ],
      },
      [],
    ),
  )
}
