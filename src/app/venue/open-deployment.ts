import { sign } from '@alephium/web3'
import {
  type Deployment,
  devnetPeriods,
  parseDeploymentFile,
  standardBond,
  standardQuorum,
} from '../../bindings/index.ts'
import { sleep, systemClock } from '../../kit/index.ts'
import { type Config, ConfigError } from '../config.ts'
import { DeploymentRefused, type DeploymentStorage, deployVenue } from '../deploy/deploy-venue.ts'
import { deploymentPath, fileStorage } from '../deploy/file-storage.ts'
import { type OpenNode, VENUE_GROUP } from './open-node.ts'

/**
 * Which contracts are the venue. On the embedded devnet they are deployed when they are not there yet; on a real network
 * the deployment file must say so, and the node is not asked: reads must start while it is down.
 */
export async function openDeployment(config: Config, node: OpenNode): Promise<Deployment> {
  const path = deploymentPath(config)
  const storage = fileStorage(path)
  return node.devnet === null ? readDeployment(path, storage) : deployOnDevnet(node, storage)
}

async function readDeployment(path: string, storage: DeploymentStorage): Promise<Deployment> {
  const text = await storage.read()
  if (text === null)
    throw new ConfigError([
      `DEPLOYMENT_FILE: there is no file ${path}; it says which contracts are the venue`,
    ])
  const file = parseDeploymentFile(text)
  if (typeof file === 'string') throw new ConfigError([`DEPLOYMENT_FILE: ${path} cannot be used: ${file}`])
  if (file.deployment === null)
    throw new ConfigError([`DEPLOYMENT_FILE: the deployment in ${path} was begun and not finished`])
  return file.deployment
}

/** The devnet's wallet of the venue's group pays and is the treasury: everybody knows its key, and the money is nobody's. */
async function deployOnDevnet({ devnet, chain }: OpenNode, storage: DeploymentStorage): Promise<Deployment> {
  const wallet = devnet?.wallets.find(({ group }) => group === VENUE_GROUP)
  if (wallet === undefined) throw new ConfigError(['the devnet has no wallet in the venue’s group'])
  try {
    return await deployVenue({
      chain,
      deployer: {
        address: wallet.address,
        publicKey: wallet.publicKey,
        sign: async (txId) => sign(txId, wallet.privateKey),
      },
      parameters: {
        group: VENUE_GROUP,
        treasury: wallet.address,
        periods: devnetPeriods,
        bond: standardBond,
        ...standardQuorum,
        tokens: null,
      },
      storage,
      clock: systemClock,
      sleep,
    })
  } catch (error) {
    if (error instanceof DeploymentRefused) throw new ConfigError([`DATA_DIR: ${error.message}`])
    throw error
  }
}
