import { deployMarket, freezePeriod, refundProposal } from '../../bindings/index.ts'
import { listEndedPeriods, listRefundableProposals, listUndeployedProposals } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/** A voting period that is over: its winners are accepted, all others rejected. */
export const freezePeriods: Duty = {
  name: 'freeze-periods',
  async list({ database, venue, nowMs, limit }) {
    const ids = await listEndedPeriods(database, nowMs, limit)
    return ids.map((periodId) => ({
      key: `freeze ${periodId}`,
      call: freezePeriod({ votingId: venue.contracts.voting.id, periodId }),
    }))
  },
}

/** The next market of an accepted proposal; its other legs follow once this one is seen in a block. */
export const deployMarkets: Duty = {
  name: 'deploy-markets',
  async list({ database, venue, limit }) {
    const ids = await listUndeployedProposals(database, limit)
    return ids.map((proposalId) => ({
      key: `deploy ${proposalId}`,
      call: deployMarket({ votingId: venue.contracts.voting.id, proposalId }),
    }))
  },
}

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
