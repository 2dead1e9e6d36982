import { refundProposal } from '../../bindings/index.ts'
import { listRefundableProposals } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/** What is left of a decided proposal's deposit goes back to its proposer. */
export const refundProposals: Duty = {
  name: 'refund-proposals',
  async list({ database, venue, limit }) {
    const ids = await listRefundableProposals(database, limit)
    return ids.map((proposalId) => ({
      key: `refund ${proposalId}`,
      call: refundProposal({ votingId: venue.contracts.voting.id, proposalId }),
    }))
  },
}
