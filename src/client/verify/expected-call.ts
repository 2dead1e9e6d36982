import {
  CANCELS_MAX,
  type ContractCall,
  type ContractName,
  cancelOrders,
  castVote,
  commitVote,
  contractsOfVenue,
  depositStake,
  disputeOutcome,
  findContractId,
  type MethodName,
  marketIdOf,
  mergePairs,
  nativeFor,
  offerParlay,
  placeOrder,
  proposeLinked,
  proposeSingle,
  quoteOrders,
  readCallArgs,
  readSwapArgs,
  refundParlay,
  revealVote,
  settlePosition,
  splitPairs,
  submitOutcome,
  swapFirst,
  takeParlay,
  unlockStake,
  withdrawStake,
} from '../../bindings/index.ts'
import {
  collateralForBuy,
  FILLS_MAX,
  isWallet,
  lockOf,
  parseAmount,
  parseWallet,
  QUOTE_CANCELS_MAX,
  type QuotedOrder,
} from '../../domain/index.ts'
import { canonicalJson, type JsonObject, systemClock } from '../../kit/index.ts'
import type { BuildFacts } from './build-facts.ts'
import type { TxInput, TxKind, TxRequest } from './build-request.ts'
import { trust } from './untrusted.ts'

/** The one call that a request allows. */
export interface ExpectedCall {
  readonly call: ContractCall
  /** What is locked, when a swap before it makes the call bring something else. */
  readonly brings?: ContractCall
  /** What the answer must say it locks. */
  readonly collateralRequired: bigint
  /** Gas of the script at most, whatever it meets. */
  readonly scriptGasMax: number
  /** Gas of the whole transaction at least: with less it fails, and its fee is lost. */
  readonly gasMin: number
}

interface Situation {
  readonly facts: BuildFacts
  readonly contracts: ReturnType<typeof contractsOfVenue>
  /** The signer's address as the venue writes it. */
  readonly wallet: string
  /** What the build wants to run: read for what the request leaves to the builder, never believed. */
  readonly script: string
}

/** Ceilings of script gas, well above what docs/gas.md measured and the builder's margins. */
const gas = { light: 150_000, heavy: 250_000, proposal: 400_000, proposalByte: 30, swap: 80_000 } as const
/** What the cheapest call of each sort was measured at (docs/gas.md), rounded down for a wallet of one coin; the whole transaction's. */
const gasLeast = {
  call: 30_000,
  proposal: 85_000,
  fill: 15_000,
  quoted: 30_000,
  cancel: 8_000,
  swap: 10_000,
} as const
/** Ten minutes, and two for clocks that differ. */
const DEADLINE_AHEAD_MAX_MS = 12 * 60_000

/** What is met is a fill, or a dead order that goes, which is no dearer. */
const placeGas = (met: number): number => 250_000 + 30_000 * met
/** Nobody says how many dead orders are in the way of what must not cross, so as many as may be. */
const quoteGas = (orders: number, cancels: number): number =>
  placeGas(FILLS_MAX) + 130_000 * orders + 25_000 * cancels
const cancelGas = (orders: number): number => 130_000 + 25_000 * (orders - 1)

/** The call that the request allows, made from the request; only what it leaves open is taken from the build. */
export function expectedCall(request: TxRequest, situation: Omit<Situation, 'contracts'>): ExpectedCall {
  const contracts = contractsOfVenue(situation.facts.venue.venueId)
  const expect = calls[request.kind] as (input: TxRequest, situation: Situation) => ExpectedCall // chosen by kind
  const expected = expect(request, { ...situation, contracts })
  return withSwap(request, { ...situation, contracts }, expected)
}

/**
 * The same with its native coin bought out of collateral first, when the build does so: at this venue's own desk, no more
 * than the call brings and its gas costs, for no more than the caller's own limit.
 */
function withSwap(request: TxRequest, situation: Situation, expected: ExpectedCall): ExpectedCall {
  const { facts, script, contracts } = situation
  const swap = readSwapArgs(script)
  const { nativeFrom = 'auto' } = request
  if (swap === null) {
    const isBought = nativeFrom !== 'collateral' || nativeFor(expected.call) === 0n
    trust(isBought, 'nativeFrom', 'it takes the native coin out of the wallet')
    return expected
  }
  trust(nativeFrom !== 'wallet', 'nativeFrom', 'it buys native coin, which was not asked for')
  trust(nativeFor(expected.call) > 0n, 'nativeFrom', 'it buys native coin for a call that brings none')
  const limit =
    facts.maxSwap ?? (request.maxSwap === undefined ? facts.venue.unit : amountOf('maxSwap', request.maxSwap))
  trust(swap.maxIn <= limit, 'maxSwap', `a swap of up to ${swap.maxIn}`)
  const deadlineMs = checkedDeadline(Number(swap.deadline), facts)
  const { collateralId } = facts.venue
  const { maxIn } = swap
  return {
    call: swapFirst(expected.call, { deskId: contracts.desk.id, collateralId, maxIn, deadlineMs }),
    brings: expected.call,
    collateralRequired: expected.collateralRequired + maxIn,
    scriptGasMax: expected.scriptGasMax + gas.swap,
    gasMin: expected.gasMin + gasLeast.swap,
  }
}

const free = (call: ContractCall, scriptGasMax: number, gasMin: number = gasLeast.call): ExpectedCall => ({
  call,
  collateralRequired: 0n,
  scriptGasMax,
  gasMin,
})

function cancelOne({ address, id }: TxInput<'cancelOrder'>, situation: Situation): ExpectedCall {
  const deadlineMs = deadlineOf('Market', 'cancel', situation)
  const call = cancelOrders({ marketId: provenMarket(address, situation), orderIds: [id], deadlineMs })
  return free(call, cancelGas(1))
}

const expiryOf = (field: string, text: string | undefined): number | null =>
  text === undefined ? null : timeOf(field, text)

const calls: { readonly [K in TxKind]: (input: TxInput<K>, situation: Situation) => ExpectedCall } = {
  placeOrder(input, situation) {
    const { facts, script, wallet } = situation
    const isMarketOrder = input.type === 'market'
    const timeInForce = input.timeInForce ?? (isMarketOrder ? 'ioc' : 'gtc')
    const args = readCallArgs('Market', 'place', script)
    const maxFills = Number(args?.maxFills ?? 0n)
    const fillsMax = timeInForce === 'post-only' ? 0 : FILLS_MAX
    trust(maxFills >= 0 && maxFills <= fillsMax, 'maxFills', `more than ${fillsMax} fills`)
    const quantity = amountOf('quantity', input.quantity)
    const referer = input.referer === undefined ? null : walletOf('referer', input.referer, situation)
    trust(referer !== wallet, 'referer', 'the referer is the signer')
    const call = placeOrder({
      marketId: provenMarket(input.address, situation),
      collateralId: facts.venue.collateralId,
      subject: subjectFor(args?.said, situation),
      deadlineMs: deadlineOf('Market', 'place', situation),
      expiresAtMs: expiryOf('expiresAt', input.expiresAt),
      side: input.side,
      outcome: input.outcome,
      price: input.price,
      quantity,
      timeInForce,
      isMarketOrder,
      maxFills,
      referer,
    })
    const collateralRequired = input.side === 'buy' ? collateralForBuy(input.price, quantity) : 0n
    const met = timeInForce === 'post-only' ? FILLS_MAX : maxFills
    const gasMin = gasLeast.call + gasLeast.fill * maxFills
    return { call, collateralRequired, scriptGasMax: placeGas(met), gasMin }
  },
  quote(input, situation) {
    const { facts, script } = situation
    const args = readCallArgs('Market', 'quote', script)
    const listed = idsOf(args?.orderIds)
    const { cancel = [] } = input
    if (typeof cancel === 'string') {
      // Which of them are open the builder looks up; the contract refuses any that is not the signer's.
      checkAllCancelled(listed, QUOTE_CANCELS_MAX, facts)
    }
    const orders = input.orders.map(
      (order, index): QuotedOrder => ({
        side: order.side,
        outcome: order.outcome,
        price: order.price,
        quantity: amountOf(`orders.${index}.quantity`, order.quantity),
        expiresAtMs: expiryOf(`orders.${index}.expiresAt`, order.expiresAt),
      }),
    )
    let locks = 0n
    for (const { side, price, quantity } of orders) if (side === 'buy') locks += lockOf(price, quantity)
    const approved = args?.approved ?? 0n
    trust(approved <= locks, 'collateralRequired', 'it takes more than the orders lock')
    // Only what cancelled orders are known to lock can pay for new orders beside what is approved.
    const cancelled = new Set(typeof cancel === 'string' ? listed : cancel)
    let refunds = 0n
    for (const id of cancelled) if (isOpen(id, facts)) refunds += facts.orderLocks?.get(id) ?? 0n
    const isPaidFor = approved + refunds >= locks
    trust(isPaidFor, 'collateralRequired', 'it brings too little for the orders, which would be skipped')
    const gasMin = gasLeast.call + gasLeast.quoted * orders.length
    const call = quoteOrders({
      marketId: provenMarket(input.address, situation),
      collateralId: facts.venue.collateralId,
      subject: subjectFor(args?.said, situation),
      deadlineMs: deadlineOf('Market', 'quote', situation),
      cancel: typeof cancel === 'string' ? listed : cancel,
      orders,
      approved,
    })
    return {
      call,
      collateralRequired: approved,
      scriptGasMax: quoteGas(orders.length, listed.length),
      gasMin,
    }
  },
  split(input, situation) {
    const quantity = amountOf('quantity', input.quantity)
    const call = splitPairs({
      marketId: provenMarket(input.address, situation),
      collateralId: situation.facts.venue.collateralId,
      subject: subjectFor(readCallArgs('Market', 'split', situation.script)?.said, situation),
      deadlineMs: deadlineOf('Market', 'split', situation),
      quantity,
    })
    return { call, collateralRequired: quantity, scriptGasMax: gas.light, gasMin: gasLeast.call }
  },
  merge(input, situation) {
    const call = mergePairs({
      marketId: provenMarket(input.address, situation),
      quantity: amountOf('quantity', input.quantity),
      deadlineMs: deadlineOf('Market', 'merge', situation),
    })
    return free(call, gas.light)
  },
  cancelOrder: cancelOne,
  cancelOrderByPost: cancelOne,
  cancelAll({ address }, situation) {
    // Which of them are open the builder looks up; the contract refuses any that is not the signer's.
    const orderIds = idsOf(readCallArgs('Market', 'cancel', situation.script)?.orderIds)
    trust(orderIds.length > 0, 'script', 'it does not cancel orders')
    checkAllCancelled(orderIds, CANCELS_MAX, situation.facts)
    const deadlineMs = deadlineOf('Market', 'cancel', situation)
    const call = cancelOrders({ marketId: provenMarket(address, situation), orderIds, deadlineMs })
    return free(call, cancelGas(orderIds.length), gasLeast.call + gasLeast.cancel * (orderIds.length - 1))
  },
  settle({ address }, situation) {
    const call = settlePosition({
      marketId: provenMarket(address, situation),
      trader: situation.wallet,
      deadlineMs: deadlineOf('Market', 'settle', situation),
    })
    return free(call, gas.light)
  },
  vaultDeposit(input, situation) {
    const { contracts, facts } = situation
    const amount = amountOf('amount', input.amount)
    const { stakeTokenId } = facts.venue
    const call = depositStake({
      vaultId: contracts.vault.id,
      stakeTokenId,
      amount,
      deadlineMs: deadlineOf('Vault', 'deposit', situation),
    })
    return { call, collateralRequired: amount, scriptGasMax: gas.light, gasMin: gasLeast.call }
  },
  vaultUnlock(input, situation) {
    const deadlineMs = deadlineOf('Vault', 'unlock', situation)
    const amount = amountOf('amount', input.amount)
    return free(unlockStake({ vaultId: situation.contracts.vault.id, amount, deadlineMs }), gas.light)
  },
  vaultWithdraw(_, situation) {
    const deadlineMs = deadlineOf('Vault', 'withdraw', situation)
    return free(withdrawStake({ vaultId: situation.contracts.vault.id, deadlineMs }), gas.light)
  },
  vote({ proposalId }, situation) {
    const subject = subjectFor(readCallArgs('Voting', 'vote', situation.script)?.subject, situation)
    const deadlineMs = deadlineOf('Voting', 'vote', situation)
    const call = castVote({ votingId: situation.contracts.voting.id, proposalId, subject, deadlineMs })
    return free(call, gas.light)
  },
  proposeSingle(input, situation) {
    const { contracts } = situation
    const call = proposeSingle({
      votingId: contracts.voting.id,
      question: input.question,
      category: input.category,
      endsAtMs: timeOf('endsAt', input.endsAt),
      rules: input.rules ?? null,
      resolutionSources: input.resolutionSources ?? null,
      imageUrl: input.imageUrl ?? null,
      tags: input.tags ?? [],
      metadata: metadataOf(input.metadata),
      deadlineMs: deadlineOf('Voting', 'proposeSingle', situation),
    })
    return free(call, proposalGas(call), gasLeast.proposal)
  },
  proposeLinked(input, situation) {
    const { contracts } = situation
    const call = proposeLinked({
      votingId: contracts.voting.id,
      masterQuestion: input.masterQuestion,
      masterImageUrl: input.masterImageUrl ?? null,
      category: input.category,
      endsAtMs: timeOf('endsAt', input.endsAt),
      rules: input.rules ?? null,
      resolutionSources: input.resolutionSources ?? null,
      tags: input.tags ?? [],
      legs: input.legs.map((leg) => ({
        question: leg.question,
        imageUrl: leg.imageUrl ?? null,
        metadata: metadataOf(leg.metadata),
      })),
      deadlineMs: deadlineOf('Voting', 'proposeLinked', situation),
    })
    return free(call, proposalGas(call), gasLeast.proposal)
  },
  offerParlay(input, situation) {
    const { contracts, facts, script } = situation
    const amount = amountOf('amount', input.amount)
    const args = readCallArgs('Parlays', 'offer', script)
    const numbers = ((args?.legs ?? '').match(/.{18}/g) ?? []).map((leg) =>
      Number.parseInt(leg.slice(0, 16), 16),
    )
    const call = offerParlay({
      parlaysId: contracts.parlays.id,
      collateralId: facts.venue.collateralId,
      amount,
      combinedOdds: Number(amountOf('combinedOdds', input.combinedOdds)),
      legs: input.legs.map(({ marketAddress, outcome }, index) => ({
        marketNumber: provenNumber(marketAddress, numbers[index], contracts.voting.id),
        outcome,
      })),
      subject: facts.subject ?? args?.said ?? '',
      deadlineMs: deadlineOf('Parlays', 'offer', situation),
      expiresAtMs: input.expiresAt === undefined ? null : timeOf('expiresAt', input.expiresAt),
    })
    return { call, collateralRequired: amount, scriptGasMax: gas.heavy, gasMin: gasLeast.call }
  },
  takeParlay({ id }, situation) {
    const { contracts, facts } = situation
    const { takerAmount, terms, venue } = facts
    trust(takerAmount !== undefined, 'takerAmount', 'what the offer asks of its taker must be given')
    trust(terms !== undefined, 'terms', 'the terms of the offer that was shown must be given')
    const { collateralId } = venue
    const call = takeParlay({
      parlaysId: contracts.parlays.id,
      collateralId,
      parlayId: id,
      takerAmount,
      terms,
      deadlineMs: deadlineOf('Parlays', 'take', situation),
    })
    return { call, collateralRequired: takerAmount, scriptGasMax: gas.light, gasMin: gasLeast.call }
  },
  cancelParlay({ id }, situation) {
    const deadlineMs = deadlineOf('Parlays', 'refund', situation)
    const parlaysId = situation.contracts.parlays.id
    return free(refundParlay({ parlaysId, parlayId: id, deadlineMs }), gas.light)
  },
  submitOutcome(input, situation) {
    const { contracts, facts, script } = situation
    const { collateralId, bondMax } = facts.venue
    const args = readCallArgs('Oracle', 'submit', script)
    // What is due follows from the market; the caller says how much is too much.
    const maxBond = args?.maxBond ?? 0n
    trust(maxBond <= (facts.maxBond ?? bondMax), 'bond', `a bond of ${maxBond}`)
    const call = submitOutcome({
      oracleId: contracts.oracle.id,
      collateralId,
      maxBond,
      marketNumber: provenNumber(input.marketAddress, args?.marketId, contracts.voting.id),
      subject: subjectFor(args?.subject, situation),
      outcome: input.outcome,
      deadlineMs: deadlineOf('Oracle', 'submit', situation),
    })
    return { call, collateralRequired: maxBond, scriptGasMax: gas.heavy, gasMin: gasLeast.call }
  },
  disputeOutcome(input, situation) {
    const { contracts, facts, script } = situation
    const { collateralId, bondMax } = facts.venue
    const args = readCallArgs('Oracle', 'dispute', script)
    // The contract accepts none but what stands, which a round may have turned round since the caller looked.
    const submission = facts.submission ?? Number(args?.submission ?? 0n)
    const outcome = facts.disputedOutcome
    const isNamed = outcome === 1 || outcome === 2 || outcome === 3
    trust(isNamed, 'disputedOutcome', 'the outcome that is disputed must be given')
    const bond = args?.maxBond ?? 0n
    trust(bond <= (facts.maxBond ?? bondMax), 'bond', `a bond of ${bond}`)
    const call = disputeOutcome({
      oracleId: contracts.oracle.id,
      collateralId,
      maxBond: bond,
      marketNumber: provenNumber(input.marketAddress, args?.marketId, contracts.voting.id),
      subject: subjectFor(args?.subject, situation),
      submission,
      round: facts.voteRound ?? Number(args?.round ?? 0n),
      outcome,
      deadlineMs: deadlineOf('Oracle', 'dispute', situation),
    })
    return { call, collateralRequired: bond, scriptGasMax: gas.heavy, gasMin: gasLeast.call }
  },
  commitVote(input, situation) {
    const { contracts, facts, script } = situation
    // The hash was made for one round; in another the vote could never be opened, and an unopened vote costs stake.
    const round = input.voteRound ?? facts.voteRound
    trust(round !== undefined, 'voteRound', 'the round that the hash was made for must be given')
    const args = readCallArgs('Oracle', 'commit', script)
    const call = commitVote({
      oracleId: contracts.oracle.id,
      marketNumber: provenNumber(input.marketAddress, args?.marketId, contracts.voting.id),
      subject: subjectFor(args?.subject, situation),
      round,
      commitHash: plainHex(input.commitHash),
      deadlineMs: deadlineOf('Oracle', 'commit', situation),
    })
    return free(call, gas.heavy)
  },
  revealVote(input, situation) {
    const { contracts, facts, script } = situation
    const args = readCallArgs('Oracle', 'reveal', script)
    // The salt opens the commit of one round only, so the contract checks what is left open here.
    const round = input.voteRound ?? facts.voteRound ?? Number(args?.round ?? 0n)
    const call = revealVote({
      oracleId: contracts.oracle.id,
      marketNumber: provenNumber(input.marketAddress, args?.marketId, contracts.voting.id),
      round,
      voter: walletOf('voterAddress', input.voterAddress, situation),
      vote: input.vote,
      salt: plainHex(input.salt),
      deadlineMs: deadlineOf('Oracle', 'reveal', situation),
    })
    return free(call, gas.heavy)
  },
}

const proposalGas = (call: ContractCall): number => gas.proposal + gas.proposalByte * (call.script.length / 2)

/** The deadline the build chose: never further ahead than a build lives, or a kept signature could be used much later. */
function deadlineOf<C extends ContractName>(
  contract: C,
  method: MethodName<C>,
  { script, facts }: Situation,
): number {
  const args = readCallArgs(contract, method, script) as { readonly deadline?: bigint } | null // every one of them has it
  return checkedDeadline(Number(args?.deadline ?? 0n), facts)
}

function checkedDeadline(deadlineMs: number, { nowMs }: BuildFacts): number {
  const latestMs = (nowMs ?? systemClock.nowMs()) + DEADLINE_AHEAD_MAX_MS
  trust(deadlineMs <= latestMs, 'deadline', 'it could be used long after it was asked for')
  return deadlineMs
}

const isOpen = (id: number, { openOrderIds }: BuildFacts): boolean => openOrderIds?.includes(id) ?? true

/** All the orders that the caller knows to be open are among them, or they are as many of those as one call may cancel. */
function checkAllCancelled(listed: readonly number[], most: number, facts: BuildFacts): void {
  trust(new Set(listed).size === listed.length, 'script', 'it cancels an order twice')
  trust(listed.length <= most, 'script', 'it cancels more orders than one call may')
  const missed = facts.openOrderIds?.find((id) => !listed.includes(id))
  const isFull = listed.length === most && listed.every((id) => isOpen(id, facts))
  trust(missed === undefined || isFull, 'cancel', `it leaves order ${missed} standing`)
}

/** Which orders a quote's script cancels. */
export const cancelledBy = (script: string): number[] =>
  idsOf(readCallArgs('Market', 'quote', script)?.orderIds).slice(0, QUOTE_CANCELS_MAX)

const idsOf = (hex: string | undefined): number[] =>
  ((hex ?? '').match(/.{8}/g) ?? []).map((id) => Number.parseInt(id, 16))

/** What the build says the number stands for, or what the caller knows. */
const subjectFor = (claimed: string | undefined, { facts }: Situation): string =>
  facts.subject ?? claimed ?? ''

/** The contract id behind a market's address, proven to be this venue's by the market's number. */
function provenMarket(address: string, { facts, contracts }: Situation): string {
  const { marketNumber } = facts
  trust(marketNumber !== undefined, 'marketNumber', 'the market’s number must be given')
  provenNumber(address, marketNumber, contracts.voting.id)
  return marketIdOf(contracts.voting.id, marketNumber)
}

/** A market of the venue is what its voting contract made under its number, so a number proves an address. */
export function provenNumber(
  address: string,
  claimed: number | bigint | undefined,
  votingId: string,
): number {
  const number = Number(claimed ?? 0)
  const contractId = findContractId(address.split(':')[0] ?? '')
  const isMarket = Number.isSafeInteger(number) && number > 0 && contractId === marketIdOf(votingId, number)
  trust(isMarket, 'market', 'another market, or none of this venue')
  return number
}

function amountOf(field: string, text: string): bigint {
  const amount = parseAmount(text)
  trust(amount !== null, field, `${field} is no amount`)
  return amount
}

function timeOf(field: string, text: string): number {
  const ms = Date.parse(text)
  trust(Number.isSafeInteger(ms), field, `${field} is no time`)
  return ms
}

function walletOf(field: string, text: string, { facts }: Situation): string {
  const wallet = parseWallet(text, facts.venue.group)
  trust(isWallet(wallet), field, `${field} is no wallet of this venue`)
  return wallet.address
}

const plainHex = (text: string): string => text.replace(/^0x/, '').toLowerCase()

/** As it stands on the chain: what JSON makes of it, keys sorted. */
function metadataOf(metadata: Readonly<Record<string, unknown>> | undefined): JsonObject | null {
  if (metadata === undefined) return null
  const sent = JSON.parse(JSON.stringify(metadata)) as JsonObject // an object stays one
  return JSON.parse(canonicalJson(sent)) as JsonObject // as above
}
