/** What a compiled contract says of itself. It comes on demand: only those who look into the chain need it. */
export interface ContractShape {
  readonly name: string
  readonly codeHash: string
  readonly fields: {
    readonly names: readonly string[]
    readonly types: readonly string[]
    readonly isMutable: readonly boolean[]
  }
  readonly events: readonly { readonly name: string; readonly fieldNames: readonly string[] }[]
}

const artifacts: Readonly<Record<string, Partial<ContractShape>>> = import.meta.glob(
  '../../artifacts/*.json',
  { import: 'default', eager: true },
)

const shapes = Object.values(artifacts).filter((each): each is ContractShape => each.codeHash !== undefined)

export const shapeWithCode = (codeHash: string): ContractShape | null =>
  shapes.find((shape) => shape.codeHash === codeHash) ?? null
