import type { Client, Market } from '../../client/index.ts'
import { cleanText } from '../../domain/index.ts'
import { findMarket } from './find-market.ts'

/** A leg means nothing without the question of its event. */
export function titleOf({ question, masterQuestion }: Pick<Market, 'question' | 'masterQuestion'>): string {
  return cleanText(masterQuestion === null ? question : `${masterQuestion} ${question}`)
}

/** Markets of one page: most wallets hold nothing but newer ones. */
const pageMax = 200

/** The titles of markets by their numbers: one page of all, and the few others one by one. */
export async function titlesOf(client: Client, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const titles = new Map<number, string>()
  if (ids.length === 0) return titles
  const { markets } = await client.markets.list({ status: 'all', sort: 'created-at', limit: pageMax })
  for (const market of markets) titles.set(market.id, titleOf(market))
  for (const id of new Set(ids))
    if (!titles.has(id)) titles.set(id, titleOf(await findMarket(client, String(id))))
  return titles
}
