import {
  type Instruction,
  type InstructionName,
  type OperandOf,
  u256,
  type Val,
} from '../../bytecode/index.ts'

/** A script parameter stands in the code as a hole that is filled before the script is sent. */
export interface TemplateVariable {
  readonly name: 'TemplateVariable'
  readonly index: number
}

export type Instr = Instruction | TemplateVariable
export type Code = readonly Instr[]

type WithOperand = { [N in InstructionName]: OperandOf<N> extends undefined ? never : N }[InstructionName]
type Plain = Exclude<InstructionName, WithOperand>

const plain = new Map<InstructionName, Instruction>()

/** Instructions without operand. */
export function ops(...names: readonly InstructionName[]): Instruction[] {
  return names.map((name) => {
    const known = plain.get(name) ?? { name, operand: undefined }
    plain.set(name, known)
    return known
  })
}

export const op = <N extends WithOperand>(name: N, operand: OperandOf<N>): Instruction => ({ name, operand })

export function times(count: number, name: Plain): Instruction[] {
  const [instruction] = ops(name)
  return Array<Instruction>(Math.max(0, count)).fill(instruction!)
}

export function constCode(value: Val): Instruction {
  switch (value.type) {
    case 'Bool':
      return ops(value.value ? 'ConstTrue' : 'ConstFalse')[0]!
    case 'I256':
      if (value.value >= -1n && value.value <= 5n) {
        return ops(value.value < 0n ? 'I256ConstN1' : (`I256Const${value.value}` as Plain))[0]!
      }
      return op('I256Const', value)
    case 'U256':
      if (value.value <= 5n) return ops(`U256Const${value.value}` as Plain)[0]!
      return op('U256Const', value)
    case 'ByteVec':
      return op('BytesConst', value)
    case 'Address':
      return op('AddressConst', value)
  }
}

export const u256Code = (value: number): Instruction => constCode(u256(BigInt(value)))

/** Never the short form, as some places of the node's compiler do it. */
export const longU256Code = (value: number): Instruction => op('U256Const', u256(BigInt(value)))
