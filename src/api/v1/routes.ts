import { health } from '../operations/health.ts'
import { metrics } from '../operations/metrics.ts'
import { ready } from '../operations/ready.ts'
import type { Route } from '../route.ts'
import { createChallenge } from './auth/create-challenge.ts'
import { listKeys } from './auth/list-keys.ts'
import { mintKey } from './auth/mint-key.ts'
import { revokeKey } from './auth/revoke-key.ts'
import { listTrades } from './markets/list-trades.ts'

/** Every route of the service. The server registers exactly these, and the OpenAPI describes exactly these. */
export const routes: readonly Route[] = [
  createChallenge,
  mintKey,
  listKeys,
  revokeKey,

  listTrades,

  health,
  ready,
  metrics,
]
