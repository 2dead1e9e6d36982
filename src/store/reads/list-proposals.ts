import type { Lister } from '../database.ts'
import { counted } from './counted.ts'
import { allOf, type Fragment, sql } from './fragment.ts'
import { type ListPage, listPage, type PageRequest, type SortKey } from './list-page.ts'
import { proposalRecord } from './records.ts'

export const proposalSorts = ['created-at', 'vote-count', 'unique-voters'] as const

export interface ProposalFilter {
  readonly status: 'pending' | 'accepted' | 'rejected' | 'all'
  readonly category?: string | undefined
  readonly proposer?: string | undefined
  readonly activePeriodOnly: boolean
  readonly sort: (typeof proposalSorts)[number]
  readonly order: 'asc' | 'desc'
}

const keys: Readonly<Record<ProposalFilter['sort'], SortKey | null>> = {
  'created-at': null,
  'vote-count': { column: sql`q.vote_count`, type: 'numeric' },
  'unique-voters': { column: sql`q.unique_voters`, type: 'bigint' },
}

const allStatuses = ['pending', 'accepted', 'rejected'] as const

/** A period is active at the served block's time, not at the reader's. */
const inActivePeriod = sql`
  q.period_id in (
    select d.id
    from periods d, checkpoint c
    where d.starts_at_ms <= c.timestamp_ms and c.timestamp_ms < d.ends_at_ms and d.frozen_at_ms is null)`

export function listProposals(db: Lister, filter: ProposalFilter, page: PageRequest): Promise<ListPage> {
  const where = [
    ...(filter.status === 'all' ? [] : [sql`q.status = ${filter.status}`]),
    ...(filter.category === undefined ? [] : [sql`q.category = ${filter.category}`]),
    ...(filter.proposer === undefined ? [] : [sql`q.proposer = ${filter.proposer}`]),
    ...(filter.activePeriodOnly ? [inActivePeriod] : []),
  ]
  const key = keys[filter.sort]
  return listPage(
    db,
    {
      label: 'list-proposals',
      from: sql`proposals q`,
      where,
      id: sql`q.id`,
      ...(key ? { key } : {}),
      order: filter.order,
      recordFrom: sql`proposals q`,
      record: proposalRecord,
      total: totalOf(filter) ?? sql`(select count(*) from proposals q where ${allOf(where)})`,
    },
    page,
  )
}

/** A counter where one of status, category and proposer is kept; other combinations are counted. */
function totalOf({ status, category, proposer, activePeriodOnly }: ProposalFilter): Fragment | null {
  const statuses = status === 'all' ? allStatuses : [status]
  if (activePeriodOnly || (category !== undefined && proposer !== undefined)) return null
  if (category !== undefined)
    return counted(
      'proposals_by_category',
      statuses.map((each) => `${each}|${category}`),
    )
  if (proposer !== undefined)
    return counted(
      'proposals_by_proposer',
      statuses.map((each) => `${each}|${proposer}`),
    )
  return counted('proposals', statuses)
}
