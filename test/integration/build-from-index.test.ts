import { expect, test } from 'vitest'
import { commitHash, devnetPeriods, finalizeMarket, findContractId } from '../../src/bindings/index.ts'
import type { Builder } from '../../src/builder/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { Refusal } from '../../src/kit/index.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { openBuildStage, signerOf } from '../support/venue/build-stage.ts'
import { absentNode } from '../support/venue/paper-venue.ts'
import type { Wallet } from '../support/venue/wallet.ts'

const MINUTE = 60_000

/** `kept` for a stored answer, otherwise why it is refused. */
async function outcomeOf(answer: Promise<string>, stored: string | undefined): Promise<string> {
  try {
    return (await answer) === stored ? 'kept' : 'other bytes'
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.details.reason ?? error.details.state].join(' ')
    throw error
  }
}

// Its periods are minutes, so that builds outlive what they were built for.
describeOnBothDatabases('stored builds while the node is away', (context) => {
  test('behavior: each kind is answered as long as the index knows of nothing against it', async () => {
    const stage = await openBuildStage(context.database, 'from-index', { periods: devnetPeriods })
    const { deployment, devnet } = stage
    const pass = (ms: number) => devnet.controls.setTime({ advanceMs: ms })
    const staked = async (): Promise<Wallet> => {
      const wallet = stage.wallet({ alph: 100n * ONE, collateral: 1_000n * ONE, stake: 600_000n * ONE })
      await stage.send(
        wallet,
        stage.builder.vaultDeposit({ ...signerOf(wallet), amount: String(500_000n * ONE) }),
      )
      return wallet
    }
    const voter = await staked()
    const wallet = stage.wallet({ alph: 100n * ONE, collateral: 1_000n * ONE })
    const other = stage.wallet({ alph: 100n * ONE, collateral: 1_000n * ONE })
    const cutOff = stage.anotherBuilder({ chain: absentNode() })
    const endsAt = new Date(devnet.clock.nowMs() + 60 * MINUTE).toISOString()
    const question = { question: 'Will it?', category: 'Test', endsAt }
    await stage.send(voter, stage.builder.proposeSingle({ ...signerOf(voter), ...question }))
    await stage.index()
    const vote = (from: Builder) => from.votingVote({ ...signerOf(voter), proposalId: 1 })
    const storedVote = await vote(stage.builder)
    expect(await outcomeOf(vote(cutOff), storedVote)).toBe('kept')
    const [a = '', b = ''] = await stage.openMarkets({ legs: 2, endsInMs: MINUTE })
    expect(await outcomeOf(vote(cutOff), storedVote)).toBe('STATE_CONFLICT proposal_not_pending')
    const at = { ...signerOf(wallet), marketAddress: a }
    const byOther = { ...signerOf(other), marketAddress: a }
    const terms = { side: 'buy', outcome: 'yes', price: 300, quantity: String(ONE) } as const
    const legs = [a, b].map((marketAddress) => ({ marketAddress, outcome: 'yes' as const }))
    const expiresAt = new Date(devnet.clock.nowMs() + MINUTE).toISOString()
    const offer = { amount: String(ONE), combinedOdds: '3000', expiresAt, legs }
    const salt = '5a'.repeat(32)
    const hash = commitHash({
      marketId: findContractId(a) ?? '',
      round: 1,
      voter: voter.address,
      vote: 1,
      salt,
    })

    const asks = {
      place: (from: Builder) => from.placeOrder({ ...at, ...terms }),
      quote: (from: Builder) => from.quote({ ...at, cancel: 'all', orders: [terms] }),
      cancel: (from: Builder) => from.cancelOrder({ ...at, orderId: 1, method: 'POST' }),
      cancelAll: (from: Builder) => from.cancelAll(at),
      split: (from: Builder) => from.split({ ...at, quantity: String(ONE) }),
      merge: (from: Builder) => from.merge({ ...at, quantity: String(ONE) }),
      offer: (from: Builder) => from.offerParlay({ ...signerOf(wallet), ...offer }),
      take: (from: Builder) => from.takeParlay({ ...signerOf(wallet), parlayId: 1 }),
      takeBack: (from: Builder) => from.cancelParlay({ ...signerOf(other), parlayId: 1 }),
      takeLate: (from: Builder) => from.takeParlay({ ...signerOf(wallet), parlayId: 2 }),
      takeBackLate: (from: Builder) => from.cancelParlay({ ...signerOf(other), parlayId: 2 }),
      submitOfB: (from: Builder) => from.oracleSubmit({ ...at, marketAddress: b, outcome: 'yes' }),
      disputeOfB: (from: Builder) => from.oracleDispute({ ...at, marketAddress: b }),
      submit: (from: Builder) => from.oracleSubmit({ ...at, outcome: 'yes' }),
      dispute: (from: Builder) => from.oracleDispute(at),
      commit: (from: Builder) =>
        from.oracleCommit({ ...signerOf(voter), marketAddress: a, commitHash: hash }),
      reveal: (from: Builder) =>
        from.oracleReveal({ ...at, voterAddress: voter.address, vote: 1, salt, voteRound: 1 }),
    }
    const stored: Partial<Record<keyof typeof asks, string>> = {}
    const build = async (...names: (keyof typeof asks)[]) => {
      for (const name of names) stored[name] = await asks[name](stage.builder)
    }
    /** What the index alone says of the builds. */
    const said = async (...names: (keyof typeof asks)[]): Promise<string[]> => {
      await stage.index()
      const answers: string[] = []
      for (const name of names) answers.push(await outcomeOf(asks[name](cutOff), stored[name]))
      return answers
    }

    await stage.send(wallet, stage.builder.split({ ...at, quantity: String(2n * ONE) }))
    await stage.send(wallet, stage.builder.placeOrder({ ...at, ...terms, price: 200 }))
    await stage.send(wallet, stage.builder.placeOrder({ ...at, ...terms, price: 100 }))
    for (const clientRef of ['1', '2'])
      await stage.send(other, stage.builder.offerParlay({ ...signerOf(other), ...offer, clientRef }))
    await stage.index()
    await build('takeLate', 'takeBackLate')
    await build('place', 'quote', 'cancel', 'cancelAll', 'split', 'merge', 'offer', 'take', 'takeBack')
    const traded = [
      'place',
      'quote',
      'cancel',
      'cancelAll',
      'split',
      'merge',
      'offer',
      'take',
      'takeBack',
    ] as const
    expect(await said(...traded)).toEqual(traded.map(() => 'kept'))

    // The first order is filled, the second stays.
    const taker = stage.wallet({ alph: 10n * ONE, collateral: 100n * ONE })
    await stage.send(other, stage.builder.placeOrder({ ...byOther, ...terms, outcome: 'no', price: 800 }))
    await stage.send(taker, stage.builder.takeParlay({ ...signerOf(taker), parlayId: 1 }))
    expect(await said('cancel', 'take', 'takeBack')).toEqual([
      'STATE_CONFLICT order_not_open',
      'STATE_CONFLICT already_taken',
      'STATE_CONFLICT already_taken',
    ])

    pass(2 * MINUTE)
    expect(await said('place', 'quote', 'split')).toEqual(Array(3).fill('MARKET_CLOSED closed'))
    expect(await said('takeLate', 'takeBackLate')).toEqual(['STATE_CONFLICT expired', 'kept'])
    // An offer ends no later than its legs.
    expect(await said('offer')).toEqual(['INVALID_REQUEST '])
    expect(await said('merge', 'cancelAll')).toEqual(['kept', 'kept'])
    expect(await outcomeOf(asks.quote(stage.builder), stored.quote)).toBe('MARKET_CLOSED closed')

    await build('submit')
    expect(await said('submit')).toEqual(['kept'])
    await stage.send(other, stage.builder.oracleSubmit({ ...byOther, outcome: 'no' }))
    await build('dispute')
    expect(await said('submit', 'dispute')).toEqual(['STATE_CONFLICT already_submitted', 'kept'])
    const disputer = stage.wallet({ alph: 10n * ONE, collateral: 1_000n * ONE })
    await stage.send(disputer, stage.builder.oracleDispute({ ...signerOf(disputer), marketAddress: a }))
    await build('commit')
    expect(await said('submit', 'dispute', 'commit')).toEqual([
      'STATE_CONFLICT already_submitted',
      'STATE_CONFLICT not_proposed',
      'kept',
    ])
    await stage.send(voter, stored.commit ?? '')
    pass(devnetPeriods.commitMs)
    await build('reveal')
    expect(await said('commit', 'reveal')).toEqual(['STATE_CONFLICT commit_window_closed', 'kept'])
    pass(devnetPeriods.revealMs)
    expect(await said('reveal')).toEqual(['STATE_CONFLICT reveal_window_closed'])

    // Twice too few voted: void.
    await build('merge', 'cancelAll')
    const oracleId = deployment.contracts.oracle.id
    const finalize = finalizeMarket({ oracleId, marketNumber: 1 })
    await stage.call(finalize)
    pass(devnetPeriods.commitMs + devnetPeriods.revealMs)
    await stage.call(finalize)
    expect(await said('merge', 'cancelAll', 'cancel')).toEqual(Array(3).fill('MARKET_CLOSED resolved'))

    // Resolved without a dispute.
    await build('submitOfB')
    await stage.send(other, stage.builder.oracleSubmit({ ...byOther, marketAddress: b, outcome: 'no' }))
    await build('disputeOfB')
    expect(await said('submitOfB', 'disputeOfB')).toEqual(['STATE_CONFLICT already_submitted', 'kept'])
    pass(devnetPeriods.disputeMs)
    expect(await said('disputeOfB')).toEqual(['STATE_CONFLICT dispute_window_closed'])
    await stage.call(finalizeMarket({ oracleId, marketNumber: 2 }))
    expect(await said('submitOfB', 'disputeOfB')).toEqual(Array(2).fill('MARKET_CLOSED resolved'))

    const later = new Date(devnet.clock.nowMs() + 60 * MINUTE).toISOString()
    await stage.send(voter, stage.builder.proposeSingle({ ...signerOf(voter), ...question, endsAt: later }))
    await stage.index()
    const [newest] = await context.database.query<{ id: number; endsAtMs: number }>({
      label: 'test-newest',
      sql: `select p.id, d.ends_at_ms as "endsAtMs" from proposals p join periods d on d.id = p.period_id
        order by p.id desc limit 1`,
      values: [],
    })
    const voteLast = (from: Builder) => from.votingVote({ ...signerOf(voter), proposalId: newest?.id ?? 0 })
    const endsAtMs = Number(newest?.endsAtMs)
    devnet.controls.setTime({ setToMs: endsAtMs - 1 })
    const storedLast = await voteLast(stage.builder)
    expect(await outcomeOf(voteLast(cutOff), storedLast)).toBe('kept')
    devnet.controls.setTime({ setToMs: endsAtMs })
    expect(await outcomeOf(voteLast(cutOff), storedLast)).toBe('STATE_CONFLICT period_over')
    await stage.close()
  })
})
