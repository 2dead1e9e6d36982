import {
  type ContractCall,
  castVote,
  commitHash,
  commitVote,
  contractsOfVenue,
  decodeEvent,
  deployMarket,
  depositStake,
  disputeOutcome,
  encodeCreation,
  finalizeMarket,
  freezePeriod,
  launchVenue,
  marketIdOf,
  planDeployment,
  proposeLinked,
  refundProposal,
  revealVote,
  type StepName,
  splitPairs,
  standardBonds,
  standardPeriods,
  standardQuorum,
  submitOutcome,
  unlockStake,
  type VenuePeriods,
  withdrawStake,
  workOffCommit,
} from '../../../src/bindings/index.ts'
import { ONE, type Outcome, subjectOf, type VenueEvent, type VoteChoice } from '../../../src/domain/index.ts'
import { createSeededRandom, hexToBytes } from '../../../src/kit/index.ts'
import type { StageHost, StageWallet } from './host.ts'

/**
 * A whole venue on the bare virtual machine, with the words of disputes: quick enough for thousands of them. Markets are
 * made the way everybody makes them, by a proposal that is voted for.
 */
export interface Court {
  readonly host: StageHost
  readonly contracts: ReturnType<typeof contractsOfVenue>
  readonly periods: VenuePeriods
  readonly treasury: StageWallet
  readonly tokens: { readonly collateral: string; readonly stake: string }
  /** New wallets with ALPH, collateral and stake tokens. */
  readonly wallets: (
    count: number,
    funds?: { readonly collateral?: bigint; readonly stake?: bigint },
  ) => Promise<StageWallet[]>
  /** Proposes an event of so many markets. */
  readonly propose: (legCount?: number) => Promise<{ readonly proposalId: number; readonly subject: string }>
  /** Opens so many markets, with this much exposure each, and waits until their trading is over. */
  readonly openMarkets: (
    count: number,
    exposure?: bigint,
    options?: { readonly wait?: boolean; readonly trader?: StageWallet },
  ) => Promise<CourtMarket[]>
  readonly send: (wallet: StageWallet, call: ContractCall) => Promise<CourtReceipt>
  readonly holds: (
    address: string,
  ) => Promise<{ readonly alph: bigint; readonly collateral: bigint; readonly stake: bigint }>
  readonly calls: CourtCalls
}

export interface CourtMarket {
  readonly number: number
  readonly id: string
  readonly subject: string
  readonly endsAtMs: number
}

export interface CourtReceipt {
  readonly events: readonly VenueEvent[]
  readonly gasAmount: number
  /** Time of the block. */
  readonly nowMs: number
}

type CourtCalls = ReturnType<typeof createCourtCalls>

const DEADLINE_MS = 10 * 60_000
const GENEROUS = 10n ** 12n * ONE

export async function openCourt(
  host: StageHost,
  seed: string,
  options: { readonly periods?: VenuePeriods } = {},
): Promise<Court> {
  const random = createSeededRandom(seed)
  const treasury = host.newWallet(random)
  const periods = options.periods ?? standardPeriods
  /** Any contract can issue a token. */
  const token = async (symbol: string) => {
    const event = planDeployment(noTokens).find((step) => step.contract === 'Event')!
    const { code, immFields, mutFields } = encodeCreation(event, {})
    const id = await host.deploy({
      code: hexToBytes(code),
      immFields: hexToBytes(immFields),
      mutFields: hexToBytes(mutFields),
      issue: 10n ** 40n,
    })
    return { id, name: symbol, symbol, decimals: 18 }
  }
  const noTokens = {
    group: 0,
    treasury: treasury.address,
    periods,
    ...standardBonds(ONE),
    ...standardQuorum,
    tokens: null,
  }
  const tokens = { collateral: await token('COL'), stake: await token('STK') }
  const ids: Partial<Record<StepName, string>> = {}
  for (const step of planDeployment({ ...noTokens, tokens })) {
    const { code, immFields, mutFields } = encodeCreation(step, ids)
    ids[step.name] = await host.deploy({
      code: hexToBytes(code),
      immFields: hexToBytes(immFields),
      mutFields: hexToBytes(mutFields),
    })
  }
  const venueId = ids.venue!
  await host.execute(host.bank, launchVenue({ venueId }))
  const contracts = contractsOfVenue(venueId)
  const markets = new Set<string>()
  const addresses = {
    vault: contracts.vault.address,
    voting: contracts.voting.address,
    oracle: contracts.oracle.address,
    parlays: contracts.parlays.address,
    desk: contracts.desk.address,
    isMarket: (address: string) => markets.has(address),
  }
  const deadlineMs = () => host.nowMs() + DEADLINE_MS
  const calls = createCourtCalls({
    contracts,
    tokens: { collateral: tokens.collateral.id, stake: tokens.stake.id },
    deadlineMs,
  })

  const send = async (wallet: StageWallet, call: ContractCall): Promise<CourtReceipt> => {
    const { events, gasAmount } = await host.execute(wallet, call)
    const named = events.map((event) => {
      const decoded = decodeEvent(addresses, event)
      if (decoded?.type === 'MarketDeployed') markets.add(decoded.marketAddress)
      return decoded
    })
    return { events: named.filter((event) => event !== null), gasAmount, nowMs: host.nowMs() }
  }

  const wallets: Court['wallets'] = async (count, { collateral = GENEROUS, stake = GENEROUS } = {}) => {
    const made = Array.from({ length: count }, () => host.newWallet(random))
    const funds = [
      { id: tokens.collateral.id, amount: collateral },
      { id: tokens.stake.id, amount: stake },
    ].filter(({ amount }) => amount > 0n)
    await host.fund(made, 100_000n * ONE, funds)
    return made
  }

  let proposer: StageWallet | null = null
  let proposals = 0
  async function propose(legCount = 2) {
    if (proposer === null) {
      const [made] = await wallets(1)
      proposer = made!
      await send(proposer, calls.deposit(60_000n * ONE))
    }
    const endsAtMs = host.nowMs() + periods.votingMs + periods.minTradingMs + 60_000
    const { events, nowMs } = await send(
      proposer,
      proposeLinked({
        votingId: contracts.voting.id,
        masterQuestion: `Number ${proposals}?`,
        masterImageUrl: null,
        category: 'court',
        endsAtMs,
        rules: null,
        resolutionSources: null,
        tags: [],
        legs: Array.from({ length: Math.max(2, legCount) }, (_, leg) => ({
          question: `Leg ${leg}?`,
          imageUrl: null,
          metadata: null,
        })),
        deadlineMs: deadlineMs(),
      }),
    )
    proposals += 1
    const created = events.find((event) => event.type === 'ProposalCreated')
    if (created?.type !== 'ProposalCreated') throw new Error('nothing was proposed')
    const { proposalId, periodId, textHash } = created
    return {
      proposalId,
      periodId,
      textHash,
      endsAtMs,
      nowMs,
      subject: subjectOf({ textHash, leg: 0, endsAtMs }),
    }
  }

  return {
    host,
    contracts,
    periods,
    treasury,
    tokens: { collateral: tokens.collateral.id, stake: tokens.stake.id },
    wallets,
    send,
    calls,
    propose,
    async openMarkets(count, exposure = 0n, { wait = true, trader } = {}) {
      const { proposalId, periodId, subject, textHash, endsAtMs, nowMs } = await propose(count)
      const vote = castVote({ votingId: contracts.voting.id, proposalId, subject, deadlineMs: deadlineMs() })
      await send(proposer!, vote)
      await host.passTime(nowMs + periods.votingMs)
      await send(host.bank, freezePeriod({ votingId: contracts.voting.id, periodId }))
      const opened: CourtMarket[] = []
      for (let leg = 0; leg < Math.max(2, count); leg += 1) {
        const { events } = await send(host.bank, deployMarket({ votingId: contracts.voting.id, proposalId }))
        for (const event of events)
          if (event.type === 'MarketDeployed')
            opened.push({
              number: event.marketId,
              id: marketIdOf(contracts.voting.id, event.marketId),
              subject: subjectOf({ textHash, leg, endsAtMs }),
              endsAtMs,
            })
      }
      await send(host.bank, refundProposal({ votingId: contracts.voting.id, proposalId }))
      opened.length = count // an event has two markets at least
      if (exposure > 0n) {
        const splitter = trader ?? (await wallets(1))[0]!
        for (const market of opened)
          await send(
            splitter,
            splitPairs({
              marketId: market.id,
              collateralId: tokens.collateral.id,
              subject: market.subject,
              quantity: exposure,
              deadlineMs: deadlineMs(),
            }),
          )
      }
      if (wait) await host.passTime(endsAtMs)
      return opened
    },
    async holds(address) {
      const balance = await host.balance(address)
      return {
        alph: balance.attoAlph,
        collateral: balance.tokens.get(tokens.collateral.id) ?? 0n,
        stake: balance.tokens.get(tokens.stake.id) ?? 0n,
      }
    },
  }
}

/** What a contract of the court holds. */
export async function heldBy(
  court: Court,
  contractId: string,
): Promise<{ collateral: bigint; stake: bigint }> {
  const view = await court.host.contract(contractId)
  return {
    collateral: view?.tokens.get(court.tokens.collateral) ?? 0n,
    stake: view?.tokens.get(court.tokens.stake) ?? 0n,
  }
}

export interface CourtBallot {
  readonly market: CourtMarket
  readonly round: number
  readonly voter: string
  readonly vote: VoteChoice
  readonly salt: string
}

function createCourtCalls({
  contracts,
  tokens,
  deadlineMs,
}: {
  readonly contracts: ReturnType<typeof contractsOfVenue>
  readonly tokens: { readonly collateral: string; readonly stake: string }
  readonly deadlineMs: () => number
}) {
  const oracleId = contracts.oracle.id
  const vaultId = contracts.vault.id
  const collateralId = tokens.collateral
  const hashOf = ({ market, round, voter, vote, salt }: CourtBallot): string =>
    commitHash({ marketId: market.id, round, voter, vote, salt })
  return {
    hashOf,
    deposit: (amount: bigint) =>
      depositStake({ vaultId, stakeTokenId: tokens.stake, amount, deadlineMs: deadlineMs() }),
    unlock: (amount: bigint) => unlockStake({ vaultId, amount, deadlineMs: deadlineMs() }),
    withdraw: () => withdrawStake({ vaultId, deadlineMs: deadlineMs() }),
    submit: (market: CourtMarket, outcome: Outcome, maxBond: bigint) =>
      submitOutcome({
        oracleId,
        collateralId,
        maxBond,
        marketNumber: market.number,
        subject: market.subject,
        outcome,
        deadlineMs: deadlineMs(),
      }),
    dispute: (
      market: CourtMarket,
      seen: { readonly submission: number; readonly round: number; readonly outcome: VoteChoice },
      maxBond: bigint,
    ) =>
      disputeOutcome({
        oracleId,
        collateralId,
        maxBond,
        marketNumber: market.number,
        subject: market.subject,
        ...seen,
        deadlineMs: deadlineMs(),
      }),
    commit: (ballot: CourtBallot) =>
      commitVote({
        oracleId,
        marketNumber: ballot.market.number,
        subject: ballot.market.subject,
        round: ballot.round,
        commitHash: hashOf(ballot),
        deadlineMs: deadlineMs(),
      }),
    reveal: ({ market, round, voter, vote, salt }: CourtBallot) =>
      revealVote({
        oracleId,
        marketNumber: market.number,
        round,
        voter,
        vote,
        salt,
        deadlineMs: deadlineMs(),
      }),
    finalize: (market: CourtMarket) => finalizeMarket({ oracleId, marketNumber: market.number }),
    workOff: (market: CourtMarket, round: number, voter: string) =>
      workOffCommit({ oracleId, marketNumber: market.number, round, voter }),
  }
}
