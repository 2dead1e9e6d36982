import pg from 'pg'

/** How much there is to read. */
export interface ReadsSize {
  readonly markets: number
  readonly trades: number
  /** Of them, in one market: the deepest list there is. */
  readonly hotTrades: number
}

/** Its number is 1. */
export const hotMarketId = 1

type Progress = (done: number, all: number, what: string) => void

/** A number from 0 to k − 1 that depends on `n` and the salt alone, so that every run has the same rows. */
const pick = (k: string | number, salt: number): string =>
  `(1 + (hashint8extended(n, ${salt}) & 9223372036854775807) % ${k})`
const one = (words: string, salt: number): string =>
  `(array[${words
    .split(' ')
    .map((word) => `'${word.replaceAll('_', ' ')}'`)
    .join(',')}])[${pick(words.split(' ').length, salt)}]`

const subjects =
  'Bitcoin Ethereum Alephium Nvidia Tesla Apple Microsoft Germany France Japan Brazil India Liverpool Arsenal Barcelona ' +
  'Taylor_Swift Federal_Reserve Parliament Congress Senate OpenAI Amazon Netflix Toyota Boeing Airbus Pfizer Gold Oil ' +
  'Inflation Unemployment Interest_rates Election_turnout Housing_prices Rainfall Temperature Ferrari Mercedes Lakers Celtics'
const verbs =
  'reach exceed fall_below win announce ratify publish launch cancel approve reject double halve recover merge_with overtake'
const objects =
  'a_record_high the_championship interest_rates_of_5_percent 100000_dollars a_new_treaty the_final quarterly_earnings ' +
  'a_ceasefire the_budget market_share a_majority the_world_title federal_funding an_upgrade the_deadline export_limits'
const months = 'January February March April May June July August September October November December'
const categories = 'crypto politics sports economy science culture weather technology'

/** Rare words: three syllables, some sixteen thousand of them. */
const syllables = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu za bri clo dra fle'
const rareWord = `(${one(syllables, 11)} || ${one(syllables, 12)} || ${one(syllables, 13)})`

/** Base58 has no zero. */
const address = (first: string, of: string): string =>
  `'${first}' || translate(md5('${first}' || ${of}) || left(md5(${of} || '${first}'), 12), '0', 'g')`
const wallet = (salt: number): string => address('1', `(${pick(200_000, salt)})::text`)

const marketsSql = `
  insert into markets (id, market_address, proposal_id, leg, creator, creator_share, question, category, tags, tags_text,
    rules, ends_at_ms, created_at_ms, state, resolved, volume, open_interest, best_bid_yes, best_ask_yes, order_count,
    trade_count, last_trade_at_ms, trend_amount, trending, unpaid_creator_fees, unpaid_treasury_fees, swept_chunks,
    updated_at_ms)
  select n, ${address('2', 'n::text')}, n, 0, ${wallet(1)}, 100,
    'Will ' || ${one(subjects, 2)} || ' ' || ${one(verbs, 3)} || ' ' || ${one(objects, 4)} || ' ' || ${rareWord}
      || ' by ' || ${one(months, 5)} || ' ' || (2025 + ${pick(6, 6)}) || '?',
    category, array[category], category,
    'Resolves to yes when the named source says so.',
    1800000000000 + n, 1700000000000 + n, 'open', ${pick(5, 7)} = 1,
    ${pick(1_000_000_000, 8)}::numeric * 1000000000000000, 0, ${pick(900, 9)}, 0, 0, 0, 1700000000000 + n, 0,
    ${pick(1_000_000, 10)}, 0, 0, '[]', 1700000000000 + n
  from (select n, ${one(categories, 14)} as category from generate_series($1::bigint, $2::bigint) n) numbered`

/** Hot ones are spread evenly among the others; of those a few markets have many and most have some. */
const tradesSql = `
  insert into trades (id, market_id, tx_id, height, event_index, buy_order_id, sell_order_id, fill_type, outcome, side,
    price, quantity, amount_usd, maker_address, taker_address, filled_at_ms)
  select n,
    case when n * $3::bigint / $4 > (n - 1) * $3::bigint / $4 then ${hotMarketId}
      else least($5::bigint, 2 + floor(($5::bigint - 1) * power(${pick(1_000_000_000, 21)} / 1e9, 3))::bigint) end,
    md5(n::text) || md5((-n)::text), n / 50, n % 50, n, n + 1, ${one('mint swap burn', 22)}, ${one('yes no', 23)},
    ${one('buy sell', 24)}, ${pick(999, 25)}, ${pick(1_000_000, 26)}::numeric * 1000000000000000,
    ${pick(1_000_000, 27)}::numeric * 1000000000000, ${wallet(28)}, ${wallet(29)}, 1700000000000 + n
  from generate_series($1::bigint, $2::bigint) n`

const countsSql = `
  insert into list_counts (scope, key, n)
  select 'trades_by_market', market_id::text, count(*) from trades group by market_id
  union all select 'trades_by_user', u, count(*)
    from (select maker_address as u from trades
      union all select taker_address from trades where taker_address <> maker_address) each group by u
  union all select 'markets', status, count(*) from statuses group by status
  union all select 'markets_by_category', status || '|' || category, count(*) from statuses group by status, category
  union all select 'markets_by_tag', status || '|' || category, count(*) from statuses group by status, category
  union all select 'markets_by_creator', status || '|' || creator, count(*) from statuses group by status, creator`

const wordsSql = `
  insert into search_words (word, ndoc)
  select word, count(distinct id)
  from markets, string_to_table(lower(translate(question || ' ' || category || ' ' || rules, '?.', '')), ' ') word
  where length(word) > 1
  group by word`

const chunk = 50_000

/**
 * Fills an empty index with generated rows, counters and words, the way an indexer would leave it. Plain indexes are
 * taken away while rows come in and made again after, which is several times as quick.
 */
export async function fillReads(url: string, size: ReadsSize, progress: Progress): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `set search_path = chain, service, public; set timezone = 'UTC'; set maintenance_work_mem = '1GB'; set work_mem = '512MB'`,
    )
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index
       where indrelid in ('markets'::regclass, 'trades'::regclass, 'search_words'::regclass)
         and not indisunique and not indisprimary`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (let from = 1; from <= size.markets; from += chunk) {
      const to = Math.min(from + chunk - 1, size.markets)
      await client.query(marketsSql, [from, to])
      progress(to, size.markets, 'markets')
    }
    for (let from = 1; from <= size.trades; from += chunk) {
      const to = Math.min(from + chunk - 1, size.trades)
      await client.query(tradesSql, [from, to, size.hotTrades, size.trades, size.markets])
      progress(to, size.trades, 'trades')
    }
    let made = 0
    for (const { definition } of indexes) {
      await client.query(definition)
      progress(++made, indexes.length, 'indexes')
    }
    await client.query(`create temp view statuses as
      select case when resolved then 'resolved' else 'open' end as status, coalesce(category, '') as category, creator
      from markets`)
    await client.query(countsSql)
    progress(1, 2, 'counters and words')
    await client.query(wordsSql)
    progress(2, 2, 'counters and words')
    const height = Math.floor(size.trades / 50)
    await client.query(
      `insert into checkpoint (network_id, genesis_hash, start_height, height, hash, timestamp_ms, final_height, revision)
       values (4, repeat('00', 32), 0, $1, repeat('11', 32), 1700000000000 + $2::bigint, $1, 1)`,
      [height, size.trades],
    )
    await client.query(
      `insert into index_health (node_height, caught_up_at_ms, checked_at_ms) values ($1, 1700000000000, 1700000000000)`,
      [height],
    )
    await client.query('vacuum analyze')
    progress(1, 1, 'statistics')
  } finally {
    await client.end()
  }
}

/** Trades lie a millisecond apart; candles are made as if it were this many, eleven days for ten million. */
const stretch = 100

const candlesSql = (interval: string, ms: number): string => `
  insert into candles (market_id, "interval", start_ms, open, high, low, close, volume, trades, best_bid, best_ask)
  select market_id, '${interval}', start_ms, (array_agg(yes order by id))[1], max(yes), min(yes),
    (array_agg(yes order by id desc))[1], sum(amount_usd), count(*), 0, 0
  from (
    select id, market_id, amount_usd, case when outcome = 'yes' then price else 1000 - price end as yes,
      (1700000000000 + (filled_at_ms - 1700000000000) * ${stretch}) / ${ms} * ${ms} as start_ms
    from trades) t
  group by market_id, start_ms`

/** Candles of a minute and of a day: what a page of so old a market and its shortest range ask for. */
export async function fillCandles(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set search_path = chain, service, public')
  await client.query(`set work_mem = '512MB'`)
  await client.query(candlesSql('1m', 60_000))
  await client.query(candlesSql('1d', 86_400_000))
  await client.query('vacuum analyze candles')
  await client.end()
}
