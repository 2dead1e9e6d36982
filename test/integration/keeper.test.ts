import { expect, test } from 'vitest'
import { commitHash, contractAddressOf, findContractId, marketIdOf } from '../../src/bindings/index.ts'
import type { Chain } from '../../src/chain/index.ts'
import { ONE } from '../../src/domain/index.ts'
import {
  createKeeper,
  createSaltBox,
  type Keeper,
  type KeeperObservation,
  keeperAccount,
  relayReveal,
} from '../../src/keeper/index.ts'
import { assert, Fault, Refusal, systemRandom } from '../../src/kit/index.ts'
import { findDispute, listPendingReveals } from '../../src/store/index.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'
import type { Wallet } from '../support/venue/wallet.ts'

const secrets = ['a secret for tests, long enough to be one']
const privateKey = '4e'.repeat(32)

interface Kept {
  readonly stage: BuildStage
  readonly keeper: Keeper
  readonly saltBox: ReturnType<typeof createSaltBox>
  readonly seen: KeeperObservation[]
  /** While true the node takes no transaction. */
  submissionFails: boolean
  /** Lets the keeper work and the index follow until nothing is due any more; what was sent. */
  settle(): Promise<number>
}

describeOnBothDatabases('the keeper', (context) => {
  async function openKept(seed: string): Promise<Kept> {
    const stage = await openBuildStage(context.database, seed)
    const saltBox = createSaltBox(secrets, systemRandom)
    const seen: KeeperObservation[] = []
    const chain: Chain = {
      ...stage.chain,
      submit: (transaction) =>
        kept.submissionFails
          ? Promise.reject(new Fault('upstream_timeout', 'no answer'))
          : stage.chain.submit(transaction),
    }
    const keeper = createKeeper({
      database: stage.database,
      chain,
      clock: stage.devnet.clock,
      venue: stage.deployment,
      privateKey,
      saltBox,
      revealAttempts: 3,
      revealGasPriceMax: 130_000_000_000n,
      observe: (observation) => void seen.push(observation),
    })
    stage.devnet.controls.fund({
      lock: keeperAccount(privateKey, 0).wallet.lock,
      attoAlph: 100n * ONE,
      coins: 3,
    })
    const kept: Kept = {
      stage,
      submissionFails: false,
      keeper,
      saltBox,
      seen,
      async settle() {
        let sent = 0
        for (let rounds = 0; rounds < 50; rounds++) {
          await stage.index()
          const now = await keeper.step()
          if (now === 0) return sent
          sent += now
        }
        throw new Error('the keeper finds no end')
      },
    }
    return kept
  }

  const count = async (stage: BuildStage, sql: string): Promise<number> => {
    const [row] = await stage.database.query<{ n: number }>({
      label: 'test-count',
      sql: `select count(*) as n ${sql}`,
    })
    return row?.n ?? -1
  }

  test('behavior: carries a market from its vote to the last deposit, and does nothing twice', async () => {
    const kept = await openKept('keeper-life')
    const { stage, keeper, saltBox } = kept
    const { devnet, builder, deployment, chain } = stage
    const { votingMs, minTradingMs, disputeMs, commitMs, revealMs } = deployment.periods
    const later = (ms: number) => devnet.controls.setTime({ advanceMs: ms })

    const proposer = stage.wallet({ stake: 1_000_000n * ONE, alph: 1_000n * ONE })
    await stage.send(
      proposer,
      builder.vaultDeposit({ ...signerOf(proposer), amount: String(1_000_000n * ONE) }),
    )
    const endsAtMs = devnet.clock.nowMs() + votingMs + minTradingMs + 3_600_000
    await stage.send(
      proposer,
      builder.proposeLinked({
        ...signerOf(proposer),
        masterQuestion: 'Which?',
        category: 'Test',
        endsAt: new Date(endsAtMs).toISOString(),
        legs: [{ question: 'A?' }, { question: 'B?' }],
      }),
    )
    await stage.send(
      proposer,
      builder.proposeSingle({
        ...signerOf(proposer),
        question: 'Nobody votes for this?',
        category: 'Test',
        endsAt: new Date(endsAtMs).toISOString(),
      }),
    )
    await stage.send(proposer, builder.votingVote({ ...signerOf(proposer), proposalId: 1 }))
    expect(await kept.settle()).toBe(0)

    // The period ends: frozen, two markets and their event deployed, both deposits back.
    later(votingMs)
    expect(await kept.settle()).toBe(1 + 2 + 2)
    expect(await count(stage, "from markets where state = 'open'")).toBe(2)
    expect(await count(stage, 'from proposals where refunded_at_ms is null')).toBe(0)

    const market = contractAddressOf(marketIdOf(deployment.contracts.voting.id, 1))
    const traders = [0, 1].map(() => stage.wallet({ collateral: 10_000n * ONE, alph: 100n * ONE }))
    const place = (trader: Wallet, outcome: 'yes' | 'no', price: number, shares: bigint) =>
      stage.send(
        trader,
        builder.placeOrder({
          ...signerOf(trader),
          marketAddress: market,
          side: 'buy',
          outcome,
          price,
          quantity: String(shares * ONE),
          timeInForce: 'gtc',
          type: 'limit',
        }),
      )
    const [anna, bert] = traders
    assert(anna && bert, 'two traders')
    await place(anna, 'yes', 600, 1_000n)
    await place(bert, 'no', 400, 900n)
    await place(bert, 'no', 300, 50n)
    expect(await kept.settle()).toBe(1) // fees of 9 collateral are worth paying out

    // Closed, submitted, disputed, voted on. What the next bond is, and for what, is told on the way.
    const dispute = async () => {
      await stage.index()
      return JSON.parse((await findDispute(stage.database, market, deployment)).text ?? '')
    }
    const pairs = { ...signerOf(anna), marketAddress: market, quantity: String(6_000n * ONE) }
    await stage.send(anna, builder.split(pairs))
    expect(await dispute()).toMatchObject({
      bondFor: 'submit',
      bond: String(138n * ONE),
      quorum: 60,
      standing: null,
    })
    later(endsAtMs - devnet.clock.nowMs())
    const [submitter, disputer] = [0, 1].map(() => stage.wallet({ collateral: 200n * ONE, alph: 50n * ONE }))
    assert(submitter && disputer, 'two parties')
    await stage.send(
      submitter,
      builder.oracleSubmit({ ...signerOf(submitter), marketAddress: market, outcome: 'no' }),
    )
    expect(await dispute()).toMatchObject({
      bondFor: 'dispute',
      bond: String(138n * ONE),
      standing: 2,
      windowEndsAt: expect.stringMatching(/Z$/),
    })
    // Less depends on it now: disputing costs less, and the submitter gets the difference back.
    await stage.send(anna, builder.merge(pairs))
    expect(await dispute()).toMatchObject({ bondFor: 'dispute', bond: String(100n * ONE) })
    await stage.send(disputer, builder.oracleDispute({ ...signerOf(disputer), marketAddress: market }))
    expect((await dispute()).submissions).toMatchObject([
      { bond: String(100n * ONE), bonds: [{ bond: String(100n * ONE) }, { bond: String(100n * ONE) }] },
    ])
    const returned = `from activity where wallet = '${submitter.address}' and type = 'bond-settled' and collateral = ${38n * ONE}`
    expect(await count(stage, returned)).toBe(1)
    const voters = [0, 1, 2].map(() => stage.wallet({ stake: 1_000_000n * ONE, alph: 50n * ONE }))
    const marketId = findContractId(market)
    assert(marketId !== null, 'a market has a contract')
    for (const voter of voters)
      await stage.send(voter, builder.vaultDeposit({ ...signerOf(voter), amount: String(1_000_000n * ONE) }))
    const listed = async (isOwner: boolean) => {
      const { rows } = await listPendingReveals(stage.database, {
        voter: voters[0]!.address,
        limit: 10,
        isOwner,
      })
      return (JSON.parse(rows) as { status: string; voteChoice: number; attemptCount: number }[]).map(
        ({ status, voteChoice, attemptCount }) => ({ status, voteChoice, attemptCount }),
      )
    }
    const relayParts = { database: stage.database, chain, clock: devnet.clock, venue: deployment, saltBox }
    const relayed: { request: Parameters<typeof relayReveal>[0]; first: { id: number; voter: string } }[] = []
    const refuses = async (request: Parameters<typeof relayReveal>[0]): Promise<void> => {
      const wrong = relayReveal(request, relayParts)
      await expect(wrong).rejects.toThrow(Refusal)
      await expect(wrong).rejects.toMatchObject({
        code: 'STATE_CONFLICT',
        details: { reason: 'hash_mismatch', voteRound: 1 },
      })
    }
    const requestOf = (voter: Wallet, salt: string, commitTxId: string) => ({
      marketAddress: market,
      voterAddress: voter.address,
      voteRound: 1,
      voteChoice: 1 as const,
      salt,
      commitTxId,
    })
    const commitOf = (voter: Wallet, salt: string, signer = voter) => {
      const hash = commitHash({ marketId, round: 1, voter: voter.address, vote: 1, salt })
      return builder.oracleCommit({ ...signerOf(signer), marketAddress: market, commitHash: hash })
    }
    // Handed over while the commits wait in the mempool, and again when they are in a block.
    devnet.controls.setMining({ mode: 'manual' })
    // What the voter did not sign is nothing: built in its name, or committed by another in its name.
    const [victim, stranger] = [voters[0]!, voters[1]!]
    const planted = parseAnswer(await commitOf(victim, 'aa'.repeat(32)))
    await refuses(requestOf(victim, 'aa'.repeat(32), planted.txId))
    const { txId: strangerTxId } = await stage.send(stranger, commitOf(victim, 'bb'.repeat(32), stranger))
    await refuses(requestOf(victim, 'bb'.repeat(32), strangerTxId))
    expect(await listed(false)).toEqual([])
    await devnet.fetch('http://devnet/mempool/transactions', { method: 'DELETE' })
    // A commit that never gets in is followed by another.
    const { txId: lostTxId } = await stage.send(victim, commitOf(victim, 'cc'.repeat(32)))
    await relayReveal(requestOf(victim, 'cc'.repeat(32), lostTxId), relayParts)
    await devnet.fetch('http://devnet/mempool/transactions', { method: 'DELETE' })
    for (const [i, voter] of voters.entries()) {
      const salt = `0${i}`.repeat(32)
      const { txId } = await stage.send(voter, commitOf(voter, salt))
      const request = requestOf(voter, salt, txId)
      relayed.push({ request, first: await relayReveal(request, relayParts) })
      await refuses({ ...request, voteChoice: 2 })
    }
    expect(await listed(false)).toEqual([{ status: 'pending', voteChoice: 0, attemptCount: 0 }])
    expect(await listed(true)).toEqual([{ status: 'pending', voteChoice: 1, attemptCount: 0 }])
    devnet.controls.mine()
    devnet.controls.setMining({ mode: 'instant' })
    await stage.index()
    for (const { request, first } of relayed) {
      expect(await relayReveal(request, relayParts)).toEqual(first)
      await refuses({ ...request, voteChoice: 2 })
    }
    expect(await listed(false)).toEqual([{ status: 'confirmed', voteChoice: 0, attemptCount: 0 }])
    expect(await listed(true)).toEqual([{ status: 'confirmed', voteChoice: 1, attemptCount: 0 }])
    expect(await kept.settle()).toBe(0)

    // No submission works for longer than there are attempts before the alarm: it rings, and the keeper goes on, once a
    // block and with a higher price each time.
    later(commitMs)
    kept.submissionFails = true
    for (let block = 0; block < 4; block++) {
      expect([await keeper.step(), await keeper.step()]).toEqual([0, 0])
      devnet.controls.mine({})
      await stage.index()
    }
    const attempts = (wanted: string) =>
      kept.seen.flatMap((seen) => (seen.kind === wanted && 'attempt' in seen ? [seen.attempt] : []))
    expect(attempts('reveal-failed')).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
    expect(attempts('reveal-overdue')).toEqual([3, 3, 3])
    expect(await listed(false)).toEqual([{ status: 'confirmed', voteChoice: 0, attemptCount: 4 }])
    kept.submissionFails = false

    // In a block and not yet in the index, a reveal is refused as done: no second attempt is counted.
    expect(await keeper.step()).toBe(3)
    expect(await keeper.step()).toBe(0)
    expect(attempts('reveal-failed')).toHaveLength(12)
    const [reveal] = kept.seen.flatMap((seen) =>
      seen.kind === 'sent' && seen.duty === 'relay-reveals' ? [seen.txId] : [],
    )
    expect((await chain.findTransaction(reveal ?? ''))?.gasPrice).toBe(130_000_000_000n)
    expect(await kept.settle()).toBe(0)
    expect(await listed(false)).toEqual([{ status: 'revealed', voteChoice: 1, attemptCount: 5 }])

    // Counted, and nothing is due until nobody may appeal any more.
    later(revealMs)
    expect(await kept.settle()).toBe(1)
    expect(await count(stage, 'from rounds where result = 1 and appeal_ends_at_ms is not null')).toBe(1)
    expect(await count(stage, 'from markets where final_outcome is not null')).toBe(0)

    expect(await dispute()).toMatchObject({
      bondFor: 'appeal',
      bond: String(200n * ONE),
      standing: 1,
      wholeWeight: 120,
      rounds: [
        { voteRound: 1, appeal: 0, quorum: '60', result: 1, appealEndsAt: expect.stringMatching(/Z$/) },
      ],
      submissions: [
        {
          bonds: [
            { place: 0, holder: submitter.address, disputed: null, bond: String(100n * ONE), paid: null },
            { place: 1, holder: disputer.address, disputed: 2, bond: String(100n * ONE), paid: null },
          ],
        },
      ],
    })

    // Final: yes; three voters worked off, two positions settled, two orders released, chunks swept.
    later(deployment.periods.appealMs)
    await kept.settle()
    expect(await count(stage, 'from markets where final_outcome = 1')).toBe(1)
    expect(await count(stage, 'from commits where worked_off_at_ms is null')).toBe(0)
    expect(await dispute()).toMatchObject({
      bondFor: null,
      bond: null,
      windowEndsAt: null,
      submissions: [
        {
          result: 'yes',
          winners: '90',
          bondPool: String(50n * ONE),
          bonds: [{ paid: '0' }, { paid: String(150n * ONE) }],
        },
      ],
    })
    expect(await count(stage, 'from positions where not is_settled')).toBe(0)
    expect(await count(stage, 'from orders where locked_collateral > 0 or locked_shares > 0')).toBe(0)
    const [row] = await stage.database.query<{ paid: string }>({
      label: 'test-paid',
      sql: 'select sum(paid) as paid from positions',
    })
    expect(row?.paid).toBe(String(900n * ONE))
    const state = await chain.findContractState(market)
    expect(state?.assets.tokens.map(({ id }) => id)).not.toContain(deployment.tokens.collateral.id)

    // Ninety days on, the leg nobody submitted for is voided; a second keeper finds nothing left to do.
    later(deployment.periods.voidAfterMs + disputeMs)
    await kept.settle()
    expect(await count(stage, 'from markets where final_outcome = 3')).toBe(1)
    const sentTasks = kept.seen.flatMap((seen) => (seen.kind === 'sent' ? [seen.task] : []))
    // The legs of one proposal are deployed one by one, a case is finalised twice (its round, then itself), fees are paid
    // while a market trades and once more at its end.
    expect(new Set(sentTasks).size).toBe(sentTasks.length - 3)
    expect(await keeper.step()).toBe(0)
    await stage.close()
  })
})
