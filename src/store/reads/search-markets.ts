import { excludedBy, exclusionsOf, positiveWordsOf } from '../../domain/index.ts'
import type { Reader } from '../database.ts'
import { counted } from './counted.ts'
import { type Fragment, sql, toStatement } from './fragment.ts'
import type { ReadView } from './list-page.ts'
import { marketRecord } from './records.ts'

export interface SearchHits {
  readonly view: ReadView
  /** How many markets match, exactly. */
  readonly hits: number
  /** Text of a JSON array of `{type, score, data}`. */
  readonly results: string
}

/** How many of the matches are ranked: the most traded ones. */
const rankedMax = 500
/** From this many matches on, the most traded ones are found by walking markets by volume … */
const walkFromHits = 50_000
/** … of which so many are looked at, open and resolved ones each. */
const walkedMax = 20_000

/**
 * Strict search: the exact number of matches, and the best by rank among the most traded of them. At a million markets
 * the number is what costs (70 ms for a word in a sixth of them: PostgreSQL must visit each match), so nothing else may
 * visit them all once more: many matches are walked by volume, few are collected and sorted, none end the statement.
 *
 * The tsquery stays inline wherever it is used: in a table expression of its own the planner loses its selectivity.
 */
export function searchMarkets(db: Reader, websearch: string, limit: number): Promise<SearchHits> {
  const tsquery = sql`websearch_to_tsquery('english', ${websearch})`
  const excluded = excludedBy(websearch)
  const ranked = (top: Fragment): Fragment => sql`
    select m.id, ts_rank_cd(m.tsv, ${tsquery}) as score
    from (${top}) top
    join markets m on m.id = top.id`
  if (excluded !== null)
    return run(db, 'search-markets', {
      limit,
      hits: sql`
        select case when numnode(${tsquery}) = 0 then 0 else
          coalesce(${counted('markets', ['open', 'resolved'])}, 0)
            - (select count(*) from markets m where m.tsv @@ websearch_to_tsquery('english', ${excluded}))
          end::bigint as n`,
      found: sql`walked as materialized (${walk(tsquery, 1)})`,
      ranked: ranked(mostTraded),
    })
  return run(db, 'search-markets', {
    limit,
    hits: sql`select count(*) as n from markets m where m.tsv @@ ${tsquery}`,
    found: sql`
      walked as materialized (${walk(tsquery, walkFromHits)}),
      walk as materialized (select count(*) as n from walked)`,
    ranked: ranked(sql`
      (select id from (${mostTraded}) walked where (select n from walk) >= ${rankedMax})
      union all
      (
        select m.id
        from markets m
        where m.tsv @@ ${tsquery} and (select n from walk) < ${rankedMax} and (select n from hits) > 0
        order by m.volume desc, m.id desc
        limit ${rankedMax}
      )`),
  })
}

const mostTraded = sql`select id from walked order by volume desc, id desc limit ${rankedMax}`

/** The most traded matches, when there are at least `fromHits` of them: two walks, as the index by volume has two parts. */
function walk(tsquery: Fragment, fromHits: number): Fragment {
  const part = (resolved: boolean): Fragment => sql`
    (
      select id, volume
      from (
        select m.id, m.volume, m.tsv
        from markets m
        where m.resolved = ${resolved} and (select n from hits) >= ${fromHits}
        order by m.volume desc, m.id desc
        limit ${walkedMax}
      ) traded
      where traded.tsv @@ ${tsquery}
      limit ${rankedMax}
    )`
  return sql`${part(false)} union all ${part(true)}`
}

/** Letters and digits only, so the words can be quoted into a tsquery. */
const safeWord = /^[\p{L}\p{N}]+$/u
const wordsMax = 8
const neighboursMax = 3
/** How many of the matches are compared with what was asked, at 40 µs each: six times what a page can hold. */
const fuzzyMatchedMax = 300

/**
 * Typo-tolerant search: each word is replaced by the nearest known words, then searched strictly; when all of them
 * together find nothing, any of them will do. Comparing a few words costs a fraction of comparing every question, which
 * is left for a query of stop words alone.
 */
export async function searchMarketsFuzzily(
  db: Reader,
  query: string,
  words: readonly string[],
  limit: number,
): Promise<SearchHits> {
  const asked = words.filter((word) => [...word].length >= 3 && safeWord.test(word)).slice(0, wordsMax)
  const alternatives = await nearestWords(db, asked)
  for (const joiner of alternatives.length === 0 ? [] : [' & ', ' | ']) {
    const tsquery = alternatives
      .map((group) => `(${group.map((word) => `'${word}'`).join(' | ')})`)
      .join(joiner)
    const found = await run(db, 'search-markets-fuzzily', fuzzyParts(tsquery, query, limit))
    if (found.hits > 0) return found
    if (alternatives.length < 2) break
  }
  return run(db, 'search-markets-by-trigram', trigramParts(query, limit))
}

/** As alike as this is meant. */
const alikeFrom = 0.6

/** Words that no index knows, `to be or not`, are looked for in the questions of the most traded markets and their events. */
function trigramParts(query: string, limit: number): Parts {
  const asked = positiveWordsOf(query).join(' ')
  const part = (resolved: boolean): Fragment => sql`
    (
      select m.id, word_similarity(${asked}, concat_ws(' ', m.question, m.master_question)) as score
      from markets m
      where m.resolved = ${resolved} and numnode(plainto_tsquery('english', ${asked})) = 0 and ${keptOf(query)}
      order by m.volume desc, m.id desc
      limit ${walkedMax}
    )`
  const alike = sql`select id, score from (${part(false)} union all ${part(true)}) walked where score >= ${alikeFrom}`
  return { limit, hits: sql`select count(*) as n from (${alike}) alike`, ranked: alike }
}

/** What a query excludes stays out. */
function keptOf(query: string): Fragment {
  const exclusions = exclusionsOf(query)
  const left = sql`websearch_to_tsquery('english', ${exclusions})`
  // Stop words exclude nothing: the query of them is empty, and an empty query matches nothing.
  return exclusions === '' ? sql`true` : sql`(numnode(${left}) = 0 or m.tsv @@ ${left})`
}

/** What has the words in its rules alone may be like nothing that was asked: it is shown, and stands last. */
const inRulesAlone = 0.01

function fuzzyParts(tsquery: string, query: string, limit: number): Parts {
  const matches = sql`m.tsv @@ to_tsquery('english', ${tsquery}) and ${keptOf(query)}`
  const asked = positiveWordsOf(query).join(' ')
  return {
    limit,
    hits: sql`select count(*) as n from markets m where ${matches}`,
    ranked: sql`
      select m.id, greatest(
        word_similarity(${asked}, concat_ws(' ', m.question, m.tags_text, m.category, m.master_question)),
        ${inRulesAlone}) as score
      from markets m
      where ${matches}
      limit ${fuzzyMatchedMax}`,
  }
}

/** For each word the known words most like it, the frequent ones first among equals. A stop word is no misspelt word. */
async function nearestWords(db: Reader, words: readonly string[]): Promise<string[][]> {
  if (words.length === 0) return []
  const statement = sql`
    select array_agg(near.word order by near.rank) as words
    from (
      select word, place
      from unnest(${words}::text[]) with ordinality u (word, place)
      where numnode(plainto_tsquery('english', word)) > 0
    ) asked
    cross join lateral (
      select w.word, row_number() over (order by similarity(w.word, asked.word) desc, w.ndoc desc, w.word) as rank
      from search_words w
      where w.word % asked.word
      order by rank
      limit ${neighboursMax}
    ) near
    group by asked.place
    order by asked.place`
  const rows = await db.query<{ words: string[] }>(toStatement('find-nearest-words', statement))
  return rows
    .map((row) => row.words.filter((word) => safeWord.test(word)))
    .filter((group) => group.length > 0)
}

interface Parts {
  readonly limit: number
  /** One row of `n`, called `hits` from then on. */
  readonly hits: Fragment
  /** Further table expressions that `ranked` names. */
  readonly found?: Fragment
  /** Rows of id and score. */
  readonly ranked: Fragment
}

async function run(db: Reader, label: string, { limit, hits, found, ranked }: Parts): Promise<SearchHits> {
  const statement = sql`
    with hits as materialized (${hits}),
    ${found ? sql`${found},` : sql``}
    ranked as materialized (${ranked}),
    best as (select id, score from ranked order by score desc, id desc limit ${limit})
    select
      (select height from checkpoint) as height,
      (select revision from checkpoint) as revision,
      (select n from hits) as hits,
      (
        select string_agg(
          json_build_object('type', 'market', 'score', b.score, 'data', row_to_json(data))::text, ','
          order by b.score desc, b.id desc)
        from best b
        join markets m on m.id = b.id
        cross join lateral (select ${marketRecord()}) data
      ) as results`
  const [row] = await db.query<{
    height: number | null
    revision: number | null
    hits: number
    results: string | null
  }>(toStatement(label, statement))
  return {
    view: { height: row?.height ?? 0, revision: row?.revision ?? 0 },
    hits: row?.hits ?? 0,
    results: `[${row?.results ?? ''}]`,
  }
}
