import type { ContractShape } from './contract-shapes.ts'
import { askNode } from './node.ts'

interface NodeValue {
  readonly type: string
  readonly value: unknown
}

interface NodeState {
  readonly codeHash: string
  readonly immFields: readonly NodeValue[]
  readonly mutFields: readonly NodeValue[]
  readonly asset: {
    readonly attoAlphAmount: string
    readonly tokens?: readonly { readonly id: string; readonly amount: string }[]
  }
}

/** A contract as the node has it now, its values by their names. */
export interface ContractState {
  /** Null where the code is none of the venue's. */
  readonly shape: ContractShape | null
  readonly values: readonly (readonly [name: string, value: string])[]
  readonly asset: NodeState['asset']
}

export async function readContract(address: string, signal: AbortSignal): Promise<ContractState> {
  const [state, { shapeWithCode }] = await Promise.all([
    askNode<NodeState>(`/contracts/${address}/state`, signal),
    import('./contract-shapes.ts'),
  ])
  const shape = shapeWithCode(state.codeHash)
  return { shape, values: namedValues(state, shape), asset: state.asset }
}

/** The chain keeps fields that never change first, and arrays value by value. */
function namedValues({ immFields, mutFields }: NodeState, shape: ContractShape | null): [string, string][] {
  const names = shape === null ? [] : [...flatNames(shape, false), ...flatNames(shape, true)]
  return [...immFields, ...mutFields].map(({ value }, index) => [
    names[index] ?? `field ${index}`,
    String(value),
  ])
}

const flatNames = ({ fields }: ContractShape, isMutable: boolean): string[] =>
  fields.names.flatMap((name, index) => {
    if (fields.isMutable[index] !== isMutable) return []
    const size = [...(fields.types[index] ?? '').matchAll(/;(\d+)\]/g)].reduce(
      (product, [, count]) => product * Number(count),
      1,
    )
    return size === 1 ? [name] : Array.from({ length: size }, (_, at) => `${name}[${at}]`)
  })

const known = new Map<string, Promise<ContractShape | null>>()

/** What kind of contract has an address; null where nobody can say. A contract's code does not change here. */
export function shapeAt(address: string, signal: AbortSignal): Promise<ContractShape | null> {
  const found = known.get(address)
  if (found !== undefined) return found
  const asked = readContract(address, signal).then(
    ({ shape }) => shape,
    () => {
      known.delete(address)
      return null
    },
  )
  known.set(address, asked)
  return asked
}
