import { findCheckpoint } from '../chain/checkpoint.ts'
import { createDatabase } from '../create-database.ts'
import { findFeedHead } from '../feed/feed-head.ts'
import { assertAddress, assertServer } from '../open-database.ts'
import { isStandby } from './is-standby.ts'
import { createServerDriver } from './server-driver.ts'

/** Which index a server holds and how far it is. */
export interface IndexPlace {
  /** Whether it follows another server. */
  readonly isStandby: boolean
  readonly epoch: string
  /** 0 before the first block. */
  readonly height: number
}

/** Looks without changing anything. A server that cannot be used is a Fault, one without our tables a Bug. */
export async function inspectIndex(url: string, setting: string): Promise<IndexPlace> {
  assertAddress(url, setting)
  const driver = createServerDriver({ url }, () => undefined)
  try {
    await assertServer(driver, { url }, setting)
    const { points } = createDatabase(driver, () => undefined)
    const { epoch } = await findFeedHead(points)
    const checkpoint = await findCheckpoint(points)
    return { isStandby: await isStandby(points), epoch, height: checkpoint?.height ?? 0 }
  } finally {
    await driver.close()
  }
}
