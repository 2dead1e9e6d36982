import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT, PROPOSAL_DEPOSIT } from '../deposit.ts'
import { type LegTexts, legsToHex, metadataToHex, tagsToHex, textToHex } from '../proposal-codec.ts'

export interface ProposeSingle {
  readonly votingId: string
  readonly question: string
  readonly category: string
  readonly endsAtMs: number
  readonly rules: string | null
  readonly resolutionSources: string | null
  readonly imageUrl: string | null
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly deadlineMs: number
}

/** Proposes one market: its deposit, the proposal's entry and perhaps the period's. */
export function proposeSingle(proposal: ProposeSingle): ContractCall {
  return callScript({
    contract: 'Voting',
    contractId: proposal.votingId,
    method: 'proposeSingle',
    args: {
      question: textToHex(proposal.question),
      category: textToHex(proposal.category),
      endsAt: BigInt(proposal.endsAtMs),
      rules: textToHex(proposal.rules),
      resolutionSources: textToHex(proposal.resolutionSources),
      imageUrl: textToHex(proposal.imageUrl),
      tags: tagsToHex(proposal.tags),
      metadata: metadataToHex(proposal.metadata),
      deadline: BigInt(proposal.deadlineMs),
    },
    attoAlph: PROPOSAL_DEPOSIT + 2n * ENTRY_DEPOSIT,
  })
}

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

/** Supports a proposal of the open period with the caller's tier weight. */
export function castVote(call: {
  readonly votingId: string
  readonly proposalId: number
  /** What the id stands for. */
  readonly subject: string
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Voting',
    contractId: call.votingId,
    method: 'vote',
    args: {
      proposalId: BigInt(call.proposalId),
      subject: call.subject,
      deadline: BigInt(call.deadlineMs),
    },
  })
}

/** Accepts and rejects the proposals of a period that is over; anybody may call it, once. */
export function freezePeriod(call: { readonly votingId: string; readonly periodId: number }): ContractCall {
  return callScript({
    contract: 'Voting',
    contractId: call.votingId,
    method: 'freeze',
    args: { periodId: BigInt(call.periodId) },
  })
}

/** Deploys the next market of an accepted proposal, the first time also its event; anybody may call it. */
export function deployMarket(call: { readonly votingId: string; readonly proposalId: number }): ContractCall {
  return callScript({
    contract: 'Voting',
    contractId: call.votingId,
    method: 'deploy',
    args: { proposalId: BigInt(call.proposalId) },
  })
}

/** Returns what is left of a proposal's deposit and removes its entry; anybody may call it, once. */
export function refundProposal(call: {
  readonly votingId: string
  readonly proposalId: number
}): ContractCall {
  return callScript({
    contract: 'Voting',
    contractId: call.votingId,
    method: 'refund',
    args: { proposalId: BigInt(call.proposalId) },
  })
}
