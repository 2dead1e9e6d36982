import { address, contractLock, equalVals, i256, u256, unsignedFromBytes } from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import type { Handlers } from './family.ts'

/**
 * What Ralph's unit tests compile to. Between a start and the end of a check a failure does not stop the run: the loop
 * notes it and goes on at the end of the check (see machine.ts).
 */
export const devCode = {
  testCheckStart: 0,
  testErrorStart: 1,
  testCheckEnd: 2,
  testEqual: 3,
  randomU256: 4,
  randomI256: 5,
  randomContractAddress: 6,
  randomAssetAddress: 7,
} as const

const publicNetworks = [0, 1]

const actions: Readonly<Record<number, (frame: Frame) => void>> = {
  [devCode.testCheckStart]: (frame) => {
    startCheck(frame, popInt(frame), undefined)
  },
  [devCode.testErrorStart]: (frame) => {
    const place = popInt(frame)
    startCheck(frame, place, popInt(frame))
  },
  [devCode.testCheckEnd]: endCheck,
  [devCode.testEqual]: (frame) => {
    const place = popInt(frame)
    const right = frame.pop()
    const left = frame.pop()
    if (!equalVals(left, right)) halt(failures.NotEqualInTest(left, right, place))
  },
  [devCode.randomU256]: (frame) => frame.push(u256(unsignedFromBytes(randomBytes(frame)))),
  [devCode.randomI256]: (frame) =>
    frame.push(i256(BigInt.asIntN(256, unsignedFromBytes(randomBytes(frame))))),
  [devCode.randomContractAddress]: (frame) =>
    frame.push(address(contractLock(bytesToHex(randomBytes(frame))))),
  [devCode.randomAssetAddress]: (frame) => frame.push(address(`00${bytesToHex(randomBytes(frame))}`)),
}

export const dev = {
  DevInstr: (frame, code) => {
    if (publicNetworks.includes(frame.context.block.networkId)) {
      halt(failures.DevInstrIsOnlySupportedOnDevnet)
    }
    actions[code]!(frame)
  },
} satisfies Partial<Handlers>

function popInt(frame: Frame): number {
  const value = frame.popU256()
  return value > 0x7fffffffn ? halt(failures.InvalidErrorCode(value)) : Number(value)
}

/** The node stops itself when checks are nested; here that is a failure like others. */
function startCheck(frame: Frame, place: number, expectedErrorCode: number | undefined): void {
  if (frame.context.testCheck !== undefined) halt(failures.InvalidTestCheckInstr)
  frame.context.testCheck = { frame, place, expectedErrorCode, failure: undefined }
}

function endCheck(frame: Frame): void {
  const check = frame.context.testCheck
  if (check === undefined) halt(failures.InvalidTestCheckInstr)
  frame.context.testCheck = undefined
  if (check.failure === undefined) halt(failures.ExpectedAnExeFailure(check.place))
  if (check.expectedErrorCode === undefined || check.failure.errorCode === check.expectedErrorCode) return
  halt(failures.NotExpectedErrorInTest(check.expectedErrorCode, check.failure, check.place))
}

/** Chance is passed in; a run that was given none gets zeros. */
function randomBytes(frame: Frame): Uint8Array {
  return frame.context.random?.bytes(32) ?? new Uint8Array(32)
}
