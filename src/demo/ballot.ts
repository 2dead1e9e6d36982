import { type CommitSecret, commitHash } from '../bindings/index.ts'
import { bytesToHex, createSeededRandom } from '../kit/index.ts'

/** A juror's sealed vote. Its salt follows from who votes on what, as the wallets' keys do: nothing needs to be kept. */
export function ballotOf(
  name: string,
  { marketId, round, voter, vote }: Omit<CommitSecret, 'salt'>,
): { readonly salt: string; readonly commitHash: string } {
  const random = createSeededRandom(`sibyl demo ballot ${name} ${marketId} ${round}`)
  const salt = bytesToHex(random.bytes(32))
  return { salt, commitHash: commitHash({ marketId, round, voter, vote, salt }) }
}
