import type { Reader } from '../database.ts'
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

/** Matches looked at for ranking: among very common words the most traded of these are ranked, not all. */
const matchedMax = 20_000
const rankedMax = 500

/**
 * Strict search. The tsquery stays inline in both places: moved into a table expression of its own the planner loses
 * its selectivity (a pure negation went from 32 to 350 ms on a million markets).
 */
export function searchMarkets(db: Reader, websearch: string, limit: number): Promise<SearchHits> {
  const matches = sql`m.tsv @@ websearch_to_tsquery('english', ${websearch})`
  return run(db, 'search-markets', {
    limit,
    hits: sql`(select count(*) from markets m where ${matches})`,
    ranked: sql`
      select x.id, ts_rank_cd(x.tsv, websearch_to_tsquery('english', ${websearch})) as score
      from (
        select id, tsv
        from (select m.id, m.volume, m.tsv from markets m where ${matches} limit ${matchedMax}) found
        order by volume desc, id desc
        limit ${rankedMax}
      ) x`,
  })
}

/** Letters and digits only, so the words can be quoted into a tsquery. */
const safeWord = /^[\p{L}\p{N}]+$/u
const wordsMax = 8
const neighboursMax = 3
const fuzzyMatchedMax = 500

/**
 * Typo-tolerant search: each word is replaced by the nearest known words, then searched strictly; when all of them
 * together find nothing, any of them will do. Comparing a few words costs a fraction of comparing every question.
 */
export async function searchMarketsFuzzily(
  db: Reader,
  query: string,
  words: readonly string[],
  limit: number,
): Promise<SearchHits> {
  const asked = words.filter((word) => [...word].length >= 3 && safeWord.test(word)).slice(0, wordsMax)
  const alternatives = await nearestWords(db, asked)
  for (const joiner of [' & ', ' | ']) {
    const tsquery = alternatives
      .map((group) => `(${group.map((word) => `'${word}'`).join(' | ')})`)
      .join(joiner)
    const found = await run(db, 'search-markets-fuzzily', fuzzyParts(tsquery, query, limit))
    if (found.hits > 0 || joiner === ' | ' || alternatives.length < 2) return found
  }
  return run(db, 'search-markets-fuzzily', fuzzyParts('', query, limit))
}

function fuzzyParts(tsquery: string, query: string, limit: number): Parts {
  const matches = tsquery === '' ? sql`false` : sql`m.tsv @@ to_tsquery('english', ${tsquery})`
  return {
    limit,
    hits: sql`(select count(*) from markets m where ${matches})`,
    ranked: sql`
      select c.id, word_similarity(${query}, c.question) as score
      from (select m.id, m.question from markets m where ${matches} limit ${fuzzyMatchedMax}) c`,
  }
}

/** For each word the known words most like it, the frequent ones first among equals. */
async function nearestWords(db: Reader, words: readonly string[]): Promise<string[][]> {
  if (words.length === 0) return []
  const statement = sql`
    select array_agg(near.word order by near.rank) as words
    from unnest(${words}::text[]) with ordinality asked(word, place)
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
  readonly hits: Fragment
  /** Rows of id and score. */
  readonly ranked: Fragment
}

async function run(db: Reader, label: string, { limit, hits, ranked }: Parts): Promise<SearchHits> {
  const statement = sql`
    with ranked as materialized (${ranked}),
    best as (select id, score from ranked order by score desc, id desc limit ${limit})
    select
      (select height from checkpoint) as height,
      (select revision from checkpoint) as revision,
      ${hits} as hits,
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
