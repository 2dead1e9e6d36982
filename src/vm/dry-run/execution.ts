import {
  addressText,
  byteStringText,
  groupOfLock,
  groups,
  type Hash,
  type Lock,
  type Method,
  toJsonVal,
  u256Max,
  type Val,
} from '../../bytecode/index.ts'
import { GAS_MAX, GAS_PRICE_MIN, hexToBytes } from '../../kit/index.ts'
import type { ScriptOutcome, ScriptSuccess } from '../outcome.ts'
import type { AssetOutput } from '../output.ts'
import type { RunInput } from '../run.ts'
import type { World } from '../world.ts'
import { debugText, type JsonExecution, splitLogs, toJsonOutput } from './answers.ts'
import { badRequest, type DryRunBlock, type DryRunEnv, failed } from './environment.ts'
import { dryRunGasFee } from './method-call.ts'

/** What the dry runs have in common. */

/** Everything of a run but its program. */
export const dryRunInput = (
  env: DryRunEnv,
  world: World,
  block: Pick<RunInput['block'], 'group' | 'timestampMs' | 'blockHash'>,
  tx: Pick<RunInput['tx'], 'txId' | 'inputs'>,
): RunInput => ({
  world,
  block: { ...block, networkId: env.networkId, target: env.target },
  tx: { ...tx, fixedOutputs: [], gasPrice: GAS_PRICE_MIN, gasAmount: GAS_MAX, signatures: [] },
  gas: GAS_MAX,
  mode: 'dry',
  random: env.random,
  observer: env.observer,
})

/** The fee of the whole gas comes on top of the first input, silently. */
export function withGasFee(inputs: readonly AssetOutput[]): AssetOutput[] {
  return inputs.map((input, index) => {
    if (index > 0) return input
    const amount = input.amount + dryRunGasFee
    if (amount > u256Max) throw badRequest('ALPH amount overflow')
    return { ...input, amount }
  })
}

export function checkArgs(args: readonly Val[], method: Method): void {
  if (args.length === method.argsLength) return
  throw failed('The number of parameters is different from the number specified by the target method')
}

/** The group must exist, be that of the address, and the block must be of its own chain. */
export function checkGroup(group: number, lock: Lock | undefined, blockHash: Hash | undefined): void {
  if (group < 0 || group >= groups) throw badRequest(`Invalid group ${group}`)
  if (lock !== undefined && groupOfLock(lock) !== group) {
    throw badRequest(
      `Group mismatch: provided group is ${group}; group for ${addressText(lock)} is ${groupOfLock(lock)}`,
    )
  }
  if (blockHash !== undefined && chainOf(blockHash) !== group * (groups + 1)) {
    throw badRequest(`Invalid block hash ${blockHash}`)
  }
}

const chainOf = (blockHash: Hash): number => Number.parseInt(blockHash.slice(-4), 16) % (groups * groups)

/** The block whose state is asked: a given one, or the group's latest. */
export function blockOf(env: DryRunEnv, group: number, blockHash: Hash | undefined): DryRunBlock {
  if (blockHash === undefined) return env.tipOf(group)
  const block = env.findBlock(blockHash)
  if (block === undefined) {
    throw failed(
      `Failed in IO: org.alephium.io.IOError$KeyNotFound: org.alephium.util.AppException: Key ${byteStringText(stateKey(blockHash))} not found in RocksDBColumn.getRawUnsafe`,
    )
  }
  return block
}

/** The node files a block's state under its hash and a letter of its own. */
const stateKey = (blockHash: Hash): Uint8Array => hexToBytes(`${blockHash}02`)

export const vmFailureText = (text: string): string => `VM execution error: ${text}`

/** The success, or the refusal a failed run becomes; `messages` puts the debug messages in front of the text. */
export function successOf(
  outcome: ScriptOutcome,
  messages: 'with messages' | 'without messages',
  toText: (text: string) => string = vmFailureText,
): ScriptSuccess {
  if (outcome.ok) return outcome
  if (outcome.failure.kind === 'io') throw failed(`Failed in IO: ${outcome.failure.text}`)
  const shown = messages === 'with messages' ? debugText(splitLogs(outcome.logs, '', 0).debugMessages) : ''
  throw failed(shown + toText(outcome.failure.text))
}

export function toJsonExecution(
  outcome: ScriptSuccess,
  contracts: JsonExecution['contracts'],
  txId: Hash,
  block: { readonly hash: Hash; readonly timestampMs: number },
): JsonExecution {
  const { events, debugMessages } = splitLogs(outcome.logs, block.hash, block.timestampMs)
  return {
    returns: outcome.returns.map(toJsonVal),
    gasUsed: GAS_MAX - outcome.gasRemaining,
    contracts,
    txInputs: outcome.contractInputs.map(({ output }) => addressText(output.lock)),
    txOutputs: outcome.generatedOutputs.map((output, index) => toJsonOutput(output, txId, index)),
    events,
    debugMessages,
  }
}
