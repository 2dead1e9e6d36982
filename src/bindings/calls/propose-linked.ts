import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT, PROPOSAL_DEPOSIT } from '../deposit.ts'
import { type LegTexts, legsToHex, tagsToHex, textToHex } from '../proposal-codec.ts'

export interface ProposeLinked {
  readonly votingId: string
  readonly masterQuestion: string
  readonly masterImageUrl: string | null
  readonly category: string
  readonly endsAtMs: number
  readonly rules: string | null
  readonly resolutionSources: string | null
  readonly tags: readonly string[]
  readonly legs: readonly LegTexts[]
  readonly deadlineMs: number
}

/** Proposes one event with a market per leg: a deposit per market, the proposal's entry and perhaps the period's. */
export function proposeLinked(proposal: ProposeLinked): ContractCall {
  const legCount = BigInt(proposal.legs.length)
  return callScript({
    contract: 'Voting',
    contractId: proposal.votingId,
    method: 'proposeLinked',
    args: {
      masterQuestion: textToHex(proposal.masterQuestion),
      masterImageUrl: textToHex(proposal.masterImageUrl),
      category: textToHex(proposal.category),
      endsAt: BigInt(proposal.endsAtMs),
      rules: textToHex(proposal.rules),
      resolutionSources: textToHex(proposal.resolutionSources),
      tags: tagsToHex(proposal.tags),
      legCount,
      legs: legsToHex(proposal.legs),
      deadline: BigInt(proposal.deadlineMs),
    },
    attoAlph: PROPOSAL_DEPOSIT * legCount + 2n * ENTRY_DEPOSIT,
  })
}
