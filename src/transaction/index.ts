/**
 * transaction: coins and a script in, the bytes of an unsigned transaction out.
 *
 * Owns          the order coins are taken in, selection, change, dust, gas of inputs and outputs, limits, conservation,
 *               the deployment script, encoding and decoding of unsigned transactions.
 * Does not own  where coins come from, what a script means or costs, signing, sending.
 * Never         does I/O or reads a clock; what cannot be built is thrown as CannotBuild.
 */
export {
  assembleScriptCall,
  assembleTransfer,
  inputsOf,
} from './assemble.ts'
export { CannotBuild } from './cannot-build.ts'
export { nodeOrder, reversed, tokenAmountIn } from './coin-order.ts'
export { coverBaseGas } from './cover-base-gas.ts'
export { decodeUnsignedTx, fromCodecOutput, Undecodable } from './decode.ts'
export { deployScript } from './deploy-script.ts'
export {
  blake2b256,
  encodeAssetOutput,
  encodeTimestamp,
  encodeTokens,
  encodeUnsignedTx,
  outputKeyOf,
  txIdOf,
} from './encode.ts'
export {
  baseGasOf,
  scriptGasOf,
  scriptGasWithMargin,
  unlockGasOf,
} from './gas.ts'
export {
  djb2,
  GROUPS,
  groupOfHint,
  groupOfLock,
  hintOfLock,
  isLock,
  lockInGroup,
} from './hint.ts'
export * as limits from './limits.ts'
export type { AssetOutput, OutputRef, Payer, Spendable, Token, UnsignedTx } from './model.ts'
export { changeOutputs, type Payment, remainderOf, sumTokens, toOutputs } from './outputs.ts'
export { planJoining } from './plan-joining.ts'
export { alphFor, type PlannedScriptCall, planScriptCall, type ScriptCallPlan } from './plan-script-call.ts'
export { alphIn, selectCoins } from './select-coins.ts'
export { spendableCoins } from './spendable-coins.ts'
