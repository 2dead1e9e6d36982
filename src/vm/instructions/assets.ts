import {
  bool,
  contractIdOfLock,
  contractLock,
  type Hash,
  isContractLock,
  type Lock,
  u256,
} from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import type { Balances } from '../balances.ts'
import { idOf } from '../contract-object.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { zeroId } from '../ids.ts'
import { contractDeposit, int64Max } from '../limits.ts'
import { generateOutput } from '../settlement.ts'
import type { Handlers } from './family.ts'

/** The zero id names ALPH wherever a token is expected. */
const isAlph = (id: Hash): boolean => id === zeroId

/** Takes from what the frame may spend, or fails saying how much there was. */
function spend(balances: Balances, lock: Lock, tokenId: Hash, amount: bigint): void {
  const taken = isAlph(tokenId) ? balances.subAlph(lock, amount) : balances.subToken(lock, tokenId, amount)
  if (taken) return
  const got = isAlph(tokenId) ? balances.alphOf(lock) : balances.tokenOf(lock, tokenId)
  halt(failures.NotEnoughApprovedBalance(lock, isAlph(tokenId) ? 'ALPH' : tokenId, amount, got))
}

function credit(balances: Balances, lock: Lock, tokenId: Hash, amount: bigint): boolean {
  return isAlph(tokenId) ? balances.addAlph(lock, amount) : balances.addToken(lock, tokenId, amount)
}

/** Nothing is always approved. */
function approve(frame: Frame, lock: Lock, tokenId: Hash, amount: bigint): void {
  const { remaining, approved } = frame.getBalances()
  if (amount === 0n) return
  spend(remaining, lock, tokenId, amount)
  if (!credit(approved, lock, tokenId, amount)) {
    const got = isAlph(tokenId) ? remaining.alphOf(lock) : remaining.tokenOf(lock, tokenId)
    halt(failures.NotEnoughApprovedBalance(lock, isAlph(tokenId) ? 'ALPH' : tokenId, amount, got))
  }
}

type End = (frame: Frame) => Lock

const popLock: End = (frame) => frame.popLock()
const self: End = (frame) => contractLock(idOf(frame.object))

/** Whoever is paid by address: anybody, but a contract only while it is running. */
const popReceiver: End = (frame) => {
  const lock = frame.popLock()
  if (isContractLock(lock) && !frame.isInCallStack(contractIdOfLock(lock))) {
    halt(failures.PayToContractAddressNotInCallerTrace(lock))
  }
  return lock
}

function transfer(frame: Frame, tokenId: Hash, from: Lock, to: Lock, amount: bigint): void {
  if (amount === 0n) return
  spend(frame.getBalances().remaining, from, tokenId, amount)
  if (!credit(frame.context.outputPool, to, tokenId, amount)) halt(failures.BalanceOverflow)
}

const transferAlph =
  (from: End, to: End) =>
  (frame: Frame): void =>
    runTransfer(frame, zeroId, frame.popU256(), from, to)

const transferToken =
  (from: End, to: End) =>
  (frame: Frame): void => {
    const amount = frame.popU256()
    runTransfer(frame, frame.popTokenId(), amount, from, to)
  }

/** The receiver lies above the payer. A contract cannot pay itself. */
function runTransfer(frame: Frame, tokenId: Hash, amount: bigint, from: End, to: End): void {
  const receiver = to(frame)
  const payer = from(frame)
  if ((from === self || to === self) && payer === receiver) halt(failures.InvalidSelfTransfer)
  transfer(frame, tokenId, payer, receiver, amount)
}

function lockApprovedAssets(frame: Frame): void {
  const lockTimeMs = frame.popU256()
  if (lockTimeMs > int64Max) halt(failures.LockTimeOverflow)
  const { timestampMs } = frame.context.block
  if (lockTimeMs <= timestampMs) halt(failures.InvalidLockTime(lockTimeMs, timestampMs))
  const lock = frame.popAssetLock()
  const { approved } = frame.getBalances()
  if (approved.isEmpty) halt(failures.NoAssetsApproved)
  for (const output of approved.takeSum().toOutputs(lock, lockTimeMs)) {
    generateOutput(frame.context, output)
  }
}

/** A contract pays for gas; the sum of all such payments may reach the fee but not exceed it. */
function payGasFee(frame: Frame): void {
  const { remaining } = frame.getBalances()
  const amount = frame.popU256()
  const payer = frame.popLock()
  const { context } = frame
  if (context.gasFee - context.gasFeePaid < amount) halt(failures.GasOverPaid)
  spend(remaining, payer, zeroId, amount)
  context.gasFeePaid += amount
}

export const assets = {
  ApproveAlph: (frame) => {
    const amount = frame.popU256()
    approve(frame, frame.popLock(), zeroId, amount)
  },
  ApproveToken: (frame) => {
    const amount = frame.popU256()
    const tokenId = frame.popTokenId()
    approve(frame, frame.popLock(), tokenId, amount)
  },
  AlphRemaining: (frame) => {
    const lock = frame.popLock()
    frame.push(u256(frame.getBalances().remaining.alphOf(lock)))
  },
  TokenRemaining: (frame) => {
    const rawId = frame.popBytes()
    const lock = frame.popLock()
    if (rawId.length !== 32) halt(failures.InvalidTokenId(rawId))
    const { remaining } = frame.getBalances()
    const tokenId = bytesToHex(rawId)
    frame.push(u256(isAlph(tokenId) ? remaining.alphOf(lock) : remaining.tokenOf(lock, tokenId)))
  },
  IsPaying: (frame) => {
    const lock = frame.popLock()
    frame.push(bool(frame.getBalances().remaining.all.has(lock)))
  },
  TransferAlph: transferAlph(popLock, popReceiver),
  TransferAlphFromSelf: transferAlph(self, popReceiver),
  TransferAlphToSelf: transferAlph(popLock, self),
  TransferToken: transferToken(popLock, popReceiver),
  TransferTokenFromSelf: transferToken(self, popReceiver),
  TransferTokenToSelf: transferToken(popLock, self),
  BurnToken: (frame) => {
    const amount = frame.popU256()
    const tokenId = frame.popTokenId()
    const lock = frame.popLock()
    const { remaining } = frame.getBalances()
    if (isAlph(tokenId)) halt(failures.BurningAlphNotAllowed)
    spend(remaining, lock, tokenId, amount)
  },
  LockApprovedAssets: lockApprovedAssets,
  PayGasFee: payGasFee,
  MinimalContractDeposit: (frame) => frame.push(u256(contractDeposit)),
} satisfies Partial<Handlers>
