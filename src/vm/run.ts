import type { Method, Val } from '../bytecode/index.ts'
import type { Random } from '../kit/index.ts'
import { Balances, createBalanceState } from './balances.ts'
import { Context, type ContextInput } from './context.ts'
import { type ContractObject, methodAt, scriptObject } from './contract-object.ts'
import type { BlockEnv, TxEnv } from './environment.ts'
import { type Failure, failures, Halt, halt } from './failure.ts'
import { Frame, type Step } from './frame.ts'
import { hardForksMs, stepsBeforeForks } from './hard-forks.ts'
import { mockupStepsOf, stepsOf } from './instruction-table.ts'
import { Machine } from './machine.ts'
import { type Observer, observed } from './observer.ts'
import type { ScriptOutcome, UnlockOutcome } from './outcome.ts'
import { checkSettled, settle } from './settlement.ts'
import type { World } from './world.ts'

/**
 * A run in four phases: prepare the context, execute the entry method, settle what was moved, conclude with a value. Whatever
 * the code does, it ends in an outcome; only a mistake of ours leaves as an exception.
 */

/** `mockup` takes signatures on trust and leaves unused ones alone: how gas is estimated before anybody signs. */
export type RunMode = 'real' | 'mockup' | 'dry'

export interface RunInput {
  readonly world: World
  readonly block: BlockEnv
  readonly tx: TxEnv
  readonly gas: number
  readonly mode: RunMode
  readonly random?: Random | undefined
  readonly observer?: Observer | undefined
}

/** Runs method 0 of a script, or of a contract that stands in for one. */
export function runEntry(input: RunInput, entry: ContractObject): ScriptOutcome {
  const context = prepare({ ...input, random: input.random, allowsReturns: input.mode === 'dry' })
  const failure = catchingHalt(() => {
    execute(context, entry, [], stepsFor(input, entry))
    settle(context)
    if (input.mode !== 'mockup') checkSettled(context)
  })
  return conclude(context, failure)
}

export const runScript = (input: RunInput, methods: readonly Method[]): ScriptOutcome =>
  runEntry(input, scriptObject(methods))

export interface UnlockInput {
  readonly block: BlockEnv
  readonly tx: TxEnv
  readonly gas: number
  readonly mode: Exclude<RunMode, 'dry'>
  readonly observer?: Observer | undefined
}

/** Runs the script behind a P2SH lock: no contracts, no balances, and no return values. */
export function runUnlock(
  input: UnlockInput,
  methods: readonly Method[],
  params: readonly Val[],
): UnlockOutcome {
  const context = prepare({ ...input, world: undefined, random: undefined, allowsReturns: false })
  const entry = scriptObject(methods)
  const failure = catchingHalt(() => execute(context, entry, params, stepsFor(input, entry)))
  const gasRemaining = context.meter.remaining
  const { signaturesLeft } = context
  return failure === undefined
    ? { ok: true, gasRemaining, signaturesLeft }
    : { ok: false, failure, gasRemaining }
}

function prepare(input: ContextInput): Context {
  return new Context(input)
}

function execute(
  context: Context,
  object: ContractObject,
  args: readonly Val[],
  steps: (method: Method) => readonly Step[],
): void {
  const method = methodAt(object.code, 0)
  if (!method.isPublic) halt(failures.ExternalPrivateMethodCall)
  if (method.usesPreapprovedAssets) context.callerBalances = initialBalances(context)
  const frame = new Frame({
    context,
    object,
    method,
    stack: [],
    stackTop: 0,
    args,
    caller: undefined,
    balances: context.callerBalances,
    isExternal: false,
  })
  new Machine(context, steps).run(frame)
}

/** What the inputs hold and the fixed outputs do not, without the fee, which the first input's address pays. */
function initialBalances(context: Context): ReturnType<typeof createBalanceState> {
  const { inputs, fixedOutputs } = context.tx
  const balances = Balances.left(inputs, fixedOutputs) ?? halt(failures.InvalidBalances)
  const first = inputs[0] ?? halt(failures.UnableToPayGasFee)
  if (!balances.subAlph(first.lock, context.gasFee)) halt(failures.UnableToPayGasFee)
  return createBalanceState(balances)
}

/** Mockups replace instructions of the script itself only; contracts check what they are given. */
function stepsFor(
  { mode, observer, block }: Pick<RunInput, 'mode' | 'observer' | 'block'>,
  entry: ContractObject,
): (method: Method) => readonly Step[] {
  const mockups = new Map<Method, readonly Step[]>()
  if (mode === 'mockup') {
    for (const method of entry.code.methods)
      if (method !== undefined) mockups.set(method, mockupStepsOf(method))
  }
  const real = block.timestampMs < hardForksMs ? stepsBeforeForks : stepsOf
  const plain = mockups.size === 0 ? real : (method: Method) => mockups.get(method) ?? real(method)
  return observer === undefined ? plain : observed(plain, observer)
}

function catchingHalt(run: () => void): Failure | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof Halt) return error.failure
    throw error
  }
}

function conclude(context: Context, failure: Failure | undefined): ScriptOutcome {
  const gasRemaining = context.meter.remaining
  const { logs, contracts } = context
  if (failure !== undefined) return { ok: false, failure, gasRemaining, logs }
  return {
    ok: true,
    gasRemaining,
    returns: context.returns,
    contractInputs: contracts.inputs,
    generatedOutputs: context.generatedOutputs,
    logs,
    changes: contracts.changes(),
    autoFundedDust: context.autoFundedDust,
  }
}
