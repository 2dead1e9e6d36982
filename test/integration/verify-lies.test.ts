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
  placeOrder,
  quoteOrders,
  settlePosition,
  swapFirst,
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

interface Change {
  readonly amount: bigint
  readonly tokens: { readonly tokenId: Uint8Array; readonly amount: bigint }[]
}

/** What a service that means this call answers: everything in it fits together. */
function answer(
  call: ContractCall,
  collateralRequired: bigint,
  {
    gasAmount = 100_000,
    brings = call,
    change = [],
  }: {
    readonly gasAmount?: number
    readonly brings?: ContractCall
    readonly change?: readonly Change[]
  } = {},
): BuildTx {
  const own = parseWallet(wallet.address, 0)
  assert(isWallet(own), 'a wallet')
  const lockupScript = codec.lockupScript.lockupScriptCodec.decode(hexToBytes(own.lock))
  const output = { amount: 0n, lockupScript, lockTime: 0n, tokens: [], additionalData: new Uint8Array() }
  const { hint } = codec.assetOutput.AssetOutputCodec.toFixedAssetOutput(new Uint8Array(32), output, 0)
  const unlockScript = codec.unlockScript.unlockScriptCodec.decode(
    hexToBytes(unlockOf(own, wallet.publicKey, 'default')),
  )
  const gas = { gasAmount, gasPrice: 100_000_000_000n }
  const bytes = codec.unsignedTxCodec.encode({
    version: 0,
    networkId: 0,
    statefulScript: { kind: 'Some', value: codec.script.scriptCodec.decode(hexToBytes(call.script)) },
    ...gas,
    inputs: [{ hint, key: new Uint8Array(32).fill(7), unlockScript }],
    fixedOutputs: change.map((coin) => ({ ...output, ...coin })),
  })
  return {
    unsignedTx: bytesToHex(bytes),
    txId: bytesToHex(blake2b256(bytes)),
    fromGroup: 0,
    toGroup: 0,
    gasAmount: gas.gasAmount,
    gasPrice: String(gas.gasPrice),
    collateralRequired: String(collateralRequired),
    attoNativeAmount: String(attachedAtto(brings) + BigInt(gas.gasAmount) * gas.gasPrice),
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
  const quote = (cancel: readonly number[], approved: bigint, gasAmount?: number) =>
    answer(
      quoteOrders({ marketId, collateralId, subject, deadlineMs, cancel, orders: [order], approved }),
      approved,
      gasAmount === undefined ? {} : { gasAmount },
    )
  const asked = [{ side: 'buy', outcome: 'yes', price: 400, quantity: String(10n * ONE) }]
  const request = { kind: 'quote', address: marketAddress, cancel: 'all', orders: asked }

  test('default: which they are is the service’s word, unless the caller names them', () => {
    expect(refusalOf(request, quote([1, 2], 4n * ONE))).toBeNull()
    expect(refusalOf(request, quote([1, 2, 3], 4n * ONE), { openOrderIds: [1, 2] })).toBeNull()
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
    const orderLocks = new Map([[1, 4n * ONE]])
    expect(refusalOf(request, quote([1], 0n), { openOrderIds: [], orderLocks })).toBe('collateralRequired')
    expect(refusalOf(request, quote([4_000_000_000], 0n), { orderLocks })).toBe('collateralRequired')
    expect(refusalOf(request, quote([4_000_000_000], 4n * ONE), { orderLocks })).toBeNull()
    expect(refusalOf(request, quote([1, 4_000_000_000], 0n), { openOrderIds: [1], orderLocks })).toBeNull()
  })
  test('error: a cancelled order pays for what it locks, and for nothing when nobody says how much', () => {
    const orderLocks = new Map([
      [1, ONE],
      [2, ONE],
      [3, 4n * ONE],
    ])
    for (const cancel of ['all', [1, 2]]) {
      const asked = { ...request, cancel }
      expect(refusalOf(asked, quote([1, 2], 2n * ONE), { orderLocks })).toBeNull()
      expect(refusalOf(asked, quote([1, 2], 2n * ONE - 1n), { orderLocks })).toBe('collateralRequired')
      expect(refusalOf(asked, quote([1, 2], 0n), { orderLocks })).toBe('collateralRequired')
      for (const openOrderIds of [undefined, [1, 2]]) {
        expect(refusalOf(asked, quote([1, 2], 0n), { openOrderIds })).toBe('collateralRequired')
        expect(refusalOf(asked, quote([1, 2], 4n * ONE), { openOrderIds })).toBeNull()
      }
    }
    // Named twice it is paid back once.
    const twice = { ...request, cancel: [1, 1] }
    expect(refusalOf(twice, quote([1, 1], 2n * ONE), { orderLocks })).toBe('collateralRequired')
  })
  test('error: gas that cannot be enough', () => {
    expect(refusalOf(request, quote([], 4n * ONE, 60_000))).toBeNull()
    expect(refusalOf(request, quote([], 4n * ONE, 59_999))).toBe('gasAmount')
    expect(refusalOf(request, quote([], 4n * ONE, 21_000))).toBe('gasAmount')
    const terms = { marketId, collateralId, subject, deadlineMs, cancel: [], orders: [order, order, order] }
    const three = (gasAmount: number) =>
      answer(quoteOrders({ ...terms, approved: 12n * ONE }), 12n * ONE, { gasAmount })
    const asks = { ...request, orders: [...asked, ...asked, ...asked] }
    expect(refusalOf(asks, three(120_000))).toBeNull()
    expect(refusalOf(asks, three(119_999))).toBe('gasAmount')
  })
  test('error: more gas than clearing a hundred dead orders takes, or than the caller’s limit', () => {
    expect(refusalOf(request, quote([], 4n * ONE, 3_400_000))).toBeNull()
    expect(refusalOf(request, quote([], 4n * ONE, 3_400_001))).toBe('gasAmount')
    expect(refusalOf(request, quote([1, 2], 4n * ONE, 3_450_000))).toBeNull()
    expect(refusalOf(request, quote([1, 2], 4n * ONE, 3_450_001))).toBe('gasAmount')
    const gasAmountMax = 550_000
    expect(refusalOf(request, quote([], 4n * ONE, 550_000), { gasAmountMax })).toBeNull()
    expect(refusalOf(request, quote([], 4n * ONE, 550_001), { gasAmountMax })).toBe('gasAmount')
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
  const cancel = (orderIds: readonly number[], gasAmount = gasOf(orderIds.length)) =>
    answer(cancelOrders({ marketId, orderIds, deadlineMs }), 0n, { gasAmount })
  const gasOf = (orders: number): number => 30_000 + 8_000 * (orders - 1)

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
  test('error: gas that cannot be enough', () => {
    expect(refusalOf(request, cancel([7, 8], 38_000))).toBeNull()
    expect(refusalOf(request, cancel([7, 8], 37_999))).toBe('gasAmount')
  })
  test('error: more gas than such a call can need, whatever limit the caller has for all calls', () => {
    for (const gasAmountMax of [undefined, 1_000_000]) {
      expect(refusalOf(request, cancel([7, 8], 175_000), { gasAmountMax })).toBeNull()
      expect(refusalOf(request, cancel([7, 8], 175_001), { gasAmountMax })).toBe('gasAmount')
    }
  })
})

describe('how many orders a placement may fill', () => {
  const COST = 410n * 10n ** 15n
  const refusalWith = (timeInForce: 'gtc' | 'post-only', maxFills: number, gasAmount: number) => {
    const terms = { side: 'buy', outcome: 'yes', price: 400 } as const
    const place = placeOrder({
      ...{ marketId, collateralId, subject, deadlineMs, ...terms, quantity: ONE, timeInForce },
      ...{ isMarketOrder: false, maxFills, referer: null, expiresAtMs: null },
    })
    const request = {
      kind: 'placeOrder',
      address: marketAddress,
      ...terms,
      quantity: String(ONE),
      timeInForce,
    }
    return refusalOf(request, answer(place, COST, { gasAmount }))
  }

  test('default: a hundred at most, of a post-only order none', () => {
    expect(refusalWith('gtc', 100, 1_530_000)).toBeNull()
    expect(refusalWith('gtc', 101, 1_545_000)).toBe('maxFills')
    expect(refusalWith('post-only', 0, 30_000)).toBeNull()
    expect(refusalWith('post-only', 1, 45_000)).toBe('maxFills')
  })
  test('error: gas for more than these, or a post-only order’s for more than a hundred dead ones', () => {
    expect(refusalWith('gtc', 2, 330_000)).toBeNull()
    expect(refusalWith('gtc', 2, 330_001)).toBe('gasAmount')
    expect(refusalWith('gtc', 2, 59_999)).toBe('gasAmount')
    expect(refusalWith('post-only', 0, 3_270_000)).toBeNull()
    expect(refusalWith('post-only', 0, 3_270_001)).toBe('gasAmount')
  })
})

describe('native coin out of collateral', () => {
  const place = placeOrder({
    ...{
      marketId,
      collateralId,
      subject,
      deadlineMs,
      side: 'buy',
      outcome: 'yes',
      price: 400,
      quantity: ONE,
    },
    ...{ timeInForce: 'gtc', isMarketOrder: false, maxFills: 2, referer: null, expiresAtMs: null },
  })
  const order = { kind: 'placeOrder', address: marketAddress, side: 'buy', outcome: 'yes', price: 400 }
  const request = { ...order, quantity: String(ONE) }
  const COST = 410n * 10n ** 15n
  const swapped = (call: ContractCall, maxIn: bigint) =>
    swapFirst(call, { deskId: contracts.desk.id, collateralId, maxIn, deadlineMs })
  const FEE = 100_000n * 100_000_000_000n
  /** A wallet of one coin that spends it on the call, and gets back what is left. */
  const from = (attoAlph: bigint, call: ContractCall) => {
    const collateral = 500n * ONE
    const spent = call.tokens.reduce((sum, { amount }) => sum + amount, 0n)
    const left = { tokenId: hexToBytes(collateralId), amount: collateral - spent }
    return {
      change: [{ amount: attoAlph - attachedAtto(call) - FEE, tokens: [left] }],
      coins: [{ key: '07'.repeat(32), attoAlph, tokens: [{ id: collateralId, amount: collateral }] }],
    }
  }
  const bought = swapped(place, ONE)
  const refusalFrom = (attoAlph: bigint, asked: object) => {
    const { change, coins } = from(attoAlph, bought)
    return refusalOf(asked, answer(bought, COST + ONE, { brings: place, change }), { coins })
  }

  test('default: for a wallet that has too little, or whose coins nobody says', () => {
    expect(refusalOf(request, answer(bought, COST + ONE, { brings: place }))).toBeNull()
    expect(refusalFrom(ONE / 5n, request)).toBeNull()
  })
  test('error: for a wallet that has enough, unless that was asked for', () => {
    for (const asked of [request, { ...request, nativeFrom: 'auto' }])
      expect(refusalFrom(100n * ONE, asked)).toBe('nativeFrom')
    expect(refusalFrom(100n * ONE, { ...request, nativeFrom: 'collateral' })).toBeNull()
    // What the call brings, the fee with the one coin's part and its change's, and dust for both of that.
    const enough = attachedAtto(place) + FEE + (2_000n + 4_500n) * 100_000_000_000n + 2n * 10n ** 15n
    expect(refusalFrom(enough, request)).toBe('nativeFrom')
    expect(refusalFrom(enough - 1n, request)).toBeNull()
  })
  test('error: for a call that brings none', () => {
    const cancel = cancelOrders({ marketId, orderIds: [5], deadlineMs })
    const settle = settlePosition({ marketId, trader: wallet.address, deadlineMs })
    const idle = (call: ContractCall) => answer(swapped(call, 1n), 1n, { brings: call })
    const open = { openOrderIds: [5] }
    expect(refusalOf({ kind: 'cancelOrder', address: marketAddress, id: 5 }, idle(cancel), open)).toBe(
      'nativeFrom',
    )
    expect(refusalOf({ kind: 'cancelAll', address: marketAddress }, idle(cancel), open)).toBe('nativeFrom')
    expect(refusalOf({ kind: 'settle', address: marketAddress }, idle(settle))).toBe('nativeFrom')
  })
  test('error: gas that cannot be enough', () => {
    const swap = (gasAmount: number) => answer(bought, COST + ONE, { brings: place, gasAmount })
    expect(refusalOf(request, swap(70_000))).toBeNull()
    expect(refusalOf(request, swap(69_999))).toBe('gasAmount')
  })
})
