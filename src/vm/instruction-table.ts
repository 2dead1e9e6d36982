import type { Instruction, InstructionName, Method } from '../bytecode/index.ts'
import type { Step } from './frame.ts'
import { fixedGas } from './gas-table.ts'
import { addresses } from './instructions/addresses.ts'
import { arithmetic } from './instructions/arithmetic.ts'
import { assets } from './instructions/assets.ts'
import { bits } from './instructions/bits.ts'
import { booleans } from './instructions/booleans.ts'
import { bytes } from './instructions/bytes.ts'
import { calls } from './instructions/calls.ts'
import { constants } from './instructions/constants.ts'
import { contracts } from './instructions/contracts.ts'
import { control } from './instructions/control.ts'
import { conversions } from './instructions/conversions.ts'
import { creation } from './instructions/creation.ts'
import { dev } from './instructions/dev.ts'
import { environment } from './instructions/environment.ts'
import type { Handlers } from './instructions/family.ts'
import { hashes } from './instructions/hashes.ts'
import { lifecycle } from './instructions/lifecycle.ts'
import { logs } from './instructions/logs.ts'
import { signatureMockups, signatures } from './instructions/signatures.ts'
import { variables } from './instructions/variables.ts'

/** Every instruction with what it does. The type says that none is missing. */
const handlers: Handlers = {
  ...addresses,
  ...arithmetic,
  ...assets,
  ...bits,
  ...booleans,
  ...bytes,
  ...calls,
  ...constants,
  ...contracts,
  ...control,
  ...conversions,
  ...creation,
  ...dev,
  ...environment,
  ...hashes,
  ...lifecycle,
  ...logs,
  ...signatures,
  ...variables,
}

const mockupHandlers: Handlers = { ...handlers, ...signatureMockups }

const callNames: readonly InstructionName[] = ['CallLocal', 'CallExternal', 'CallExternalBySelector']

function flowOf(name: InstructionName): Step['flow'] {
  if (name === 'Return') return 'return'
  return callNames.includes(name) ? 'call' : 'plain'
}

const costs: Readonly<Partial<Record<InstructionName, number>>> = fixedGas

function stepOf({ name, operand }: Instruction, table: Handlers): Step {
  const run = table[name] as Step['run'] // the operand was decoded for this very instruction
  return { gas: costs[name] ?? 0, flow: flowOf(name), run, operand }
}

const realSteps = new WeakMap<Method, readonly Step[]>()

/** A method ready to run: looked up once, then as fast as a table of functions. */
export function stepsOf(method: Method): readonly Step[] {
  const known = realSteps.get(method)
  if (known !== undefined) return known
  const steps = method.instructions.map((instruction) => stepOf(instruction, handlers))
  realSteps.set(method, steps)
  return steps
}

/** The same with signatures taken on trust. */
export const mockupStepsOf = (method: Method): readonly Step[] =>
  method.instructions.map((instruction) => stepOf(instruction, mockupHandlers))
