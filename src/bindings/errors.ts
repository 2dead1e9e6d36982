import { artifacts, type ContractName } from './artifacts.ts'

/** Why a contract refused, by name: `{ contract: 'Market', name: 'TradingEnded' }`. */
export interface ContractRefusal {
  readonly contract: ContractName
  readonly name: string
}

const refusals = new Map<number, ContractRefusal>()
for (const [contract, artifact] of Object.entries(artifacts))
  for (const [name, code] of Object.entries(artifact.errors))
    refusals.set(code, { contract: contract as ContractName, name }) // a key of artifacts

/** The refusal behind an assertion's error code, or null: every code belongs to one contract only. */
export const findRefusal = (code: number): ContractRefusal | null => refusals.get(code) ?? null
