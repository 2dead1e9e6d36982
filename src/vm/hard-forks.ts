import { type Instruction, instructionSet, type Method } from '../bytecode/index.ts'
import { failures, halt } from './failure.ts'
import type { Step } from './frame.ts'
import { stepsOf } from './instruction-table.ts'

/** When a devnet's three hard forks happened, all at once. A dry run may name a time before. */
export const hardForksMs = 1_643_500_800_000

const firstStateful = 160
const lastStatelessAtGenesis = 97
const lastStatefulAtGenesis = 185

/** Codes were given in order: those of the first release come first, in each of the two ranges. */
function isFromGenesis({ name }: Instruction): boolean {
  const { code } = instructionSet[name]
  return code <= (code < firstStateful ? lastStatelessAtGenesis : lastStatefulAtGenesis)
}

/** A method as it runs before the forks: instructions that came with them stop it. Nothing else of that time is copied. */
export function stepsBeforeForks(method: Method): readonly Step[] {
  const known = earlySteps.get(method)
  if (known !== undefined) return known
  const steps = stepsOf(method).map((step, i) => {
    const instruction = method.instructions[i]!
    return isFromGenesis(instruction) ? step : inactive(instruction)
  })
  earlySteps.set(method, steps)
  return steps
}

const earlySteps = new WeakMap<Method, readonly Step[]>()

const inactive = (instruction: Instruction): Step => ({
  gas: 0,
  flow: 'plain',
  run: () => halt(failures.InactiveInstr(instructionText(instruction))),
  operand: undefined,
})

const devNames = [
  'TestCheckStart',
  'TestErrorStart',
  'TestCheckEnd',
  'TestEqual',
  'RandomU256',
  'RandomI256',
  'RandomContractAddress',
  'RandomAssetAddress',
]

/** As the node writes an instruction. */
function instructionText({ name, operand }: Instruction): string {
  switch (name) {
    case 'MethodSelector':
    case 'CallExternalBySelector':
      return `${name}(Selector(${operand}))`
    case 'DevInstr':
      return `${name}(${devNames[Number(operand)]})`
    default:
      return operand === undefined ? name : `${name}(${operand})`
  }
}
