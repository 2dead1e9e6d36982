import { codec } from '@alephium/web3'
import { describe, expect, test } from 'vitest'
import {
  attachedAtto,
  type ContractCall,
  cancelOrders,
  contractAddressOf,
  contractsOfVenue,
  disputeOutcome,
  marketIdOf,
  quoteOrders,
  takeParlay,
} from '../../src/bindings/index.ts'
import {
  type BuildFacts,
  type BuildTx,
  type TxRequest,
  termsOf,
  UntrustedBuild,
  verifyBuild,
} from '../../src/client/index.ts'
import { isWallet, ONE, parseWallet, type QuotedOrder, unlockOf } from '../../src/domain/index.ts'
import { assert, blake2b256, bytesToHex, createSeededRandom, hexToBytes } from '../../src/kit/index.ts'
import { newWallet } from '../support/venue/wallet.ts'

/** A service whose answers fit together and mean something else than the caller does. */
const NOW = 1_800_000_000_000
const wallet = newWallet(createSeededRandom('victim'))
const venueId = `${'ab'.repeat(31)}00`
const collateralId = 'cc'.repeat(32)
const contracts = contractsOfVenue(venueId)
const number = 3
const marketId = marketIdOf(contracts.voting.id, number)
const marketAddress = contractAddressOf(marketId)
const subject = '44'.repeat(32)
const deadlineMs = NOW + 60_000
const facts: BuildFacts = {
  venue: {
    networkId: 0,
    venueId,
    group: 0,
    collateralId,
    unit: ONE,
    stakeTokenId: 'dd'.repeat(32),
    bondMax: 10_000n * ONE,
  },
  nowMs: NOW,
  marketNumber: number,
}

/** What a service that means this call answers: everything in it fits together. */
function answer(call: ContractCall, collateralRequired: bigint): BuildTx {
  const own = parseWallet(wallet.address, 0)
  assert(isWallet(own), 'a wallet')
  const lockupScript = codec.lockupScript.lockupScriptCodec.decode(hexToBytes(own.lock))
  const output = { amount: 0n, lockupScript, lockTime: 0n, tokens: [], additionalData: new Uint8Array() }
  const { hint } = codec.assetOutput.AssetOutputCodec.toFixedAssetOutput(new Uint8Array(32), output, 0)
  const unlockScript = codec.unlockScript.unlockScriptCodec.decode(
    hexToBytes(unlockOf(own, wallet.publicKey, 'default')),
  )
  const gas = { gasAmount: 100_000, gasPrice: 100_000_000_000n }
  const bytes = codec.unsignedTxCodec.encode({
    version: 0,
    networkId: 0,
    statefulScript: { kind: 'Some', value: codec.script.scriptCodec.decode(hexToBytes(call.script)) },
    ...gas,
    inputs: [{ hint, key: new Uint8Array(32).fill(7), unlockScript }],
    fixedOutputs: [],
  })
  return {
    unsignedTx: bytesToHex(bytes),
    txId: bytesToHex(blake2b256(bytes)),
    fromGroup: 0,
    toGroup: 0,
    gasAmount: gas.gasAmount,
    gasPrice: String(gas.gasPrice),
    collateralRequired: String(collateralRequired),
    attoNativeAmount: String(attachedAtto(call) + BigInt(gas.gasAmount) * gas.gasPrice),
    tokens: call.tokens.map(({ id, amount }) => ({ id, amount: String(amount) })),
  }
}

/** Null: believed. */
function refusalOf(request: object, build: BuildTx, given: Partial<BuildFacts> = {}): string | null {
  const signer = {
    signerAddress: wallet.address,
    signerPublicKey: wallet.publicKey,
    signerKeyType: wallet.keyType,
  }
  try {
    verifyBuild({ ...request, ...signer } as TxRequest, build, { ...facts, ...given }) // of the kind it names
    return null
  } catch (error) {
    if (error instanceof UntrustedBuild) return error.field
    throw error
  }
}

describe('the offer that is taken', () => {
  const shown = {
    maker: wallet.address,
    amount: 100n * ONE,
    combinedOdds: 2_000n,
    expiresAtMs: NOW + 1,
    legs: [
      { subject: '11'.repeat(32), outcome: 'yes' },
      { subject: '22'.repeat(32), outcome: 'no' },
    ],
  } as const
  const take = (terms: string) =>
    takeParlay({
      parlaysId: contracts.parlays.id,
      collateralId,
      parlayId: 7,
      takerAmount: 100n * ONE,
      terms,
      deadlineMs,
    })
  const request = { kind: 'takeParlay', id: 7 }
  const known = { takerAmount: 100n * ONE, terms: termsOf(shown) }

  test('default: the one that was shown', () => {
    expect(refusalOf(request, answer(take(termsOf(shown)), 100n * ONE), known)).toBeNull()
  })
  test('error: one that asks as much of its taker and puts up less, or bets on something else', () => {
    for (const change of [
      { amount: 2n * ONE },
      { combinedOdds: 51_000n },
      { expiresAtMs: NOW + 2 },
      { legs: [...shown.legs].reverse() },
      { legs: [shown.legs[0], { ...shown.legs[1], outcome: 'yes' as const }] },
      { legs: [shown.legs[0], { ...shown.legs[1], subject: '33'.repeat(32) }] },
      { maker: newWallet(createSeededRandom('eve')).address },
    ]) {
      const other = termsOf({ ...shown, ...change })
      expect(other).not.toBe(known.terms)
      expect(refusalOf(request, answer(take(other), 100n * ONE), known)).toBe('script')
    }
  })
  test('error: whatever it is, when nobody says what was shown', () => {
    const build = answer(take(termsOf(shown)), 100n * ONE)
    expect(refusalOf(request, build, { takerAmount: 100n * ONE })).toBe('terms')
    expect(refusalOf(request, build, { terms: known.terms })).toBe('takerAmount')
  })
})

describe('what is disputed', () => {
  const request = { kind: 'disputeOutcome', marketAddress }
  const dispute = (round: number, outcome: 1 | 2 | 3, bond: bigint) =>
    answer(
      disputeOutcome({
        oracleId: contracts.oracle.id,
        collateralId,
        maxBond: bond,
        marketNumber: number,
        subject,
        submission: 1,
        round,
        outcome,
        deadlineMs,
      }),
      bond,
    )

  test('default: the submission’s "no", for up to the venue’s highest bond', () => {
    expect(refusalOf(request, dispute(0, 2, 10_000n * ONE), { disputedOutcome: 2 })).toBeNull()
    expect(refusalOf(request, dispute(0, 2, 10_000n * ONE + 1n), { disputedOutcome: 2 })).toBe('bond')
  })
  test('behavior: "too early" is named like any other, and nothing else is an outcome', () => {
    expect(refusalOf(request, dispute(1, 3, 200n * ONE), { disputedOutcome: 3 })).toBeNull()
    expect(refusalOf(request, dispute(1, 3, 200n * ONE), { disputedOutcome: 1 })).toBe('script')
    for (const disputedOutcome of [0, 4])
      expect(refusalOf(request, dispute(1, 3, 200n * ONE), { disputedOutcome })).toBe('disputedOutcome')
  })
  test('error: an appeal against "yes" instead, a dearer one, and anything where nothing was said', () => {
    expect(refusalOf(request, dispute(1, 1, 200n * ONE), { disputedOutcome: 2 })).toBe('script')
    expect(refusalOf(request, dispute(2, 1, 40_000n * ONE), { disputedOutcome: 1 })).toBe('bond')
    expect(refusalOf(request, dispute(1, 2, 200n * ONE), { disputedOutcome: 2, voteRound: 0 })).toBe('script')
    expect(refusalOf(request, dispute(0, 2, 100n * ONE))).toBe('disputedOutcome')
  })
  test('behavior: who means the appeal says what it may cost', () => {
    const appeal = { disputedOutcome: 1, maxBond: 40_000n * ONE, voteRound: 2 }
    expect(refusalOf(request, dispute(2, 1, 40_000n * ONE), appeal)).toBeNull()
  })
})

describe('a quote that cancels "all"', () => {
  const order: QuotedOrder = {
    side: 'buy',
    outcome: 'yes',
    price: 400,
    quantity: 10n * ONE,
    expiresAtMs: null,
  }
  const quote = (cancel: readonly number[], approved: bigint) =>
    answer(
      quoteOrders({ marketId, collateralId, subject, deadlineMs, cancel, orders: [order], approved }),
      approved,
    )
  const asked = [{ side: 'buy', outcome: 'yes', price: 400, quantity: String(10n * ONE) }]
  const request = { kind: 'quote', address: marketAddress, cancel: 'all', orders: asked }

  test('default: which they are is the service’s word, unless the caller names them', () => {
    expect(refusalOf(request, quote([1, 2], 0n))).toBeNull()
    expect(refusalOf(request, quote([1, 2, 3], 0n), { openOrderIds: [1, 2] })).toBeNull()
  })
  test('error: it leaves one of them standing', () => {
    expect(refusalOf(request, quote([], 4n * ONE), { openOrderIds: [1, 2] })).toBe('cancel')
    expect(refusalOf(request, quote([1, 3], 4n * ONE), { openOrderIds: [1, 2] })).toBe('cancel')
  })
  test('behavior: of more than a quote may cancel, so many are', () => {
    const open = Array.from({ length: 41 }, (_, index) => index + 1)
    expect(refusalOf(request, quote(open.slice(0, 40), 4n * ONE), { openOrderIds: open })).toBeNull()
    expect(refusalOf(request, quote(open.slice(0, 39), 4n * ONE), { openOrderIds: open })).toBe('cancel')
  })
  test('error: forty that never were instead of those that are open', () => {
    const bogus = Array.from({ length: 40 }, (_, index) => 4_000_000_000 + index)
    expect(refusalOf(request, quote(bogus, 4n * ONE), { openOrderIds: [1, 2] })).toBe('cancel')
    expect(refusalOf(request, quote(bogus, 0n), { openOrderIds: [1, 2] })).toBe('cancel')
    const open = Array.from({ length: 41 }, (_, index) => index + 1)
    const withOne = [...open.slice(0, 39), 4_000_000_000]
    expect(refusalOf(request, quote(withOne, 4n * ONE), { openOrderIds: open })).toBe('cancel')
  })
  test('error: what is not open pays for nothing', () => {
    const [none, some] = [{ openOrderIds: [] }, { openOrderIds: [1] }]
    expect(refusalOf(request, quote([4_000_000_000], 0n), none)).toBe('collateralRequired')
    expect(refusalOf(request, quote([4_000_000_000], 4n * ONE), none)).toBeNull()
    expect(refusalOf(request, quote([1, 4_000_000_000], 0n), some)).toBeNull()
  })
  test('error: it cancels nothing and brings too little for the orders, which would be skipped', () => {
    expect(refusalOf(request, quote([], 4n * ONE - 1n))).toBe('collateralRequired')
    expect(refusalOf({ ...request, cancel: [] }, quote([], 0n))).toBe('collateralRequired')
    expect(refusalOf(request, quote([], 4n * ONE))).toBeNull()
    expect(refusalOf(request, quote([], 4n * ONE + 1n))).toBe('collateralRequired')
  })
})

describe('all orders of a market', () => {
  const request = { kind: 'cancelAll', address: marketAddress }
  const cancel = (orderIds: readonly number[]) => answer(cancelOrders({ marketId, orderIds, deadlineMs }), 0n)

  test('default: which they are is the service’s word, unless the caller names them', () => {
    expect(refusalOf(request, cancel([7, 8]))).toBeNull()
    expect(refusalOf(request, cancel([1, 2]), { openOrderIds: [1, 2] })).toBeNull()
    expect(refusalOf(request, cancel([1, 2, 3]), { openOrderIds: [1, 2] })).toBeNull()
  })
  test('error: some that never were, or not all of them', () => {
    const never = cancel([4_000_000_000, 4_000_000_001])
    expect(refusalOf(request, never, { openOrderIds: [1, 2] })).toBe('cancel')
    expect(refusalOf(request, cancel([1]), { openOrderIds: [1, 2, 3] })).toBe('cancel')
  })
  test('behavior: of more than one call may cancel, so many are', () => {
    const open = Array.from({ length: 101 }, (_, index) => index + 1)
    expect(refusalOf(request, cancel(open.slice(0, 100)), { openOrderIds: open })).toBeNull()
    expect(refusalOf(request, cancel(open.slice(0, 99)), { openOrderIds: open })).toBe('cancel')
    const withOne = [...open.slice(0, 99), 4_000_000_000]
    expect(refusalOf(request, cancel(withOne), { openOrderIds: open })).toBe('cancel')
  })
})
