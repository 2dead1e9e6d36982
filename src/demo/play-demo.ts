import {
  addLiquidity,
  cancelOrders,
  castVote,
  commitVote,
  deployMarket,
  depositStake,
  disputeOutcome,
  finalizeMarket,
  freezePeriod,
  marketIdOf,
  offerParlay,
  placeOrder,
  proposeLinked,
  proposeSingle,
  refundProposal,
  releaseOrder,
  revealVote,
  settlePosition,
  submitOutcome,
  takeParlay,
  workOffCommit,
} from '../bindings/index.ts'
import { ONE, subjectOfLegs, type VoteChoice } from '../domain/index.ts'
import { afterThisTurn } from '../kit/index.ts'
import { ballotOf } from './ballot.ts'
import { jurors, type RoleName, roleNames, stakeOf } from './demo-cast.ts'
import {
  demoPlot,
  disputedInMs,
  type PlotLinked,
  type PlotMarket,
  type PlotPeriod,
  type PlotSingle,
} from './demo-plot.ts'
import type { DemoStage } from './demo-stage.ts'
import { type Move, planTrading, type TradingPlan } from './plan-trading.ts'
import { trickleMark } from './trickle-plot.ts'

/** Something that happens at a time; the history is these in order. */
interface Scene {
  readonly atMs: number
  readonly play: () => Promise<void>
}

export interface DemoProgress {
  readonly done: number
  readonly total: number
}

export interface PlayDemoOptions {
  readonly seed: string
  /** The history's last moment. */
  readonly endMs: number
  readonly report: (progress: DemoProgress) => void
}

/**
 * Plays the whole history on a fresh venue: stakes, three voting periods, trading, the oracle, parlays. Every step is a
 * signed transaction of the wallet that would take it; what anybody may do is done by `karl`. The numbers of proposals,
 * markets and orders are the contracts' own counters, so they are known before they exist.
 */
export async function playDemo(stage: DemoStage, options: PlayDemoOptions): Promise<void> {
  const scenes = writeScenes(stage, options).sort((a, b) => a.atMs - b.atMs)
  for (const [index, scene] of scenes.entries()) {
    stage.passTimeUntil(scene.atMs)
    await scene.play()
    options.report({ done: index + 1, total: scenes.length })
    // A devnet in process answers without ever leaving the turn: a signal to stop would wait for the end of the history.
    await new Promise<void>(afterThisTurn)
  }
  stage.passTimeUntil(options.endMs)
}

const settleAfterMs = 1_000
const deskNative = 10_000n * ONE
const deskCollateral = 2_500n * ONE
/** The last trade is this old when the visitor comes. */
const quietMs = 30_000

function writeScenes(stage: DemoStage, { seed, endMs }: PlayDemoOptions): Scene[] {
  const { venue, send } = stage
  const { vault, voting, oracle, parlays, desk } = venue.contracts
  const collateralId = venue.tokens.collateral.id
  const { votingMs, disputeMs, commitMs, revealMs, appealMs } = venue.periods
  const scenes: Scene[] = []
  const at = (atMs: number, play: Scene['play']): void => {
    scenes.push({ atMs, play })
  }

  // A desk to buy native coin at, so that a visitor needs none to begin with.
  at(0, () =>
    send(
      'karl',
      addLiquidity({
        deskId: desk.id,
        collateralId,
        amount: deskNative,
        minCollateral: deskCollateral,
        maxCollateral: deskCollateral,
        minShares: 1n,
        deadlineMs: stage.deadlineMs(),
      }),
    ),
  )
  for (const name of roleNames)
    if (stakeOf(name) > 0n)
      at(0, () =>
        send(
          name,
          depositStake({
            vaultId: vault.id,
            stakeTokenId: venue.tokens.stake.id,
            amount: stakeOf(name) * ONE,
            deadlineMs: stage.deadlineMs(),
          }),
        ),
      )

  let proposalCount = 0
  let marketCount = 0
  for (const [index, period] of demoPlot.entries()) writePeriod(period, index + 1)
  writeParlays()
  return scenes

  function writePeriod({ opensInMs, proposals }: PlotPeriod, periodId: number): void {
    const opensMs = endMs + opensInMs
    const closesMs = opensMs + votingMs + settleAfterMs
    const isOver = closesMs < endMs
    if (isOver) at(closesMs, () => send('karl', freezePeriod({ votingId: voting.id, periodId })))
    for (const proposal of proposals) {
      proposalCount += 1
      const proposalId = proposalCount
      at(opensMs, () => send(proposal.proposer, proposeCall(proposal)))
      for (const supporter of proposal.supporters)
        at(opensMs, async () => {
          const subject = await stage.proposalSubject(proposalId)
          const deadlineMs = stage.deadlineMs()
          await send(supporter, castVote({ votingId: voting.id, proposalId, subject, deadlineMs }))
        })
      if (!isOver) continue
      if (proposal.supporters.length > 0)
        for (const market of proposal.legs ?? [proposal]) {
          marketCount += 1
          at(closesMs, () => send('karl', deployMarket({ votingId: voting.id, proposalId })))
          writeMarket(market, marketCount, {
            fromMs: closesMs + settleAfterMs,
            endsMs: endMs + proposal.endsInMs,
            ...(proposal.legs === undefined && proposal),
          })
        }
      at(closesMs, () => send('karl', refundProposal({ votingId: voting.id, proposalId })))
    }
  }

  function proposeCall(proposal: PlotSingle | PlotLinked) {
    const { category, tags, rules, sources, question } = proposal
    const common = {
      votingId: voting.id,
      category,
      tags,
      rules,
      resolutionSources: sources,
      endsAtMs: endMs + proposal.endsInMs,
      deadlineMs: stage.deadlineMs(),
    }
    if (proposal.legs === undefined) {
      const metadata = { demo: proposal.isTheirs ? trickleMark : true }
      return proposeSingle({ ...common, question, imageUrl: null, metadata })
    }
    const legs = proposal.legs.map((leg) => ({ question: leg.question, imageUrl: null, metadata: null }))
    return proposeLinked({ ...common, masterQuestion: question, masterImageUrl: null, legs })
  }

  function writeMarket(
    market: PlotMarket,
    marketNumber: number,
    life: { fromMs: number; endsMs: number } & Pick<PlotSingle, 'outcome' | 'disputed'>,
  ): void {
    const marketId = marketIdOf(voting.id, marketNumber)
    const plan = planTrading({
      seed: `${seed}:${marketNumber}`,
      fromMs: life.fromMs,
      toMs: Math.min(life.endsMs, endMs - quietMs),
      price: market.price,
      moves: market.moves,
    })
    for (const move of plan.moves) at(move.atMs, () => playMove(move, marketNumber))
    const { outcome } = life
    if (outcome === undefined) return
    const bonded = async () => ({
      oracleId: oracle.id,
      collateralId,
      maxBond: venue.bondMax,
      marketNumber,
      subject: await stage.marketSubject(marketNumber),
      deadlineMs: stage.deadlineMs(),
    })
    const { disputed } = life
    const submitMs =
      disputed === 'undecided' ? endMs + disputedInMs - disputeMs / 2 : life.endsMs + settleAfterMs
    at(submitMs, async () => send('jana', submitOutcome({ ...(await bonded()), outcome })))
    if (disputed === undefined) {
      writeEnd(submitMs + disputeMs + settleAfterMs)
      return
    }
    const disputedMs = submitMs + disputeMs / 2
    at(disputedMs, async () => {
      const doubted = { submission: 1, round: 0, outcome: outcome === 'yes' ? 1 : 2 } as const
      await send('karl', disputeOutcome({ ...(await bonded()), ...doubted }))
    })
    if (disputed === 'undecided') return
    const decidedMs = writeRound({ marketNumber, vote: disputed === 'yes' ? 1 : 2, openedMs: disputedMs })
    writeEnd(decidedMs + appealMs + settleAfterMs)

    function writeEnd(resolvedMs: number): void {
      at(resolvedMs, () => send('karl', finalizeMarket({ oracleId: oracle.id, marketNumber })))
      writePayouts(plan, marketId, resolvedMs + settleAfterMs)
    }
  }

  /** All jurors say the same, and are rewarded when it holds; answers when the round is counted. */
  function writeRound({
    marketNumber,
    vote,
    openedMs,
  }: {
    readonly marketNumber: number
    readonly vote: VoteChoice
    readonly openedMs: number
  }): number {
    const [oracleId, round] = [oracle.id, 1]
    const opensMs = openedMs + commitMs + settleAfterMs
    const countedMs = opensMs + revealMs + settleAfterMs
    for (const name of jurors) {
      const voter = stage.wallet(name).address
      const ballot = ballotOf(name, { marketId: marketIdOf(voting.id, marketNumber), round, voter, vote })
      at(openedMs + settleAfterMs, async () => {
        const subject = await stage.marketSubject(marketNumber)
        const sealed = { subject, round, commitHash: ballot.commitHash, deadlineMs: stage.deadlineMs() }
        await send(name, commitVote({ oracleId, marketNumber, ...sealed }))
      })
      at(opensMs, () => {
        const opened = { round, voter, vote, salt: ballot.salt, deadlineMs: stage.deadlineMs() }
        return send(name, revealVote({ oracleId, marketNumber, ...opened }))
      })
      at(countedMs + appealMs + 2 * settleAfterMs, () =>
        send('karl', workOffCommit({ oracleId, marketNumber, round, voter })),
      )
    }
    at(countedMs, () => send('karl', finalizeMarket({ oracleId, marketNumber })))
    return countedMs
  }

  async function playMove(move: Move, marketNumber: number): Promise<void> {
    const marketId = marketIdOf(voting.id, marketNumber)
    const deadlineMs = stage.deadlineMs()
    if (move.kind === 'cancel')
      return send(move.trader, cancelOrders({ marketId, orderIds: [move.orderId], deadlineMs }))
    const { trader: _, referer, ...order } = move.order
    const refererAddress = referer === null ? null : stage.wallet(referer as RoleName).address // plans name roles
    const subject = await stage.marketSubject(marketNumber)
    return send(
      move.trader,
      placeOrder({ ...order, marketId, collateralId, subject, deadlineMs, referer: refererAddress }),
    )
  }

  function writePayouts({ model }: TradingPlan, marketId: string, atMs: number): void {
    for (const { orderId } of [...model.book.list('bid'), ...model.book.list('ask')])
      at(atMs, () => send('karl', releaseOrder({ marketId, orderId })))
    for (const name of roleNames)
      if (model.position(name) !== null)
        at(atMs, () =>
          send(
            'karl',
            settlePosition({
              marketId,
              trader: stage.wallet(name).address,
              deadlineMs: stage.deadlineMs(),
            }),
          ),
        )
  }

  /** Three parlays on markets of the first period: one that was taken, two that wait for somebody. */
  function writeParlays(): void {
    const offer = async (marketNumbers: readonly number[], odds: number) =>
      offerParlay({
        parlaysId: parlays.id,
        collateralId,
        amount: 50n * ONE,
        combinedOdds: odds,
        legs: marketNumbers.map((marketNumber) => ({ marketNumber, outcome: 'yes' })),
        subject: subjectOfLegs(await Promise.all(marketNumbers.map(stage.marketSubject))),
        expiresAtMs: null,
        deadlineMs: stage.deadlineMs(),
      })
    const take = async () => {
      const terms = await stage.parlayTerms(1)
      const parlay = { parlaysId: parlays.id, collateralId, parlayId: 1, takerAmount: 150n * ONE }
      await send('fred', takeParlay({ ...parlay, terms, deadlineMs: stage.deadlineMs() }))
    }
    const offeredMs = endMs - 20 * 60 * 60_000
    at(offeredMs, async () => send('gina', await offer([1, 3], 4_000)))
    at(offeredMs + settleAfterMs, take)
    at(endMs - 60 * 60_000, async () => send('hugo', await offer([2, 5, 7], 6_000)))
    at(endMs - 40 * 60_000, async () => send('iris', await offer([3, 4], 8_000)))
  }
}
