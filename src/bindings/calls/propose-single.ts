import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT, PROPOSAL_DEPOSIT } from '../deposit.ts'
import { metadataToHex, tagsToHex, textToHex } from '../proposal-codec.ts'

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
