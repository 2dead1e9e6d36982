import {
  address,
  bool,
  byteVec,
  contractIdOfLock,
  contractLock,
  type Hash,
  isContractLock,
  type Lock,
  nullContractLock,
} from '../../bytecode/index.ts'
import { hexToBytes } from '../../kit/index.ts'
import { idBytesOf, idOf } from '../contract-object.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { gas } from '../gas-table.ts'
import { subContractIdOf, zeroId } from '../ids.ts'
import type { Handlers } from './family.ts'

/** Who am I, who called, and what are the others. */
export const contracts = {
  SelfContractId: (frame) => frame.push(byteVec(idBytesOf(frame.object))),
  SelfAddress: (frame) => frame.push(address(contractLock(idOf(frame.object)))),
  CallerContractId: (frame) => frame.push(byteVec(idBytesOf(frame.getCaller().object))),
  CallerAddress: (frame) =>
    frame.push(
      address(frame.caller === undefined ? frame.context.uniqueInputLock() : frame.caller.ownLock()),
    ),
  ExternalCallerContractId: (frame) => {
    const lock = externalCallerLock(frame)
    if (!isContractLock(lock)) halt(failures.ExternalCallerIsNotContract)
    pushHash(frame, contractIdOfLock(lock))
  },
  ExternalCallerAddress: (frame) => frame.push(address(externalCallerLock(frame))),
  IsCalledFromTxScript: (frame) => frame.push(bool(frame.getCaller().object.id === undefined)),
  CallerInitialStateHash: (frame) => pushHash(frame, callingContract(frame).initialStateHash),
  CallerCodeHash: (frame) => pushHash(frame, callingContract(frame).code.hash),
  ContractInitialStateHash: (frame) => {
    const object = frame.context.contracts.load(frame.popContractId())
    pushHash(frame, object.initialStateHash)
  },
  ContractCodeHash: (frame) => {
    const object = frame.context.contracts.load(frame.popContractId())
    pushHash(frame, object.code.hash)
  },
  ContractExists: (frame) => {
    const id = frame.popContractId()
    // The node's tree of contracts begins with an entry at zero.
    frame.push(bool(id === zeroId || frame.context.contracts.exists(id)))
  },
  SubContractId: (frame) => {
    const path = frame.popBytes()
    pushSubContractId(frame, idOf(frame.object), path)
  },
  SubContractIdOf: (frame) => {
    const path = frame.popBytes()
    pushSubContractId(frame, frame.popContractId(), path)
  },
  NullContractAddress: (frame) => frame.push(address(nullContractLock)),
  ALPHTokenId: (frame) => frame.push(byteVec(hexToBytes(zeroId))),
} satisfies Partial<Handlers>

const pushHash = (frame: Frame, hash: Hash): void => frame.push(byteVec(hexToBytes(hash)))

function pushSubContractId(frame: Frame, parent: Hash, path: Uint8Array): void {
  const length = 32 + path.length
  frame.context.meter.charge(gas.makeBytes(length) + gas.hash(length) + gas.hash(32))
  pushHash(frame, subContractIdOf(parent, path, frame.context.block.group))
}

function callingContract(frame: Frame): Frame['object'] {
  const { object } = frame.getCaller()
  return object.id === undefined ? halt(failures.ExpectStatefulContractObj) : object
}

/** The nearest frame below that is not of the same contract; in front of a script, whoever signed. */
function externalCallerLock(frame: Frame): Lock {
  const { id } = frame.object
  if (id === undefined) return frame.context.uniqueInputLock()
  let { caller } = frame
  while (caller !== undefined && caller.object.id === id) caller = caller.caller
  return caller === undefined ? halt(failures.ExternalCallerNotAvailable) : caller.ownLock()
}
