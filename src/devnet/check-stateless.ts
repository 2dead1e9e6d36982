import { codec } from '../alephium/index.ts'
import { hexToBytes } from '../kit/index.ts'
import { groupOfHint, groupOfLock, limits, type UnsignedTx } from '../transaction/index.ts'
import { chainOf, fromOf, isIntraGroup, toOf } from './chain-index.ts'
import { InvalidTx } from './invalid-tx.ts'
import { allOutputs, isAsset, type Output, type Transaction } from './transaction.ts'

const TOKENS_PER_ASSET_MAX = 1
const TOKENS_PER_CONTRACT_MAX = 8
const MULTISIG_KEYS_MAX = 16

/** The chain a transaction belongs to, or why it belongs to none. */
export function chainOfTx(unsigned: UnsignedTx): number {
  const from = new Set(unsigned.inputs.map((input) => groupOfHint(input.ref.hint)))
  const [group] = from
  if (from.size !== 1 || group === undefined) throw new InvalidTx('InvalidInputGroupIndex')
  const to = new Set(unsigned.fixedOutputs.map((output) => groupOfLock(output.lock)))
  to.delete(group)
  if (to.size > 1) throw new InvalidTx('InvalidOutputGroupIndex')
  return chainOf(group, [...to][0] ?? group)
}

/** Everything about a transaction that needs no ledger, in the node's order: the first rule broken names the refusal. */
export function checkStateless(tx: Transaction, chain: number, networkId: number): void {
  const { unsigned } = tx
  const intra = isIntraGroup(chain)
  refuseIf(unsigned.version !== 0, 'InvalidTxVersion')
  refuseIf(unsigned.networkId !== networkId, 'InvalidNetworkId')
  refuseIf(!intra && tx.contractInputs.length > 0, 'ContractInputForInterGroupTx')
  refuseIf(unsigned.inputs.length + tx.contractInputs.length > limits.INPUTS_MAX, 'TooManyInputs')
  refuseIf(!intra && tx.generatedOutputs.length > 0, 'GeneratedOutputForInterGroupTx')
  const outputs = allOutputs(tx)
  refuseIf(outputs.length === 0, 'NoOutputs')
  refuseIf(outputs.length > limits.OUTPUTS_MAX, 'TooManyOutputs')
  refuseIf(unsigned.gasAmount < limits.GAS_MIN || unsigned.gasAmount > limits.GAS_MAX, 'InvalidStartGas')
  refuseIf(
    unsigned.gasPrice < limits.GAS_PRICE_MIN || unsigned.gasPrice >= limits.ALPH_MAX,
    'InvalidGasPrice',
  )
  for (const output of outputs) checkOutput(output)
  refuseIf(outputs.reduce((sum, output) => sum + output.amount, 0n) > limits.U256_MAX, 'BalanceOverFlow')
  checkGroups(tx, chain)
  const keys = new Set(unsigned.inputs.map((input) => input.ref.key))
  refuseIf(keys.size < unsigned.inputs.length, 'TxDoubleSpending')
}

function checkOutput(output: Output): void {
  const tokensMax = isAsset(output) ? TOKENS_PER_ASSET_MAX : TOKENS_PER_CONTRACT_MAX
  refuseIf(
    output.amount < limits.DUST ||
      output.tokens.length > tokensMax ||
      output.tokens.some((token) => token.amount === 0n) ||
      (isAsset(output) && output.tokens.length > 0 && output.amount !== limits.DUST),
    'InvalidOutputStats',
  )
  if (!isAsset(output)) return
  refuseIf(
    output.lock.startsWith('01') && multisigKeys(output.lock) > MULTISIG_KEYS_MAX,
    'TooManyKeysInMultisig',
  )
  refuseIf(output.additionalData.length > limits.ADDITIONAL_DATA_MAX_BYTES, 'OutputDataSizeExceeded')
}

function checkGroups(tx: Transaction, chain: number): void {
  const from = fromOf(chain)
  const to = toOf(chain)
  refuseIf(
    tx.unsigned.inputs.some((input) => groupOfHint(input.ref.hint) !== from),
    'InvalidInputGroupIndex',
  )
  const groups = allOutputs(tx)
    .filter(isAsset)
    .map((output) => groupOfLock(output.lock))
  refuseIf(
    groups.some((group) => group !== from && group !== to),
    'InvalidOutputGroupIndex',
  )
  refuseIf(
    !isIntraGroup(chain) && !tx.unsigned.fixedOutputs.some((output) => groupOfLock(output.lock) === to),
    'InvalidOutputGroupIndex',
  )
}

function multisigKeys(lock: string): number {
  const decoded = codec.lockupScript.lockupScriptCodec.decode(hexToBytes(lock))
  return decoded.kind === 'P2MPKH' ? decoded.value.publicKeyHashes.length : 0
}

export function refuseIf(broken: boolean, status: string): void {
  if (broken) throw new InvalidTx(status)
}
