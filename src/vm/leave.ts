import { failures, halt } from './failure.ts'
import type { Frame } from './frame.ts'

/** Hands a frame's return values to whoever called it. What happens to its balances is settled when it is taken off the stack. */
export function leave(frame: Frame): void {
  const values = frame.popMany(frame.method.returnLength)
  const { caller, context } = frame
  if (caller === undefined) {
    if (values.length > 0 && !context.allowsReturns) halt(failures.NonEmptyReturnForMainFunction)
    context.returns = values
    return
  }
  caller.pushAll(values)
  if (frame.isExternal && caller.object.id === undefined) chainCallerOutputs(caller)
}

/**
 * What a contract just paid to an address of the inputs comes back to the script that called it, so that the next call can
 * spend it. Only scripts get this, never contracts.
 */
function chainCallerOutputs(script: Frame): void {
  if (script.balances === undefined) return
  for (const lock of script.context.inputLocks()) {
    const paid = script.context.outputPool.takeKeepingPlace(lock)
    if (paid === undefined) continue
    if (!script.balances.remaining.add(lock, paid)) halt(failures.ChainCallerOutputsFailed(lock))
  }
}
