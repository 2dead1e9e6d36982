import type { Hash } from '../bytecode/index.ts'
import type { ContractRecord, MutableWorld, World, WorldChanges } from './world.ts'

const nothing: World = { findContract: () => undefined, findCode: () => undefined }

/** A world in memory. */
export const createFixtureWorld = (): MutableWorld => createOverlayWorld(nothing)

/** What has changed over a world that itself stays as it is: a block under assembly, a dry run's extra contracts. */
export function createOverlayWorld(base: World): MutableWorld {
  const contracts = new Map<Hash, ContractRecord | undefined>()
  const codes = new Map<Hash, Uint8Array>()
  return {
    findContract: (id) => (contracts.has(id) ? contracts.get(id) : base.findContract(id)),
    findCode: (codeHash) => codes.get(codeHash) ?? base.findCode(codeHash),
    apply(changes: WorldChanges) {
      for (const [id, record] of changes.contracts) contracts.set(id, record)
      for (const [hash, bytes] of changes.codes) codes.set(hash, bytes)
    },
  }
}
