import { addressFromContractId } from '@alephium/web3'
import type { Status } from 'sibyl/client'
import { type ChainCode, readCode } from './code-on-chain.ts'
import { type CompiledContract, compareCode, type Verdict } from './compare-code.ts'
import { compilePublished } from './compile-published.ts'

/** One contract beside its source. */
export interface Proof {
  /** What the venue calls it. */
  readonly name: string
  /** Nothing where nobody says it. */
  readonly address: string | undefined
  readonly verdict: Verdict
}

export type ReadCode = (address: string) => Promise<ChainCode>

/** The root and the five contracts it makes. A venue without one of them is none, whatever the service names. */
const venueContracts = ['venue', 'vault', 'voting', 'oracle', 'parlays', 'desk']

/** Compiles the published sources and holds them against what the node says. */
export async function proveVenue(status: Status, signal: AbortSignal): Promise<readonly Proof[]> {
  const { nodeUrl } = status.network
  const proofs = await proveContracts(await compilePublished(), status.contracts, (address) =>
    readCode(nodeUrl, address, signal),
  )
  signal.throwIfAborted()
  return proofs
}

/** A row for every contract the venue must have, the service names, or another copies as a template. */
export async function proveContracts(
  compiled: readonly CompiledContract[],
  addresses: Readonly<Record<string, string>>,
  read: ReadCode,
): Promise<readonly Proof[]> {
  const prove = async (name: string, contract: string, address: string) => {
    try {
      const code = await read(address)
      const source = compiled.find((each) => each.name === contract)
      return { name, contract, address, code, verdict: compareCode(source, code.bytecode) }
    } catch (error) {
      const verdict: Verdict = { kind: 'unread', why: error instanceof Error ? error.message : String(error) }
      return { name, contract, address, code: undefined, verdict }
    }
  }
  const missing = venueContracts.filter((name) => !Object.hasOwn(addresses, name))
  const named = await Promise.all([
    ...Object.entries(addresses).map(([name, address]) => prove(name, contractNamed(name), address)),
    ...missing.map((name) => ({
      name,
      contract: contractNamed(name),
      address: undefined,
      code: undefined,
      verdict: { kind: 'not-named' } as const,
    })),
  ])
  const found = named.flatMap(({ contract, code }) => templatesOf(compiled, contract, code))
  // Two contracts may copy the same template: it is read and told once.
  const templates = new Map(found.map((each) => [`${each.name} ${each.address ?? ''}`, each]))
  const copied = await Promise.all(
    [...templates.values()].map(({ name, contract, address }) =>
      address === undefined
        ? { name, address, verdict: { kind: 'not-followed' } as const }
        : prove(name, contract, address),
    ),
  )
  return [...named, ...copied].map(({ name, address, verdict }) => ({ name, address, verdict }))
}

/** The venue's `vault` is an instance of the contract `Vault`. */
const contractNamed = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

interface Template {
  readonly name: string
  readonly contract: string
  /** Nothing where the field holds no contract's id, or its contract could not be read. */
  readonly address: string | undefined
}

/** Fields called `marketTemplate` hold the id of a contract `Market`. */
function templatesOf(
  compiled: readonly CompiledContract[],
  contract: string,
  code: ChainCode | undefined,
): Template[] {
  const names = compiled.find((each) => each.name === contract)?.immutableNames ?? []
  return names.flatMap((field, i) => {
    const what = /^(\w+)Template$/.exec(field)?.[1]
    if (what === undefined) return []
    const id = code?.immutables[i]
    const isId = typeof id === 'string' && /^[0-9a-f]{64}$/.test(id)
    return [
      {
        name: `${what} template`,
        contract: contractNamed(what),
        address: isId ? addressFromContractId(id) : undefined,
      },
    ]
  })
}
