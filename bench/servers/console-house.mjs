import { fileURLToPath } from 'node:url'
import { createResponseCache } from '../../dist/api/index.js'
import { openDatabase } from '../../dist/store/index.js'
import { startApi } from './compose.mjs'

/** The API with its console over the PostgreSQL database that bench/reads.ts filled. Nothing is kept: every page is read anew. */
process.once('SIGTERM', () => process.exit(0))
const token = (symbol) => ({ id: symbol.charCodeAt(0).toString(16).repeat(32), symbol, decimals: 18 })
const minute = 60_000
await startApi(
  await openDatabase({ kind: 'server', url: process.env.BENCH_DATABASE_URL }),
  process.env.BENCH_SECRET,
  {
    consoleFolder: fileURLToPath(new URL('../../dist/console/', import.meta.url)),
    parts: {
      cache: createResponseCache(0),
      // What the page's first question is answered with; nobody submits anything here.
      node: { url: 'http://127.0.0.1:1', tip: async () => null },
      terms: { confirmations: 1, maxIndexLagMs: minute },
      venue: {
        networkId: 4,
        group: 0,
        tokens: { collateral: token('DUSD'), stake: token('DSIB') },
        contracts: {},
        periods: {
          votingMs: minute,
          minTradingMs: minute,
          disputeMs: minute,
          commitMs: minute,
          revealMs: minute,
          appealMs: minute,
          unlockMs: minute,
        },
        bond: 10n ** 20n,
        bondMax: 10n ** 22n,
        quorumWeight: 60,
        quorumWallets: 3,
      },
    },
  },
)
