import { sign } from '../alephium/index.ts'
import {
  type Deployment,
  devnetPeriods,
  devTokenLabels,
  standardBonds,
  standardQuorum,
  unitOf,
} from '../bindings/index.ts'
import { connectNode } from '../chain/index.ts'
import { ConfigError } from '../config/index.ts'
import type { Devnet } from '../devnet/index.ts'
import { monotonicClock, sleep } from '../kit/index.ts'
import { DeploymentRefused, type DeploymentStorage, deployVenue, patientLimits } from './deploy-venue.ts'
import { VENUE_GROUP } from './network-parameters.ts'

/** The devnet's wallet of the venue's group pays and is the treasury: everybody knows its key, and the money is nobody's. */
export async function deployOnDevnet(devnet: Devnet, storage: DeploymentStorage): Promise<Deployment> {
  const wallet = devnet.wallets.find(({ group }) => group === VENUE_GROUP)
  if (wallet === undefined) throw new ConfigError(['the devnet has no wallet in the venue’s group'])
  try {
    return await deployVenue({
      chain: connectNode({
        url: devnet.url,
        group: VENUE_GROUP,
        clock: monotonicClock,
        fetch: devnet.fetch,
        limits: patientLimits,
      }),
      deployer: {
        address: wallet.address,
        publicKey: wallet.publicKey,
        sign: async (txId) => sign(txId, wallet.privateKey),
      },
      parameters: {
        group: VENUE_GROUP,
        treasury: wallet.address,
        periods: devnetPeriods,
        ...standardBonds(unitOf(devTokenLabels.collateral)),
        ...standardQuorum,
        tokens: null,
      },
      storage,
      clock: monotonicClock,
      sleep,
    })
  } catch (error) {
    if (error instanceof DeploymentRefused) throw new ConfigError([`DATA_DIR: ${error.message}`])
    throw error
  }
}
