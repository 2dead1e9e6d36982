import { addressFromPublicKey, groupOfAddress, publicKeyFromPrivateKey, sign } from '../../alephium/index.ts'
import { type OpenNode, openNode } from '../../app/index.ts'
import { NodeRefused } from '../../chain/index.ts'
import { type Config, ConfigError } from '../../config/index.ts'
import {
  type Deployer,
  DeploymentRefused,
  type DeployProgress,
  type DeployTerms,
  deploymentPath,
  deployVenue,
  fileStorage,
  isOnNetwork,
  parametersFor,
  patientLimits,
  readToken,
  tokensFor,
  VENUE_GROUP,
} from '../../deploy/index.ts'
import { monotonicClock, sleep } from '../../kit/index.ts'

/**
 * Deploys a venue, goes on with one that was cut off, or finds that it stands. The key of DEPLOYER_KEY signs and is kept
 * nowhere; a devnet has a wallet whose key everybody knows.
 */
export async function deploy(
  config: Config,
  options: DeployTerms & { readonly say: (text: string) => void },
): Promise<void> {
  if (config.nodeUrls.length === 0 && options.network !== 'devnet')
    throw new ConfigError([`ALEPHIUM_NODE_URL: ${options.network} needs a full node to deploy through`])
  const node = await openNode(config, { limits: patientLimits })
  try {
    const { networkId } = await node.chain.getNodeFacts()
    if (!isOnNetwork(options.network, networkId))
      throw new ConfigError([
        `ALEPHIUM_NODE_URL: the node is on network ${networkId}, not on ${options.network}`,
      ])
    const deployer = deployerOf(config, options, node)
    const tokens = await tokensFor(options, (id) => readToken(node.chain, id))
    if (typeof tokens === 'string') throw new ConfigError([tokens])
    const parameters = parametersFor(options, { address: deployer.address, group: VENUE_GROUP }, tokens)
    if (typeof parameters === 'string') throw new ConfigError([parameters])
    const path = deploymentPath(config)
    const { contracts } = await deployVenue({
      chain: node.chain,
      deployer,
      parameters,
      storage: fileStorage(path),
      clock: monotonicClock,
      sleep,
      report: (progress) => options.say(lineOf(progress)),
    })
    options.say(`The venue stands: ${contracts.venue.address}`)
    options.say(`Its contracts are in ${path}`)
    if (options.network !== 'devnet')
      options.say(
        `Nobody can buy native coin for collateral there yet: call addLiquidity of ${contracts.desk.address}, ` +
          'with minCollateral and maxCollateral both what the coins are worth',
      )
  } catch (error) {
    if (error instanceof DeploymentRefused) throw new ConfigError([error.message])
    if (error instanceof NodeRefused) throw new ConfigError([`the node refused: ${error.detail}`])
    throw error
  } finally {
    await node.stop()
  }
}

function deployerOf(config: Config, { network }: DeployTerms, { devnet }: OpenNode): Deployer {
  const known = devnet?.wallets.find(({ group }) => group === VENUE_GROUP)?.privateKey
  const key = config.deployerKey ?? (network === 'devnet' ? known : undefined)
  if (key === undefined)
    throw new ConfigError(['DEPLOYER_KEY: set it to the private key (hex) of the wallet that pays'])
  const publicKey = publicKeyFromPrivateKey(key)
  const address = addressFromPublicKey(publicKey)
  const group = groupOfAddress(address)
  if (group !== VENUE_GROUP)
    throw new ConfigError([
      `DEPLOYER_KEY: its address ${address} is in group ${group}, the venue's contracts live in group ${VENUE_GROUP}; use a key of that group`,
    ])
  return { address, publicKey, sign: async (txId) => sign(txId, key) }
}

function lineOf({ index, count, step, state, contractAddress, txId }: DeployProgress): string {
  const what = { found: 'was there already', sent: `sent ${txId}`, done: 'done' }[state]
  return `${String(index + 1).padStart(2)}/${count}  ${step.padEnd(17)} ${contractAddress}  ${what}`
}
