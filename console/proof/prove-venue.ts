import { addressFromContractId } from '@alephium/web3'
import type { Status } from 'sibyl/client'
import { type ChainCode, readCode } from './code-on-chain.ts'
import { type CompiledContract, compareCode, type Verdict } from './compare-code.ts'
import { compilePublished } from './compile-published.ts'

/** One deployed contract beside its source. */
export interface Proof {
  /** What the venue calls it. */
  readonly name: string
  readonly address: string
  readonly verdict: Verdict
}

interface Deployed {
  readonly name: string
  readonly contract: string
  readonly address: string
  readonly code: ChainCode
}

/**
 * Compiles the published sources and holds them against the code of every contract of the venue: those the service names,
 * and the templates that the root copies when it makes others.
 */
export async function proveVenue(status: Status, signal: AbortSignal): Promise<readonly Proof[]> {
  const { nodeUrl } = status.network
  const read = async (name: string, contract: string, address: string): Promise<Deployed> => ({
    name,
    contract,
    address,
    code: await readCode(nodeUrl, address, signal),
  })
  const [compiled, named] = await Promise.all([
    compilePublished(),
    Promise.all(
      Object.entries(status.contracts).map(([name, address]) => read(name, contractNamed(name), address)),
    ),
  ])
  const copied = named.flatMap(({ contract, code }) => templatesOf(compiled, contract, code))
  // Two contracts may copy the same template: it is read and told once.
  const once = new Map(copied.map((each) => [`${each.contract} ${each.address}`, each]))
  const templates = await Promise.all(
    [...once.values()].map(({ name, contract, address }) => read(name, contract, address)),
  )
  return [...named, ...templates].map(({ name, contract, address, code }) => ({
    name,
    address,
    verdict: compareCode(
      compiled.find((each) => each.name === contract),
      code.bytecode,
    ),
  }))
}

/** The venue's `vault` is an instance of the contract `Vault`. */
const contractNamed = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** Fields called `marketTemplate` hold the id of a contract `Market`. */
function templatesOf(compiled: readonly CompiledContract[], contract: string, { immutables }: ChainCode) {
  const names = compiled.find((each) => each.name === contract)?.immutableNames ?? []
  return names.flatMap((field, i) => {
    const what = /^(\w+)Template$/.exec(field)?.[1]
    const id = immutables[i]
    if (what === undefined || typeof id !== 'string' || !/^[0-9a-f]{64}$/.test(id)) return []
    return [{ name: `${what} template`, contract: contractNamed(what), address: addressFromContractId(id) }]
  })
}
