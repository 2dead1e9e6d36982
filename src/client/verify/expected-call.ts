import {
  CANCELS_MAX,
  type ContractCall,
  cancelOrders,
  castVote,
  commitVote,
  contractsOfVenue,
  depositStake,
  disputeOutcome,
  findContractId,
  marketIdOf,
  offerParlay,
  placeOrder,
  proposeLinked,
  proposeSingle,
  readCallArgs,
  refundParlay,
  revealVote,
  settlePosition,
  submitOutcome,
  takeParlay,
  unlockStake,
  withdrawStake,
} from '../../bindings/index.ts'
import { collateralForBuy, FILLS_MAX, isWallet, parseAmount, parseWallet } from '../../domain/index.ts'
import { canonicalJson, type JsonObject } from '../../kit/index.ts'
import type { BuildFacts } from './build-facts.ts'
import type { TxInput, TxKind, TxRequest } from './build-request.ts'
import { trust } from './untrusted.ts'

/** The one call that a request allows. */
export interface ExpectedCall {
  readonly call: ContractCall
  /** What the answer must say it locks. */
  readonly collateralRequired: bigint
  /** Gas of the script at most, whatever it meets. */
  readonly scriptGasMax: number
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
const gas = { light: 150_000, heavy: 250_000, proposal: 400_000, proposalByte: 30 } as const
const placeGas = (maxFills: number): number => 200_000 + 30_000 * maxFills
const cancelGas = (orders: number): number => 100_000 + 25_000 * (orders - 1)

/** The call that the request allows, made from the request; only what it leaves open is taken from the build. */
export function expectedCall(request: TxRequest, situation: Omit<Situation, 'contracts'>): ExpectedCall {
  const contracts = contractsOfVenue(situation.facts.venue.venueId)
  const expect = calls[request.kind] as (input: TxRequest, situation: Situation) => ExpectedCall // chosen by kind
  return expect(request, { ...situation, contracts })
}

const free = (call: ContractCall, scriptGasMax: number): ExpectedCall => ({
  call,
  collateralRequired: 0n,
  scriptGasMax,
})

const cancelOne = ({ address, id }: TxInput<'cancelOrder'>, situation: Situation): ExpectedCall =>
  free(cancelOrders({ marketId: provenMarket(address, situation), orderIds: [id] }), cancelGas(1))

const calls: { readonly [K in TxKind]: (input: TxInput<K>, situation: Situation) => ExpectedCall } = {
  placeOrder(input, situation) {
    const { facts, script, wallet } = situation
    const isMarketOrder = input.type === 'market'
    const timeInForce = input.timeInForce ?? (isMarketOrder ? 'ioc' : 'gtc')
    const maxFills = Number(readCallArgs('Market', 'place', script)?.maxFills ?? 0n)
    const fillsMax = timeInForce === 'post-only' ? 0 : FILLS_MAX
    trust(maxFills >= 0 && maxFills <= fillsMax, 'maxFills', `more than ${fillsMax} fills`)
    const quantity = amountOf('quantity', input.quantity)
    const referer = input.referer === undefined ? null : walletOf('referer', input.referer, situation)
    trust(referer !== wallet, 'referer', 'the referer is the signer')
    const call = placeOrder({
      marketId: provenMarket(input.address, situation),
      collateralId: facts.venue.collateralId,
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
    return { call, collateralRequired, scriptGasMax: placeGas(maxFills) }
  },
  cancelOrder: cancelOne,
  cancelOrderByPost: cancelOne,
  cancelAll({ address }, situation) {
    // Which of them are open the builder looks up; the contract refuses any that is not the signer's.
    const hex = readCallArgs('Market', 'cancel', situation.script)?.orderIds ?? ''
    const orderIds = (hex.match(/.{8}/g) ?? []).map((id) => Number.parseInt(id, 16))
    const areSome = orderIds.length > 0 && orderIds.length <= CANCELS_MAX
    trust(areSome, 'script', 'it does not cancel orders')
    trust(new Set(orderIds).size === orderIds.length, 'script', 'it cancels an order twice')
    const call = cancelOrders({ marketId: provenMarket(address, situation), orderIds })
    return free(call, cancelGas(orderIds.length))
  },
  settle({ address }, situation) {
    const call = settlePosition({ marketId: provenMarket(address, situation), trader: situation.wallet })
    return free(call, gas.light)
  },
  vaultDeposit(input, { contracts, facts }) {
    const amount = amountOf('amount', input.amount)
    const { stakeTokenId } = facts.venue
    const call = depositStake({ vaultId: contracts.vault.id, stakeTokenId, amount })
    return { call, collateralRequired: amount, scriptGasMax: gas.light }
  },
  vaultUnlock: (input, { contracts }) =>
    free(unlockStake({ vaultId: contracts.vault.id, amount: amountOf('amount', input.amount) }), gas.light),
  vaultWithdraw: (_, { contracts }) => free(withdrawStake({ vaultId: contracts.vault.id }), gas.light),
  vote: ({ proposalId }, { contracts }) =>
    free(castVote({ votingId: contracts.voting.id, proposalId }), gas.light),
  proposeSingle(input, { contracts }) {
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
    })
    return free(call, proposalGas(call))
  },
  proposeLinked(input, { contracts }) {
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
    })
    return free(call, proposalGas(call))
  },
  offerParlay(input, { contracts, facts, script }) {
    const amount = amountOf('amount', input.amount)
    const hex = readCallArgs('Parlays', 'offer', script)?.legs ?? ''
    const numbers = (hex.match(/.{18}/g) ?? []).map((leg) => Number.parseInt(leg.slice(0, 16), 16))
    const call = offerParlay({
      parlaysId: contracts.parlays.id,
      collateralId: facts.venue.collateralId,
      amount,
      combinedOdds: Number(amountOf('combinedOdds', input.combinedOdds)),
      legs: input.legs.map(({ marketAddress, outcome }, index) => ({
        marketNumber: provenNumber(marketAddress, numbers[index], contracts.voting.id),
        outcome,
      })),
      expiresAtMs: input.expiresAt === undefined ? null : timeOf('expiresAt', input.expiresAt),
    })
    return { call, collateralRequired: amount, scriptGasMax: gas.heavy }
  },
  takeParlay({ id }, { contracts, facts }) {
    const { takerAmount, venue } = facts
    trust(takerAmount !== undefined, 'takerAmount', 'what the offer asks of its taker must be given')
    const { collateralId } = venue
    const call = takeParlay({ parlaysId: contracts.parlays.id, collateralId, parlayId: id, takerAmount })
    return { call, collateralRequired: takerAmount, scriptGasMax: gas.light }
  },
  cancelParlay: ({ id }, { contracts }) =>
    free(refundParlay({ parlaysId: contracts.parlays.id, parlayId: id }), gas.light),
  submitOutcome(input, { contracts, facts, script }) {
    const { collateralId, bond } = facts.venue
    const number = readCallArgs('Oracle', 'submit', script)?.marketId
    const call = submitOutcome({
      oracleId: contracts.oracle.id,
      collateralId,
      bond,
      marketNumber: provenNumber(input.marketAddress, number, contracts.voting.id),
      outcome: input.outcome,
    })
    return { call, collateralRequired: bond, scriptGasMax: gas.heavy }
  },
  disputeOutcome(input, { contracts, facts, script }) {
    const { collateralId, bond } = facts.venue
    const args = readCallArgs('Oracle', 'dispute', script)
    // The contract accepts none but the running one; who wants to name it does so in the facts.
    const submission = facts.submission ?? Number(args?.submission ?? 0n)
    const call = disputeOutcome({
      oracleId: contracts.oracle.id,
      collateralId,
      bond,
      marketNumber: provenNumber(input.marketAddress, args?.marketId, contracts.voting.id),
      submission,
    })
    return { call, collateralRequired: bond, scriptGasMax: gas.heavy }
  },
  commitVote(input, { contracts, facts, script }) {
    // The hash was made for one round; in another the vote could never be opened, and an unopened vote costs stake.
    const round = input.voteRound ?? facts.voteRound
    trust(round !== undefined, 'voteRound', 'the round that the hash was made for must be given')
    const number = readCallArgs('Oracle', 'commit', script)?.marketId
    const call = commitVote({
      oracleId: contracts.oracle.id,
      marketNumber: provenNumber(input.marketAddress, number, contracts.voting.id),
      round,
      commitHash: plainHex(input.commitHash),
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
    })
    return free(call, gas.heavy)
  },
}

const proposalGas = (call: ContractCall): number => gas.proposal + gas.proposalByte * (call.script.length / 2)

/** The contract id behind a market's address, proven to be this venue's by the market's number. */
function provenMarket(address: string, { facts, contracts }: Situation): string {
  const { marketNumber } = facts
  trust(marketNumber !== undefined, 'marketNumber', 'the market’s number must be given')
  provenNumber(address, marketNumber, contracts.voting.id)
  return marketIdOf(contracts.voting.id, marketNumber)
}

/** A market of the venue is what its voting contract made under its number, so a number proves an address. */
function provenNumber(address: string, claimed: number | bigint | undefined, votingId: string): number {
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
