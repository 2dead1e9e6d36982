import type { ContractEvent, OracleEvent, SubmissionClosed, VoteChoice } from '../../domain/index.ts'
import { unreachable } from '../../kit/index.ts'
import { nameEvent } from '../event-fields.ts'
import { wordOf } from './word-of.ts'

/** An event of the oracle, or null when it is none of its own. */
export function decodeOracleEvent(raw: ContractEvent): OracleEvent | null {
  const event = nameEvent('Oracle', raw)
  if (event === null) return null
  const marketId = event.number('marketId')
  switch (event.name) {
    case 'OutcomeSubmitted':
      return {
        type: event.name,
        marketId,
        submission: event.number('submission'),
        submitter: event.address('submitter'),
        outcome: event.number('outcome') === 1 ? 1 : 2,
        bond: event.u256('bond'),
        disputeEndsAtMs: event.number('disputeEndsAt'),
      }
    case 'OutcomeDisputed':
      return {
        type: event.name,
        marketId,
        submission: event.number('submission'),
        disputer: event.address('disputer'),
        outcome: choiceOf(event.number('outcome')),
        bond: event.u256('bond'),
        appeal: event.number('appeal'),
      }
    case 'BondLowered':
      return {
        type: event.name,
        marketId,
        submission: event.number('submission'),
        holder: event.address('holder'),
        bond: event.u256('bond'),
        returned: event.u256('returned'),
      }
    case 'RoundOpened':
      return {
        type: event.name,
        marketId,
        round: event.number('round'),
        submission: event.number('submission'),
        attempt: event.number('attempt'),
        appeal: event.number('appeal'),
        commitEndsAtMs: event.number('commitEndsAt'),
        revealEndsAtMs: event.number('revealEndsAt'),
        quorum: event.number('quorum'),
      }
    case 'VoteCommitted':
      return {
        type: event.name,
        marketId,
        round: event.number('round'),
        voter: event.address('voter'),
        commitHash: event.bytes('commitHash'),
        weight: event.number('weight'),
        stake: event.u256('stake'),
        slash: event.u256('slash'),
      }
    case 'VoteRevealed':
      return {
        type: event.name,
        marketId,
        round: event.number('round'),
        voter: event.address('voter'),
        vote: choiceOf(event.number('vote')),
        salt: event.bytes('salt'),
        weight: event.number('weight'),
      }
    case 'RoundFinalized':
      return {
        type: event.name,
        marketId,
        round: event.number('round'),
        result: event.number('result') === 0 ? null : choiceOf(event.number('result')),
        weightYes: event.number('weightYes'),
        weightNo: event.number('weightNo'),
        weightEarly: event.number('weightEarly'),
        wallets: event.number('wallets'),
        appealEndsAtMs: event.number('appealEndsAt') === 0 ? null : event.number('appealEndsAt'),
      }
    case 'BondSettled':
      return {
        type: event.name,
        marketId,
        submission: event.number('submission'),
        place: event.number('place'),
        holder: event.address('holder'),
        bond: event.u256('bond'),
        paid: event.u256('paid'),
      }
    case 'SubmissionClosed':
      return {
        type: event.name,
        marketId,
        submission: event.number('submission'),
        result: resultOf(event.number('result')),
        winners: event.number('winners'),
        stakePool: event.u256('stakePool'),
        bondPool: event.u256('bondPool'),
        toTreasury: event.u256('toTreasury'),
      }
    case 'SlashesForfeited':
      return {
        type: event.name,
        marketId,
        submission: event.number('submission'),
        amount: event.u256('amount'),
      }
    case 'CommitWorkedOff':
      return {
        type: event.name,
        marketId,
        round: event.number('round'),
        voter: event.address('voter'),
        slashed: event.u256('slashed'),
        stakeReward: event.u256('stakeReward'),
        bondReward: event.u256('bondReward'),
      }
    case 'RoundClosed':
      return { type: event.name, marketId, round: event.number('round') }
    default:
      return unreachable(event)
  }
}

const choices: readonly VoteChoice[] = [1, 2, 3]

function choiceOf(value: number): VoteChoice {
  return wordOf(choices, value - 1)
}

const results = ['yes', 'no', 'too-early', 'void'] as const

function resultOf(value: number): SubmissionClosed['result'] {
  return wordOf(results, value - 1)
}
