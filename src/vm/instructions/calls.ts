import { contractLock, type Method, selectorOf } from '../../bytecode/index.ts'
import { type BalanceState, createBalanceState } from '../balances.ts'
import type { Context } from '../context.ts'
import { type ContractObject, methodAt } from '../contract-object.ts'
import { type Failure, failures, halt } from '../failure.ts'
import { Frame } from '../frame.ts'
import { gas } from '../gas-table.ts'
import { leave } from '../leave.ts'
import type { Handlers } from './family.ts'

/** Calls build the next frame and the machine runs it; after a return it takes the frame away. */
export const calls = {
  CallLocal: (frame, index) => {
    const method = methodAt(frame.object.code, index)
    return enter(frame, frame.object, method, index, false)
  },
  CallExternal: (frame, index) => {
    const object = frame.context.contracts.load(frame.popContractId())
    return enterExternal(frame, object, index)
  },
  CallExternalBySelector: (frame, selector) => {
    const object = frame.context.contracts.load(frame.popContractId())
    return enterExternal(frame, object, searchSelector(frame.context, object, selector))
  },
  /** Only marks its method; running it is free and does nothing. */
  MethodSelector: () => {},
  Return: leave,
} satisfies Partial<Handlers>

function enterExternal(frame: Frame, object: ContractObject, index: number): Frame {
  const method = methodAt(object.code, index)
  checkLength(
    frame,
    method.returnLength,
    failures.InvalidReturnLength,
    failures.InvalidExternalMethodReturnLength,
  )
  checkLength(frame, method.argsLength, failures.InvalidArgLength, failures.InvalidExternalMethodArgLength)
  if (!method.isPublic) halt(failures.ExternalPrivateMethodCall)
  return enter(frame, object, method, index, true)
}

/** The caller says how many values it passes and expects. */
function checkLength(
  frame: Frame,
  expected: number,
  noLength: Failure,
  mismatch: (expected: number, got: number) => Failure,
): void {
  const got = frame.popInt() ?? halt(noLength)
  if (got !== expected) halt(mismatch(expected, got))
}

function enter(
  caller: Frame,
  object: ContractObject,
  method: Method,
  index: number,
  isExternal: boolean,
): Frame {
  const balances = balancesForCall(caller, object, method, index)
  const args = caller.popMany(method.argsLength)
  const { context, stack, top } = caller
  return new Frame({ context, object, method, stack, stackTop: top, args, caller, balances, isExternal })
}

/**
 * What the callee may spend: everything approved if it takes approved assets, and the contract's own balance if it uses
 * that. A method with neither has no balances at all.
 */
function balancesForCall(
  caller: Frame,
  object: ContractObject,
  method: Method,
  index: number,
): BalanceState | undefined {
  const takesApproved = method.usesPreapprovedAssets
  if (!takesApproved && !method.usesContractAssets && !method.paysToContractOnly) return undefined
  const balances = takesApproved
    ? createBalanceState(caller.getBalances().approved.handDown())
    : createBalanceState()
  const { id } = object
  if (id === undefined) return takesApproved ? balances : undefined
  if (method.usesContractAssets) {
    const own = caller.context.contracts.useAssets(id, index)
    return balances.remaining.add(contractLock(id), own) ? balances : undefined
  }
  if (method.paysToContractOnly) caller.context.contracts.ensureAssets(id)
  return balances
}

/**
 * Finds a method by selector and charges for every method looked at for the first time. A search that finds nothing has
 * still looked at everything.
 */
function searchSelector(
  context: Context,
  { code, selectors: progress }: ContractObject,
  selector: number,
): number {
  const known = progress.found.get(selector)
  if (known !== undefined) return known
  const before = progress.searchedMethodIndex
  const contract = code.contract!
  for (let index = before + 1; index < code.methodCount; index++) {
    const found = selectorOf(contract, index)
    if (found !== undefined) progress.found.set(found, index)
    if (found !== selector) continue
    progress.searchedMethodIndex = index
    context.meter.charge(gas.searchSelector(index - before))
    return index
  }
  progress.searchedMethodIndex = Math.max(before + 1, code.methodCount)
  halt(failures.InvalidMethodSelector(selector))
}
