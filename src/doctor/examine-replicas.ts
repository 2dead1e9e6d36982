import type { Config } from '../config/index.ts'
import { Bug, Fault } from '../kit/index.ts'
import { type IndexPlace, inspectIndex } from '../store/index.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

/** A block may come between two looks, and another on its way. */
const BEHIND_MAX = 2

/** Whether each of DATABASE_READ_URLS is a standby of DATABASE_URL and keeps up with it. */
export async function examineReplicas({
  databaseUrl,
  readUrls,
}: Pick<Config, 'databaseUrl' | 'readUrls'>): Promise<Finding[]> {
  if (databaseUrl === null || readUrls.length === 0)
    return [skipped('replicas', 'DATABASE_READ_URLS is not set: the database answers everything')]
  const primary = await look(databaseUrl, 'DATABASE_URL')
  if (typeof primary === 'string') return [skipped('replicas', `the primary: ${primary}`)]
  return Promise.all(readUrls.map((url) => examineReplica(url, primary)))
}

async function examineReplica(url: string, primary: IndexPlace): Promise<Finding> {
  const { host } = new URL(url)
  const found = await look(url, 'DATABASE_READ_URLS')
  if (typeof found === 'string')
    return failed(
      'replicas',
      found,
      'start it, and check user, password, host, port and name in DATABASE_READ_URLS; meanwhile the primary answers',
    )
  if (found.epoch !== primary.epoch)
    return failed(
      'replicas',
      `${host} holds another index than DATABASE_URL`,
      'make it a copy of DATABASE_URL (deploy/postgres/replica.sh), or take it out of DATABASE_READ_URLS',
    )
  if (!found.isStandby)
    return warning(
      'replicas',
      `${host} is no standby: it is the primary itself, or was made one`,
      'name a standby of DATABASE_URL there; one that was promoted is copied anew (deploy/postgres/replica.sh)',
    )
  const behind = primary.height - found.height
  return behind > BEHIND_MAX
    ? warning(
        'replicas',
        `${host} is ${behind} blocks behind the primary`,
        'look at its log and at its connection to the primary; one that lost its place is copied anew. Meanwhile the primary answers',
      )
    : ok('replicas', `${host} follows the primary`)
}

/** A sentence when there is nothing to compare. */
async function look(url: string, setting: string): Promise<IndexPlace | string> {
  try {
    return await inspectIndex(url, setting)
  } catch (error) {
    if (error instanceof Fault) return error.message
    if (error instanceof Bug) return `${setting}: ${new URL(url).host} has no tables of a venue`
    throw error
  }
}
