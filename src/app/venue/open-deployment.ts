import { type Deployment, parseDeploymentFile } from '../../bindings/index.ts'
import { type Config, ConfigError } from '../../config/index.ts'
import type { DeploymentStorage } from '../../deploy/index.ts'
import { deploymentPath, deployOnDevnet, fileStorage } from '../../deploy/index.ts'
import type { OpenNode } from './open-node.ts'

/**
 * Which contracts are the venue. On the embedded devnet they are deployed when they are not there yet; on a real network
 * the deployment file must say so, and the node is not asked: reads must start while it is down.
 */
export async function openDeployment(config: Config, node: OpenNode): Promise<Deployment> {
  const path = deploymentPath(config)
  const storage = fileStorage(path)
  return node.devnet === null ? readDeployment(path, storage) : deployOnDevnet(node.devnet, storage)
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
