import { addressFromContractId, bs58 } from '@alephium/web3'
import {
  type ContractEvent,
  createMarketModel,
  type MarketModel,
  ONE,
  type Outcome,
  outcomes,
  sides,
  timesInForce,
  type VenueEvent,
  type VoteChoice,
} from '../../../src/domain/index.ts'
import { createSeededRandom, type Random, randomBelow } from '../../../src/kit/index.ts'
import { contractOf, encodeEvent, hexOf, type RawTexts } from './encode-event.ts'
import { hashOf } from './scripted-chain.ts'

export const venue = {
  vault: addressFromContractId(hashOf('vault')),
  voting: addressFromContractId(hashOf('voting')),
  oracle: addressFromContractId(hashOf('oracle')),
  parlays: addressFromContractId(hashOf('parlays')),
  desk: addressFromContractId(hashOf('desk')),
}

const walletCount = 8
export const walletOf = (name: string): string => bs58.encode(Buffer.from(`00${hashOf(name)}`, 'hex'))
const wallets = Array.from({ length: walletCount }, (_, index) => walletOf(`wallet ${index}`))
export const treasury = walletOf('treasury')

interface SimProposal {
  readonly id: number
  readonly periodId: number
  readonly proposer: string
  readonly legCount: number
  readonly endsAtMs: number
  status: 'pending' | 'accepted' | 'rejected'
  voteCount: number
  readonly voters: Set<string>
  deployed: number
  eventId: number | null
  refunded: boolean
}

interface SimMarket {
  readonly id: number
  readonly address: string
  readonly contractId: string
  readonly model: MarketModel
  readonly traders: Set<string>
  state: 'open' | 'proposed' | 'disputed' | 'resolved'
  finalOutcome: 1 | 2 | 3 | null
  submissions: number
  rounds: number
  attempt: number
  commits: Map<string, { weight: number; vote: VoteChoice | 0 }>
  readonly unworked: { round: number; voter: string }[]
}

export interface SimBlock {
  readonly events: readonly ContractEvent[]
  readonly timestampMs: number
}

/**
 * A venue that only exists to say things: it makes up lawful histories of events, the markets by the reference model.
 * A block is made from its seed and what the world is; so a world is rebuilt by making its seeds again, which is how a
 * fork gets the world of its parent.
 */
export interface World {
  /** The next block of the history, made of this seed. */
  makeBlock(seed: string): SimBlock
  /** What the index must show, by the world's own books. */
  readonly markets: ReadonlyMap<number, SimMarket>
  /** Time of the newest block. */
  nowMs(): number
}

const START_MS = 1_700_000_000_000
const ENDLESS_MS = 4_000_000_000_000
const texts = [
  'Will Bitcoin reach 100k?',
  'Wird es regnen?',
  'Who wins the Championship',
  '2026 rates cut',
  'x',
]
const encoder = new TextEncoder()
/** How a submission ends; the index shows it and computes nothing with it. */
const closing = { winners: 0, stakePool: 5n * ONE, bondPool: 0n, toTreasury: 0n }

export function createWorld(options: { readonly actionsMax?: number } = {}): World {
  let nowMs = START_MS
  let blockNumber = 0
  const markets = new Map<number, SimMarket>()
  const proposals = new Map<number, SimProposal>()
  const periods: { id: number; endsAtMs: number; frozen: boolean }[] = []
  const stakes = new Map<string, { staked: bigint; unlocking: bigint }>()
  const parlays: {
    id: number
    maker: string
    taker: string | null
    amount: bigint
    odds: number
    done: boolean
  }[] = []
  let eventCount = 0
  let resolving = false

  let random: Random = createSeededRandom('')
  const below = (bound: number): number => randomBelow(random, bound)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
  const wallet = (): string => pick(wallets)

  type Said = { event: VenueEvent; rawTexts?: RawTexts }
  type Action = () => readonly Said[]
  const say = (...events: VenueEvent[]): Said[] => events.map((event) => ({ event }))

  /** Anything at all, now and then: broken UTF-8, NUL, lone surrogates, deep JSON. */
  function hostile(): Uint8Array {
    const kinds = [
      () => random.bytes(1 + below(60)),
      () => encoder.encode(`a\u0000b\u0007${'é'.repeat(below(200))}`),
      () => encoder.encode(`${'['.repeat(below(400))}`),
      () => encoder.encode('javascript:alert(1)'),
      () => encoder.encode('{"a":"\\ud800","b":{"c":[1,2,{"d":"\\u0000"}]}}'),
      () => new Uint8Array([0xed, 0xa0, 0x80, 0xff, 0xc0, 0x00]),
      () => encoder.encode('x'.repeat(5_000)),
    ]
    return pick(kinds)()
  }
  const text = (plain: string): Uint8Array => (below(6) === 0 ? hostile() : encoder.encode(plain))

  function propose(): Said[] {
    const out: Said[] = []
    let period = periods.at(-1)
    if (!period || period.endsAtMs <= nowMs || period.frozen) {
      period = { id: periods.length + 1, endsAtMs: nowMs + 20_000 + below(100_000), frozen: false }
      periods.push(period)
      out.push(
        ...say({
          type: 'PeriodOpened',
          periodId: period.id,
          startsAtMs: nowMs,
          endsAtMs: period.endsAtMs,
          opener: wallet(),
        }),
      )
    }
    const id = proposals.size + 1
    const legCount = below(3) === 0 ? 2 + below(3) : 0
    const endsAtMs = nowMs + 100_000 + below(1_000_000)
    const proposer = wallet()
    proposals.set(id, {
      id,
      periodId: period.id,
      proposer,
      legCount,
      endsAtMs,
      status: 'pending',
      voteCount: 0,
      voters: new Set(),
      deployed: 0,
      eventId: null,
      refunded: false,
    })
    out.push(
      ...say({
        type: 'ProposalCreated',
        proposalId: id,
        periodId: period.id,
        proposer,
        legCount,
        endsAtMs,
        creatorShare: pick([0, 1, 3, 30]),
        textHash: hashOf(`texts ${id}`),
        deposit: ONE / 2n,
      }),
    )
    const tags = [pick(['crypto', 'sport', 'politics']), 'b']
    const rawTexts: RawTexts = {
      question: text(`${pick(texts)} ${id}`),
      category: text(pick(['Crypto', 'Sport', 'Politics'])),
      rules: text(below(2) === 0 ? '' : 'Resolves by the official record.'),
      resolutionSources: text(''),
      imageUrl: text(below(2) === 0 ? '' : 'https://example.org/a.png'),
      tags:
        below(8) === 0
          ? hostile()
          : Uint8Array.from(tags.flatMap((tag) => [tag.length, ...encoder.encode(tag)])),
      metadata: text(below(2) === 0 ? '' : '{"league":"A","round":[1,2]}'),
    }
    const blank = {
      question: '',
      category: '',
      rules: null,
      resolutionSources: null,
      imageUrl: null,
      tags: [],
      metadata: null,
    }
    out.push({ event: { type: 'ProposalTexts', proposalId: id, ...blank }, rawTexts })
    for (let leg = 0; leg < legCount; leg++)
      out.push({
        event: { type: 'ProposalLeg', proposalId: id, leg, question: '', imageUrl: null, metadata: null },
        rawTexts: { question: text(`leg ${leg} ${pick(texts)}`), imageUrl: text(''), metadata: text('') },
      })
    return out
  }

  function vote(): Said[] {
    const open = [...proposals.values()].filter((proposal) => {
      const period = periods[proposal.periodId - 1]!
      return proposal.status === 'pending' && !period.frozen && period.endsAtMs > nowMs
    })
    if (open.length === 0) return []
    const proposal = pick(open)
    const voter = wallet()
    if (proposal.voters.has(voter)) return []
    const weight = pick([1, 3, 7, 30])
    proposal.voters.add(voter)
    proposal.voteCount += weight
    return say({
      type: 'VoteCast',
      proposalId: proposal.id,
      periodId: proposal.periodId,
      voter,
      weight,
      voteCount: proposal.voteCount,
      uniqueVoters: proposal.voters.size,
    })
  }

  function freeze(): Said[] {
    const period = periods.find((candidate) => !candidate.frozen && candidate.endsAtMs <= nowMs)
    if (!period) return []
    period.frozen = true
    const all = [...proposals.values()].filter((proposal) => proposal.periodId === period.id)
    const winners = all.filter((proposal) => proposal.voteCount > 0 || below(3) > 0).slice(0, 8)
    const out: VenueEvent[] = winners.map((proposal) => {
      proposal.status = 'accepted'
      return {
        type: 'ProposalAccepted',
        proposalId: proposal.id,
        periodId: period.id,
        finalVoteCount: proposal.voteCount,
        creatorShare: 1,
      }
    })
    for (const proposal of all) if (proposal.status === 'pending') proposal.status = 'rejected'
    out.push({
      type: 'PeriodFrozen',
      periodId: period.id,
      acceptedCount: winners.length,
      proposalCount: all.length,
    })
    return say(...out)
  }

  function deploy(): Said[] {
    const ready = [...proposals.values()].filter(
      (proposal) => proposal.status === 'accepted' && proposal.deployed < Math.max(1, proposal.legCount),
    )
    if (ready.length === 0) return []
    const proposal = pick(ready)
    const out: VenueEvent[] = []
    if (proposal.legCount > 0 && proposal.eventId === null) {
      eventCount += 1
      proposal.eventId = eventCount
      out.push({
        type: 'EventDeployed',
        eventId: eventCount,
        masterAddress: addressFromContractId(hashOf(`event ${eventCount}`)),
        proposalId: proposal.id,
        legCount: proposal.legCount,
      })
    }
    const id = markets.size + 1
    const contractId = hashOf(`market ${id}`)
    const address = addressFromContractId(contractId)
    const creatorShare = 3
    markets.set(id, {
      id,
      address,
      contractId,
      model: createMarketModel({
        marketAddress: address,
        creator: proposal.proposer,
        treasury,
        creatorShare,
        unit: ONE,
        // Here markets close when the world says so, not by time.
        endsAtMs: ENDLESS_MS,
        closingMs: 1,
        nowMs: () => (resolving ? ENDLESS_MS : nowMs),
      }),
      traders: new Set(),
      state: 'open',
      finalOutcome: null,
      submissions: 0,
      rounds: 0,
      attempt: 0,
      commits: new Map(),
      unworked: [],
    })
    out.push({
      type: 'MarketDeployed',
      marketId: id,
      marketAddress: address,
      proposalId: proposal.id,
      leg: proposal.deployed,
      eventId: proposal.eventId,
      creator: proposal.proposer,
      creatorShare,
      endsAtMs: proposal.endsAtMs,
    })
    proposal.deployed += 1
    return say(...out)
  }

  function refund(): Said[] {
    const ready = [...proposals.values()].filter(
      (proposal) =>
        !proposal.refunded &&
        (proposal.status === 'rejected' ||
          (proposal.status === 'accepted' && proposal.deployed === Math.max(1, proposal.legCount))),
    )
    if (ready.length === 0) return []
    const proposal = pick(ready)
    proposal.refunded = true
    const { id: proposalId, periodId, proposer } = proposal
    const rest = [...proposals.values()].some((other) => other.periodId === periodId && !other.refunded)
    const done: VenueEvent = { type: 'ProposalRefunded', proposalId, proposer, amount: ONE / 2n }
    return rest ? say(done) : say(done, { type: 'PeriodClosed', periodId })
  }

  const marketIn = (...states: SimMarket['state'][]): SimMarket | null => {
    const found = [...markets.values()].filter((market) => states.includes(market.state))
    // Few markets get most of the business, so that orders meet.
    return found.length === 0 ? null : pick(below(4) === 0 ? found : found.slice(0, 3))
  }

  function trade(): Said[] {
    const market = marketIn('open')
    if (!market) return []
    const trader = wallet()
    const outcome: Outcome = pick(outcomes)
    const held = market.model.position(trader)?.[outcome] ?? 0n
    const side = held > ONE && below(2) === 0 ? 'sell' : 'buy'
    const wanted = ONE * BigInt(1 + below(20)) + (below(3) === 0 ? BigInt(below(1_000_000)) : 0n)
    const isMarketOrder = below(8) === 0
    const timeInForce = isMarketOrder ? 'ioc' : pick(timesInForce)
    const answer = market.model.place({
      trader,
      side: sides.includes(side) ? side : 'buy',
      outcome,
      price: below(4) === 0 ? 1 + below(999) : 450 + below(100),
      quantity: side === 'sell' && wanted > held ? held : wanted,
      timeInForce,
      expiresAtMs: timeInForce === 'gtd' ? nowMs + 1 + below(30_000) : null,
      isMarketOrder,
      maxFills: 1 + below(6),
      referer: below(4) === 0 ? treasury : null,
    })
    if (answer.ok) market.traders.add(trader)
    return answer.ok ? say(...answer.events) : []
  }

  function cancel(): Said[] {
    const market = marketIn('open', 'proposed', 'disputed')
    if (!market) return []
    const resting = [...market.model.book.list('bid'), ...market.model.book.list('ask')]
    if (resting.length === 0) return []
    const { trader } = pick(resting)
    const own = resting.filter((order) => order.trader === trader).slice(0, 1 + below(3))
    const answer = market.model.cancel(
      trader,
      own.map((order) => order.orderId),
    )
    return answer.ok ? say(...answer.events) : []
  }

  /** Whatever makers do beside placing and cancelling. */
  function make(): Said[] {
    const market = marketIn('open')
    if (!market) return []
    const { model } = market
    const trader = wallet()
    const resting = [...model.book.list('bid'), ...model.book.list('ask')]
    const own = resting.filter((order) => order.trader === trader).map((order) => order.orderId)
    const quantity = ONE * BigInt(1 + below(5))
    const answer = pick([
      () => model.split(trader, quantity),
      () => model.merge(trader, quantity),
      () => model.clear(resting.slice(0, 3).map((order) => order.orderId)),
      () =>
        model.quote({
          trader,
          cancel: own.slice(0, 2),
          approved: 20n * ONE,
          orders: Array.from({ length: 1 + below(4) }, () => ({
            side: pick(sides),
            outcome: pick(outcomes),
            price: 450 + below(100),
            quantity,
            expiresAtMs: below(2) === 0 ? null : nowMs + 1 + below(30_000),
          })),
        }),
    ])()
    if (answer.ok) market.traders.add(trader)
    return answer.ok ? say(...answer.events) : []
  }

  function submit(): Said[] {
    const market = below(4) === 0 ? marketIn('open') : null
    if (!market) return []
    market.state = 'proposed'
    market.submissions += 1
    return say(
      {
        type: 'MarketStateChanged',
        marketAddress: market.address,
        state: 'proposed',
        finalOutcome: null,
        closing: null,
      },
      {
        type: 'OutcomeSubmitted',
        marketId: market.id,
        submission: market.submissions,
        submitter: wallet(),
        outcome: pick([1, 2] as const),
        bond: 100n * ONE,
        disputeEndsAtMs: nowMs + 60_000,
      },
    )
  }

  const openRound = (market: SimMarket): VenueEvent => {
    market.rounds += 1
    market.attempt += 1
    market.commits = new Map()
    return {
      type: 'RoundOpened',
      marketId: market.id,
      round: market.rounds,
      submission: market.submissions,
      attempt: market.attempt,
      commitEndsAtMs: nowMs + 30_000,
      revealEndsAtMs: nowMs + 60_000,
      appeal: 0,
      quorum: 60,
    }
  }

  function dispute(): Said[] {
    const market = marketIn('proposed')
    if (!market) return []
    market.state = 'disputed'
    market.attempt = 0
    const { id: marketId, address: marketAddress, submissions: submission } = market
    return say(
      { type: 'MarketStateChanged', marketAddress, state: 'disputed', finalOutcome: null, closing: null },
      {
        type: 'OutcomeDisputed',
        marketId,
        submission,
        disputer: wallet(),
        outcome: 1,
        bond: 100n * ONE,
        appeal: 0,
      },
      openRound(market),
    )
  }

  function commit(): Said[] {
    const market = marketIn('disputed')
    if (!market) return []
    const voter = wallet()
    const { id: marketId, rounds: round } = market
    const known = market.commits.get(voter)
    if (!known) {
      const weight = pick([1, 7, 30])
      market.commits.set(voter, { weight, vote: 0 })
      const stake = BigInt(weight) * 100_000n * ONE
      const commitHash = hashOf(`${voter} ${round}`)
      return say({
        type: 'VoteCommitted',
        marketId,
        round,
        voter,
        commitHash,
        weight,
        stake,
        slash: stake / 1000n,
      })
    }
    if (known.vote !== 0) return []
    known.vote = pick([1, 2, 3] as const)
    const { weight, vote } = known
    return say({ type: 'VoteRevealed', marketId, round, voter, vote, salt: hashOf(voter), weight })
  }

  const resolution = (market: SimMarket, outcome: 1 | 2 | 3): VenueEvent[] => {
    market.state = 'resolved'
    market.finalOutcome = outcome
    resolving = true
    const answer = market.model.resolve(outcome, below(2) === 0 ? wallet() : null)
    resolving = false
    return answer.ok ? [...answer.events] : []
  }

  function finalizeRound(): Said[] {
    const market = below(3) === 0 ? marketIn('disputed') : null
    if (!market) return []
    const sums = { 1: 0, 2: 0, 3: 0 }
    for (const { weight, vote: choice } of market.commits.values()) if (choice !== 0) sums[choice] += weight
    const revealed = [...market.commits.values()].filter((entry) => entry.vote !== 0).length
    const best =
      ([1, 2, 3] as const).find((choice) => sums[choice] > (sums[1] + sums[2] + sums[3]) / 2) ?? null
    const { id: marketId, rounds: round, submissions: submission } = market
    for (const voter of market.commits.keys()) market.unworked.push({ round, voter })
    const finalized: VenueEvent = {
      type: 'RoundFinalized',
      marketId,
      round,
      result: best,
      weightYes: sums[1],
      weightNo: sums[2],
      weightEarly: sums[3],
      wallets: revealed,
      appealEndsAtMs: best === null ? null : nowMs + 60_000,
    }
    const closeOf = (result: 'yes' | 'no' | 'too-early' | 'void'): VenueEvent => ({
      type: 'SubmissionClosed',
      marketId,
      submission,
      result,
      ...closing,
    })
    if (best === null && market.attempt < 4) return say(finalized, openRound(market))
    if (best === null) {
      const forfeited: VenueEvent = { type: 'SlashesForfeited', marketId, submission, amount: 5n * ONE }
      return say(finalized, forfeited, closeOf('void'), ...resolution(market, 3))
    }
    if (best === 3) {
      market.state = 'open'
      const back: VenueEvent = {
        type: 'MarketStateChanged',
        marketAddress: market.address,
        state: 'closed',
        finalOutcome: null,
        closing: null,
      }
      return say(finalized, closeOf('too-early'), back)
    }
    return say(finalized, closeOf(best === 1 ? 'yes' : 'no'), ...resolution(market, best))
  }

  function resolveUndisputed(): Said[] {
    const market = below(3) === 0 ? marketIn('proposed') : null
    if (!market) return []
    const closed: VenueEvent = {
      type: 'SubmissionClosed',
      marketId: market.id,
      submission: market.submissions,
      result: 'yes',
      ...closing,
    }
    return say(closed, ...resolution(market, pick([1, 2, 3] as const)))
  }

  function workOff(): Said[] {
    const market = [...markets.values()].find((candidate) => candidate.unworked.length > 0)
    const entry = market?.unworked.shift()
    if (!market || !entry) return []
    const { id: marketId } = market
    const slashed = below(2) === 0 ? ONE : 0n
    const out: VenueEvent[] = [
      { type: 'CommitWorkedOff', marketId, ...entry, slashed, stakeReward: ONE - slashed, bondReward: 0n },
    ]
    if (slashed > 0n)
      out.push({
        type: 'Slashed',
        wallet: entry.voter,
        amount: slashed,
        staked: 5n * ONE,
        unlocking: 0n,
        wholeWeight: below(100),
      })
    if (market.unworked.every((other) => other.round !== entry.round))
      out.push({ type: 'RoundClosed', marketId, round: entry.round })
    return say(...out)
  }

  function settle(): Said[] {
    const market = marketIn('resolved')
    if (!market) return []
    const resting = [...market.model.book.list('bid'), ...market.model.book.list('ask')]
    const order = resting.length > 0 ? pick(resting) : null
    const answer =
      order && below(2) === 0 ? market.model.release(order.orderId) : market.model.settle(pick(wallets))
    return answer.ok ? say(...answer.events) : []
  }

  function fees(): Said[] {
    const market = marketIn('open', 'resolved')
    if (!market) return []
    if (market.state === 'resolved' && below(4) === 0)
      return say({ type: 'ChunkSwept', marketAddress: market.address, chunk: below(32), payer: wallet() })
    const answer = market.model.payFees()
    return answer.ok ? say(...answer.events) : []
  }

  function stake(): Said[] {
    const owner = wallet()
    const own = stakes.get(owner) ?? { staked: 0n, unlocking: 0n }
    stakes.set(owner, own)
    if (own.unlocking > 0n && below(2) === 0) {
      const amount = own.unlocking
      own.unlocking = 0n
      return say({ type: 'Withdrawn', wallet: owner, amount })
    }
    if (own.unlocking === 0n && own.staked > 0n && below(3) === 0) {
      own.unlocking = own.staked / 2n
      own.staked -= own.unlocking
      return say({
        type: 'UnlockStarted',
        wallet: owner,
        amount: own.unlocking,
        unlockAtMs: nowMs + 600_000,
        staked: own.staked,
        wholeWeight: below(100),
      })
    }
    const amount = ONE * BigInt(1 + below(200_000))
    own.staked += amount
    return say({ type: 'Staked', wallet: owner, amount, staked: own.staked, wholeWeight: below(100) })
  }

  function parlay(): Said[] {
    const open = parlays.filter((offer) => !offer.done)
    if (open.length > 0 && below(2) === 0) {
      const offer = pick(open)
      const { id: parlayId, maker } = offer
      if (offer.taker === null && below(2) === 0) {
        offer.taker = pick(wallets.filter((candidate) => candidate !== maker))
        return say({ type: 'ParlayTaken', parlayId, taker: offer.taker })
      }
      offer.done = true
      if (offer.taker === null)
        return say({ type: 'ParlayRefunded', parlayId, maker, expired: below(2) === 0 })
      const result = pick(['maker', 'taker', 'void'] as const)
      return say({ type: 'ParlaySettled', parlayId, result, makerPayout: offer.amount, takerPayout: 0n })
    }
    const legs = [...markets.values()].slice(0, 2)
    if (legs.length < 2) return []
    const id = parlays.length + 1
    const offer = {
      id,
      maker: wallet(),
      taker: null,
      amount: ONE * 10n,
      odds: 1001 + below(4000),
      done: false,
    }
    parlays.push(offer)
    const event: VenueEvent = {
      type: 'ParlayOffered',
      parlayId: id,
      maker: offer.maker,
      amount: offer.amount,
      combinedOdds: offer.odds,
      takerAmount: ONE,
      expiresAtMs: nowMs + 50_000,
      legs: [],
      terms: hashOf(`parlay ${id}`),
    }
    const rawLegs = legs.map((market) => `${market.contractId}${below(2) === 0 ? '01' : '02'}`).join('')
    return [{ event, rawTexts: { legs: Uint8Array.from(Buffer.from(rawLegs, 'hex')) } }]
  }

  const actions: readonly Action[] = [
    propose,
    vote,
    vote,
    freeze,
    deploy,
    deploy,
    refund,
    ...Array.from({ length: 12 }, () => trade),
    cancel,
    cancel,
    ...Array.from({ length: 4 }, () => make),
    submit,
    dispute,
    commit,
    commit,
    finalizeRound,
    resolveUndisputed,
    workOff,
    settle,
    settle,
    fees,
    stake,
    parlay,
  ]

  /** Every history begins with a venue that has markets. */
  const foundings: readonly (readonly Action[])[] = [
    [stake, propose, propose, propose, vote, vote, vote],
    [freeze],
    [deploy, deploy, deploy, trade, trade, trade],
  ]

  return {
    markets,
    nowMs: () => nowMs,
    makeBlock(seed) {
      random = createSeededRandom(seed)
      blockNumber += 1
      const founding = foundings[blockNumber - 1]
      nowMs += founding ? 200_000 : 4_000 + below(8_000)
      const todo =
        founding ?? Array.from({ length: below((options.actionsMax ?? 8) + 1) }, () => pick(actions))
      const events: ContractEvent[] = []
      for (const [count, action] of todo.entries()) {
        const said = action()
        const txId = hashOf(`tx ${seed} ${blockNumber} ${count}`)
        for (const { event, rawTexts } of said)
          events.push(
            encodeEvent(event, { contractAddress: speakerOf(event), txId, ...(rawTexts && { rawTexts }) }),
          )
        if (below(10) === 0) events.push(foreignEvent(txId))
      }
      return { events, timestampMs: nowMs }
    },
  }

  function speakerOf(event: VenueEvent): string {
    const contract = contractOf(event)
    if (contract === 'Market' && 'marketAddress' in event) return event.marketAddress
    return {
      Market: '',
      Vault: venue.vault,
      Voting: venue.voting,
      Oracle: venue.oracle,
      Parlays: venue.parlays,
      Desk: venue.desk,
    }[contract]
  }

  function foreignEvent(txId: string): ContractEvent {
    const bytes = random.bytes(32)
    return {
      txId,
      contractAddress: addressFromContractId(hexOf(bytes)),
      eventIndex: below(5),
      fields: [{ type: 'ByteVec', value: hexOf(random.bytes(below(30))) }],
    }
  }
}
