import { workOffCommit } from '../../bindings/index.ts'
import { listUnworkedCommits } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/** A voter of a finished round is slashed or rewarded. */
export const workOffCommits: Duty = {
  name: 'work-off-commits',
  async list({ database, venue, limit }) {
    const commits = await listUnworkedCommits(database, limit)
    return commits.map(({ marketId, round, voter }) => ({
      key: `work-off ${marketId} ${round} ${voter}`,
      call: workOffCommit({ oracleId: venue.contracts.oracle.id, marketNumber: marketId, round, voter }),
    }))
  },
}
