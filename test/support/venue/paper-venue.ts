import {
  contractsOfVenue,
  type Deployment,
  standardBonds,
  standardPeriods,
  standardQuorum,
} from '../../../src/bindings/index.ts'
import { type Builder, createBuilder } from '../../../src/builder/index.ts'
import { type Chain, connectNode } from '../../../src/chain/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { createSaltBox, type RelayRequest, relayReveal } from '../../../src/keeper/index.ts'
import { type Clock, systemClock, systemRandom } from '../../../src/kit/index.ts'
import type { Database } from '../../../src/store/index.ts'

/** A venue that is on no chain: for what must work, or be refused, before any node is asked. */
export const paperDeployment: Deployment = {
  networkId: 4,
  genesisHash: '00'.repeat(32),
  group: 0,
  treasury: '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH',
  periods: standardPeriods,
  ...standardBonds(ONE),
  ...standardQuorum,
  tokens: {
    collateral: { id: `${'c0'.repeat(31)}00`, name: 'Devnet Dollar', symbol: 'DUSD', decimals: 18 },
    stake: { id: `${'5a'.repeat(31)}00`, name: 'Devnet Sibyl', symbol: 'DSIB', decimals: 18 },
  },
  contracts: contractsOfVenue(`${'ab'.repeat(31)}00`),
}

/** A node that refuses every connection. */
export const absentNode = (): Chain =>
  connectNode({
    url: 'http://127.0.0.1:9',
    group: 0,
    clock: systemClock,
    fetch: async () => {
      throw new TypeError('fetch failed')
    },
  })

export const paperBuilder = (database: Database, clock: Clock): Builder =>
  createBuilder({
    database,
    chain: absentNode(),
    clock,
    venue: paperDeployment,
    confirmations: 10,
    observe: () => {},
  })

/** The relay over the same absent node. */
export const paperRelay =
  (database: Database, clock: Clock) =>
  (request: RelayRequest): Promise<{ readonly id: number; readonly voter: string }> =>
    relayReveal(request, {
      database,
      chain: absentNode(),
      clock,
      venue: paperDeployment,
      saltBox: createSaltBox(['a secret for tests, long enough to be one'], systemRandom),
    })
