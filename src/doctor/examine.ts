import { join, resolve } from 'node:path'
import { type DeploymentFile, parseDeploymentFile } from '../bindings/index.ts'
import type { Config } from '../config/index.ts'
import { deploymentPath, fileStorage } from '../deploy/index.ts'
import type { Clock } from '../kit/index.ts'
import { examineCounters } from './examine-counters.ts'
import { examineDatabase } from './examine-database.ts'
import { examineDisk } from './examine-disk.ts'
import { examineDoor } from './examine-door.ts'
import { examineNode } from './examine-node.ts'
import { examineReplicas } from './examine-replicas.ts'
import type { Finding } from './finding.ts'

/**
 * Looks at everything a venue stands on without changing any of it: the nodes, the contracts, the keeper's
 * wallet, the database and its replicas, the store of counters, the disk, what the world sees, the clocks.
 * One finding per check; each that fails says what would put it right.
 */
export async function examine(config: Config, clock: Clock): Promise<Finding[]> {
  const isEmbedded = config.nodeUrls.length === 0
  const urls = isEmbedded ? [`http://127.0.0.1:${config.devnetPort}`] : config.nodeUrls
  const venue = await readVenue(config)
  const findings: Finding[] = []
  for (const url of urls)
    findings.push(
      ...(await examineNode({ ...config, url, apiKey: config.nodeApiKey, isEmbedded, venue, clock })),
    )
  findings.push(...(await examineDatabase(databaseOptions(config), clock)))
  findings.push(...(await examineReplicas(config)))
  findings.push(await examineCounters(config), examineDisk(config.dataDir))
  findings.push(...(await examineDoor(config, venue)))
  return findings
}

/** What a doctor in one place cannot see; the operator looks there. */
export const unseen: readonly string[] = [
  'the database server’s own disk and its backups',
  'the certificate’s last day',
  'the settings of other processes: the same SECRET_KEYS and deployment file everywhere',
  'whether an indexer and a keeper run (sibyl_leading)',
]

/** Which contracts are the venue, or a sentence about why that is not known. */
async function readVenue(config: Config): Promise<DeploymentFile | string> {
  const path = deploymentPath(config)
  let text: string | null
  try {
    text = await fileStorage(path).read()
  } catch (error) {
    return `the deployment file ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
  }
  if (text === null) return `there is no deployment file ${path}`
  const file = parseDeploymentFile(text)
  if (typeof file === 'string') return `the deployment file ${path} cannot be used: ${file}`
  return file.deployment === null ? `the deployment in ${path} was begun and not finished` : file
}

function databaseOptions({ databaseUrl, dataDir }: Config) {
  return databaseUrl === null
    ? ({ kind: 'embedded', folder: join(resolve(dataDir), 'database') } as const)
    : ({ kind: 'server', url: databaseUrl } as const)
}
