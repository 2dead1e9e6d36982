import { deployMarket } from '../../bindings/index.ts'
import { listUndeployedProposals } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

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
