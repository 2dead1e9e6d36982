import type {
  ActivityRow,
  EventRow,
  MarketRow,
  OrderRow,
  ParlayRow,
  PositionRow,
  ProposalRow,
  TradeRow,
} from '../store/index.ts'

/** A list whose total is shown: which counters a row is part of. */
export type CountKey = readonly [scope: string, key: string]

const marketStatus = (row: MarketRow): string => (row.resolved ? 'resolved' : 'open')

export const marketCounts = (row: MarketRow): readonly CountKey[] => {
  const status = marketStatus(row)
  return [
    ['markets', status],
    ['markets_by_category', `${status}|${row.category ?? ''}`],
    ['markets_by_creator', `${status}|${row.creator}`],
    ...[...new Set(row.tags)].map((tag): CountKey => ['markets_by_tag', `${status}|${tag}`]),
  ]
}

export const eventCounts = (row: EventRow): readonly CountKey[] => [
  ['events', 'all'],
  ['events_by_category', row.category ?? ''],
]

export const orderCounts = (row: OrderRow): readonly CountKey[] => [
  ['orders_by_trader', `${row.trader}|${row.status}`],
  ['orders_by_market', `${row.trader}|${row.marketId}|${row.status}`],
]

export const tradeCounts = (row: TradeRow): readonly CountKey[] => [
  ['trades_by_market', String(row.marketId)],
  ...[...new Set([row.makerAddress, row.takerAddress])].flatMap((user): CountKey[] => [
    ['trades_by_user', user],
    ['trades_by_user_market', `${user}|${row.marketId}`],
  ]),
]

export const activityCounts = ({ wallet }: Pick<ActivityRow, 'wallet'>): readonly CountKey[] => [
  ['activity_by_wallet', wallet],
]

export const positionCounts = (row: PositionRow): readonly CountKey[] => [
  ['positions_by_user', `${row.userAddress}|${row.isSettled ? 'settled' : 'open'}`],
]

export const proposalCounts = (row: ProposalRow): readonly CountKey[] => [
  ['proposals', row.status],
  ['proposals_by_category', `${row.status}|${row.category}`],
  ['proposals_by_proposer', `${row.status}|${row.proposer}`],
]

export const parlayCounts = (row: ParlayRow): readonly CountKey[] => [
  ['parlays', row.status],
  ...[...new Set([row.maker, row.taker])]
    .filter((user) => user !== null)
    .map((user): CountKey => ['parlays_by_user', `${user}|${row.status}`]),
]
