import {
  attempt,
  contractIdOfLock,
  contractLock,
  decodeContract,
  encodeContract,
  isContractLock,
  type Lock,
  nullContractLock,
  type Val,
} from '../../bytecode/index.ts'
import { idOf } from '../contract-object.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { leave } from '../leave.ts'
import { writeDestructionEvent } from '../system-events.ts'
import { checkAssetModifiers, checkContract, popFields } from './creation.ts'
import type { Handlers } from './family.ts'

/** The end of a contract, or of its code. Neither may happen while the contract is running further down the stack. */
export const lifecycle = {
  DestroySelf: (frame) => {
    const given = frame.popLock()
    destroySelf(frame, given === nullContractLock ? frame.context.firstInputLock() : given)
  },
  MigrateSimple: (frame) => migrate(frame, undefined),
  MigrateWithFields: (frame) => {
    const mutFields = popFields(frame)
    const immFields = popFields(frame)
    migrate(frame, { immFields, mutFields })
  },
} satisfies Partial<Handlers>

function destroySelf(frame: Frame, refundTo: Lock): void {
  const { context } = frame
  if (isContractLock(refundTo) && !frame.isInCallStack(contractIdOfLock(refundTo))) {
    halt(failures.PayToContractAddressNotInCallerTrace(refundTo))
  }
  const id = idOf(frame.object)
  if (frame.getCaller().isInCallStack(id)) halt(failures.ContractDestructionShouldNotBeCalledFromSelf)
  const assets = frame.getBalances().remaining.takeAll(contractLock(id)) ?? halt(failures.InvalidBalances)
  if (!context.outputPool.add(refundTo, assets)) halt(failures.InvalidBalances)
  context.contracts.destroy(id)
  writeDestructionEvent(context, id)
  returnAtOnce(frame)
}

function migrate(
  frame: Frame,
  newFields: { readonly immFields: readonly Val[]; readonly mutFields: readonly Val[] } | undefined,
): void {
  const bytes = frame.popBytes()
  frame.context.meter.chargeCode(bytes.length)
  const contract = attempt(() => decodeContract(bytes))
  if (!contract.ok) halt(failures.SerdeErrorCreateContract(contract.error))
  const id = idOf(frame.object)
  if (frame.getCaller().isInCallStack(id)) halt(failures.UnexpectedRecursiveCallInMigration)
  checkContract(contract.value)
  checkAssetModifiers(contract.value)
  const immFields = newFields?.immFields ?? frame.object.immFields
  const mutFields = newFields?.mutFields ?? [...frame.object.mutFields]
  if (immFields.length + mutFields.length !== contract.value.fieldLength) halt(failures.InvalidFieldLength)
  frame.context.meter.chargeFields([...immFields, ...mutFields])
  frame.context.contracts.migrate(id, encodeContract(contract.value), immFields, mutFields)
  returnAtOnce(frame)
}

/**
 * Nothing behind this instruction runs. The node returns here and, finding itself at the end of the method, a second time:
 * a method with return values would need them twice. Stepping to the end repeats that.
 */
function returnAtOnce(frame: Frame): void {
  leave(frame)
  frame.pc = frame.method.instructions.length - 1
}
