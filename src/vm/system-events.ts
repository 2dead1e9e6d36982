import { address, byteVec, contractLock, type Hash, i256, type Val } from '../bytecode/index.ts'
import { equalBytes, utf8ToBytes } from '../kit/index.ts'
import type { Context } from './context.ts'

/** Contracts are born and die with an event under an id of the system, one per group. */
const createdIndex = i256(-1n)
const destroyedIndex = i256(-2n)

const systemId = (kind: 'ff' | 'fe', group: number): Hash =>
  `${'00'.repeat(30)}${kind}${group.toString(16).padStart(2, '0')}`

const standardPrefix = utf8ToBytes('ALPH')
const nothing = byteVec(new Uint8Array(0))

export function writeCreationEvent(
  context: Context,
  id: Hash,
  parent: Hash | undefined,
  immFields: readonly Val[],
): void {
  context.log(systemId('ff', context.block.group), [
    createdIndex,
    address(contractLock(id)),
    parent === undefined ? nothing : address(contractLock(parent)),
    standardId(immFields.at(-1)),
  ])
}

export function writeDestructionEvent(context: Context, id: Hash): void {
  context.log(systemId('fe', context.block.group), [destroyedIndex, address(contractLock(id))])
}

/** A contract names the interface it follows in its last immutable field, behind the letters ALPH. */
function standardId(last: Val | undefined): Val {
  const named =
    last?.type === 'ByteVec' && equalBytes(last.value.subarray(0, standardPrefix.length), standardPrefix)
  return named ? byteVec(last.value.subarray(standardPrefix.length)) : nothing
}
