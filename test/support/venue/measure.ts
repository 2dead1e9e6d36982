import type { ContractCall } from '../../../src/bindings/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { legsOf } from './calls.ts'
import { runningRound, saltOf } from './dispute.ts'
import { openHost } from './host.ts'
import { endPeriod, endsSoon, lastProposal } from './period.ts'
import { openVenue } from './venue.ts'
import type { Wallet } from './wallet.ts'

/** What one call costs: gas of the whole transaction as the node estimates it, and what happens to the caller's ALPH. */
export interface GasRow {
  readonly call: string
  readonly gas: number
  /** ALPH that stays in contracts; negative when deposits come back to the caller. */
  readonly deposit: bigint
  readonly fee: bigint
}

/** Every call of vault, voting and oracle once, in an order in which they make sense. */
export async function measureGovernance(): Promise<readonly GasRow[]> {
  const venue = await openVenue(await openHost(), 'measure')
  const { calls, host } = venue
  const rows: GasRow[] = []
  const measure = async (name: string, wallet: Wallet, call: ContractCall) => {
    const before = await venue.balance(wallet.address)
    const receipt = await venue.send(wallet, call)
    const after = await venue.balance(wallet.address)
    const deposit = before.alph - after.alph - receipt.gasFee
    rows.push({ call: name, gas: receipt.gasAmount, deposit, fee: receipt.gasFee })
    return receipt
  }

  const proposer = await venue.wallet({ stake: 2_000_000n * ONE })
  await measure('vault deposit, first', proposer, calls.deposit(60_000n * ONE))
  await measure('vault deposit, further', proposer, calls.deposit(940_000n * ONE))
  const voters: Wallet[] = []
  for (let i = 0; i < 4; i++) voters.push(await venue.staker(1_000_000n))
  const [first, second, third, fourth] = voters as [Wallet, Wallet, Wallet, Wallet]

  const endsAtMs = endsSoon(venue) + host.periods.votingMs
  await measure('propose single, opening a period', proposer, calls.proposeSingle({ endsAtMs }))
  await measure('propose single', proposer, calls.proposeSingle({ endsAtMs }))
  await measure('propose linked, 2 legs', proposer, calls.proposeLinked({ endsAtMs }))
  await measure('propose linked, 20 legs', proposer, calls.proposeLinked({ endsAtMs, legs: legsOf(20) }))
  const last = await lastProposal(venue)
  await measure('vote, first of a period', first, calls.vote(last - 1))
  await measure('vote', first, calls.vote(last - 3))
  await measure('vote for one among the best', second, calls.vote(last - 1))
  await measure('freeze a period, 2 accepted', venue.bank, calls.freeze(await endPeriod(venue)))
  await measure('deploy a market with its event', venue.bank, calls.deploy(last - 1))
  await measure('deploy a market', venue.bank, calls.deploy(last - 1))
  await venue.send(venue.bank, calls.deploy(last - 3))
  await measure('refund, accepted', venue.bank, calls.refund(last - 1))
  await measure('refund, rejected', venue.bank, calls.refund(last))
  await venue.send(venue.bank, calls.refund(last - 3))
  await measure('refund, the last of a period', venue.bank, calls.refund(last - 2))

  host.passTimeUntil(endsAtMs)
  const submitter = await venue.wallet({ collateral: 1_000n * ONE })
  const disputer = await venue.wallet({ collateral: 1_000n * ONE })
  await measure('submit an outcome', submitter, calls.submit(1, 'yes'))
  await measure('dispute it', disputer, calls.dispute(1, 1))
  const { round, entry } = await runningRound(venue, 1)
  const ballot = (voter: Wallet, vote: 1 | 2) =>
    ({ marketNumber: 1, round, voter: voter.address, vote, salt: saltOf(1) }) as const
  await measure('commit', first, calls.commit(ballot(first, 1)))
  for (const voter of [second, third]) await venue.send(voter, calls.commit(ballot(voter, 1)))
  await venue.send(fourth, calls.commit(ballot(fourth, 2)))
  host.passTimeUntil(Number(entry.commitEndsAt))
  await measure('reveal, own', first, calls.reveal(ballot(first, 1)))
  await measure('reveal for another', venue.bank, calls.reveal(ballot(second, 1)))
  await venue.send(venue.bank, calls.reveal(ballot(third, 1)))
  host.passTimeUntil(Number(entry.revealEndsAt))
  await measure('finalize a round with a result', venue.bank, calls.finalize(1))
  const appellants = [
    await venue.wallet({ collateral: 1_000n * ONE }),
    await venue.wallet({ collateral: 1_000n * ONE }),
  ]
  await measure('appeal it', appellants[0]!, calls.dispute(1, 1, { round, maxBond: 200n * ONE }))
  host.passTimeUntil(Number((await runningRound(venue, 1)).entry.revealEndsAt))
  await measure('finalize an appeal’s round', venue.bank, calls.finalize(1))
  await venue.send(appellants[1]!, calls.dispute(1, 1, { round: round + 1, maxBond: 400n * ONE }))
  host.passTimeUntil(Number((await runningRound(venue, 1)).entry.revealEndsAt))
  await measure('finalize the second appeal’s round, and the case', venue.bank, calls.finalize(1))
  await measure('work off a loser', venue.bank, calls.workOff(1, round, fourth.address))
  await measure('work off a winner', venue.bank, calls.workOff(1, round, first.address))
  await venue.send(venue.bank, calls.workOff(1, round, second.address))
  await measure('work off the last of a round', venue.bank, calls.workOff(1, round, third.address))

  await venue.send(submitter, calls.submit(2, 'yes'))
  await venue.send(disputer, calls.dispute(2, 1))
  for (const name of ['finalize a round without result', 'finalize into void']) {
    host.passTimeUntil(Number((await runningRound(venue, 2)).entry.revealEndsAt))
    await measure(name, venue.bank, calls.finalize(2))
  }
  await venue.send(submitter, calls.submit(3, 'yes'))
  host.passTimeUntil(host.nowMs() + host.periods.disputeMs)
  await measure('finalize, undisputed', venue.bank, calls.finalize(3))

  await measure('vault unlock', proposer, calls.unlock(1_000_000n * ONE))
  host.passTimeUntil(host.nowMs() + host.periods.unlockMs)
  await measure('vault withdraw, the whole stake', proposer, calls.withdraw())
  return rows
}
