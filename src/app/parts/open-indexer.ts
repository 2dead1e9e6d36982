import { createIndexer } from '../../indexer/index.ts'
import { createCatchingUp } from './catching-up.ts'
import type { Ground } from './ground.ts'

/** Follows the chain. Of several on one database one leads; the others take over when it is gone. */
export async function openIndexer({
  config,
  telemetry,
  stops,
  halt,
  troubles,
  onFeedGrown,
  name,
  database,
  node,
  venue,
  clock,
}: Ground): Promise<void> {
  const { chain, devnet } = node
  const showProgress = createCatchingUp(process.stderr, (progress) =>
    telemetry.observeApp({ kind: 'catching-up', ...progress }),
  )
  const indexer = createIndexer({
    chain,
    database,
    venue: {
      vault: venue.contracts.vault.address,
      voting: venue.contracts.voting.address,
      oracle: venue.contracts.oracle.address,
      parlays: venue.contracts.parlays.address,
      desk: venue.contracts.desk.address,
    },
    clock,
    networkId: venue.networkId,
    startHeight: devnet === null ? config.indexStartHeight : 0,
    name,
    isNodeAuthority: devnet !== null,
    feed: { retentionMs: config.feedRetentionHours * 3_600_000, confirmations: config.confirmations },
    // Asking a node in this process costs nothing, and whoever tries the venue wants to see its order at once.
    ...(devnet !== null && { limits: { pollMs: 50 } }),
    observe: (observation) => {
      telemetry.observeIndexer(observation)
      showProgress(observation)
      if (observation.kind === 'applied' || observation.kind === 'undone')
        for (const grown of onFeedGrown) grown()
      if (observation.kind === 'halted') halt(`the indexer halted: ${observation.reason}`)
    },
  })
  telemetry.metrics.followLeader('indexer', () => indexer.status().isLeading)
  troubles.push(() => indexer.status().troubleReason)
  indexer.start()
  stops.add('indexer', () => indexer.stop())
}
