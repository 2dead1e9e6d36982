import {
  address,
  attempt,
  bool,
  contractLock,
  decodeLock,
  groupOfLock,
  isContractLock,
  u256,
} from '../../bytecode/index.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { gas } from '../gas-table.ts'
import type { Handlers } from './family.ts'

const comparison =
  (expected: boolean) =>
  (frame: Frame): void => {
    const upper = frame.popLock()
    const lower = frame.popLock()
    frame.push(bool((upper === lower) === expected))
  }

export const addresses = {
  AddressEq: comparison(true),
  AddressNeq: comparison(false),
  IsAssetAddress: (frame) => frame.push(bool(!isContractLock(frame.popLock()))),
  IsContractAddress: (frame) => frame.push(bool(isContractLock(frame.popLock()))),
  GroupOfAddress: (frame) => frame.push(u256(BigInt(groupOfLock(frame.popLock())))),
  ByteVecToAddress: (frame) => {
    const bytes = frame.popBytes()
    const decoded = attempt(() => decodeLock(bytes))
    if (!decoded.ok) halt(failures.SerdeErrorByteVecToAddress(bytes, decoded.error))
    frame.context.meter.charge(gas.toBytes(bytes.length))
    frame.push(address(decoded.value))
  },
  ContractIdToAddress: (frame) => {
    const id = frame.popContractId()
    frame.context.meter.charge(gas.contractIdToAddress)
    frame.push(address(contractLock(id)))
  },
} satisfies Partial<Handlers>
