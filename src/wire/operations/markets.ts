import * as Type from 'typebox'
import { outcomes, sides } from '../../domain/index.ts'
import { read } from '../operation.ts'
import { Address, Amount, Filled, INTEGER_MAX, Nullable, Strict, Timestamp, Word } from '../schemas/fields.ts'
import { Category, Choice, SearchText } from '../schemas/filters.ts'
import {
  BOOK_DEPTH,
  CANDLES_DEFAULT,
  Candle,
  Event,
  Holder,
  Market,
  MarketFacets,
  MarketStats,
  OrderBook,
  PartialMarket,
  Quote,
  SEARCH_SIZE,
  SEARCH_SIZE_MAX,
  SearchResult,
} from '../schemas/market.ts'
import { pageOf, pageQuery } from '../schemas/pagination.ts'
import { EventPath, MarketPath } from '../schemas/paths.ts'
import { Trade } from '../schemas/trade.ts'

export const listMarkets = read({
  path: '/v1/markets',
  tag: 'markets',
  summary: 'Markets, legs of events among them',
  description:
    'Filters narrow and `sort` orders, a search too; by how well they fit, `GET /v1/search` orders. Pages go by `cursor`; `total` is exact unless `countUpTo` bounds it.',
  query: Strict(
    {
      q: Type.Optional(SearchText),
      category: Category,
      tags: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 420,
          description: 'comma-separated; a market must have all of them',
        }),
      ),
      status: Type.Optional(
        Word(
          ['open', 'resolved', 'all'],
          'open: not resolved yet; open when absent, all when state is given',
        ),
      ),
      state: Type.Optional(
        Word(
          ['open', 'closed', 'proposed', 'disputed', 'resolved'],
          'only in this state at the served block; status is then all unless given',
        ),
      ),
      endsAfter: Type.Optional(Timestamp('trading ends at this moment or later')),
      endsBefore: Type.Optional(Timestamp('trading ends before this moment')),
      creator: Type.Optional(Address('only by this wallet')),
      minVolume: Type.Optional(Amount('at least this volume')),
      sort: Choice(
        ['created-at', 'volume', 'best-bid-yes', 'recently-traded', 'trending', 'ends-at'],
        'created-at',
        'sort key',
      ),
      order: Type.Optional(Word(['asc', 'desc'], 'direction; desc when absent, by ends-at asc')),
      facets: Filled(Type.Boolean({ description: 'also count categories, tags and states' }), false),
      fields: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description:
            'comma-separated fields of Market to answer with; change24h and sparkline come only so',
        }),
      ),
      countUpTo: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: INTEGER_MAX,
          description:
            'count no further: a total of this many says so many or more, and comes sooner where a search matches much; not together with page',
        }),
      ),
      ...pageQuery(),
    },
    'filters, sort and page',
  ),
  answer: pageOf(
    { markets: Type.Array(PartialMarket), facets: Nullable(MarketFacets) },
    'a page of markets; facets is null unless asked for',
  ),
  answerMeaning: 'a page of markets',
})

export const getMarket = read({
  path: '/v1/markets/{address}',
  tag: 'markets',
  summary: 'One market',
  description:
    'By its contract’s address. Prices, volume and state are those of the served block; a market that ended by the clock is `closed`.',
  params: MarketPath,
  answer: Market,
  answerMeaning: 'the market',
  errors: ['NOT_FOUND'],
})

export const listTrades = read({
  path: '/v1/markets/{address}/trades',
  tag: 'markets',
  summary: 'A market’s trades, newest first',
  description:
    'Every fill is one trade, in the taker’s words: a buyer of no who meets a buyer of yes is a `mint` with outcome no. Kept for ever, resolved markets too.',
  params: MarketPath,
  query: Strict(pageQuery(), 'page of the list'),
  answer: pageOf({ trades: Type.Array(Trade) }, 'a page of trades'),
  answerMeaning: 'a page of trades',
  errors: ['NOT_FOUND'],
})

export const getOrderBook = read({
  path: '/v1/markets/{address}/orderbook',
  tag: 'markets',
  summary: 'A market’s book by price, for yes and for no',
  description:
    'Levels are summed by price, best first; a bid for yes at p is an ask for no at 1000 − p, so both outcomes show the same orders. `version` joins it to the `book` messages of the stream: skip those up to it. `atHeight` asks for the book after an earlier block, as far back as the feed reaches.',
  params: MarketPath,
  query: Strict(
    {
      depth: Filled(
        Type.Integer({ minimum: 1, maximum: 999, description: 'price levels per side' }),
        BOOK_DEPTH,
      ),
      atHeight: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: INTEGER_MAX,
          description:
            'the book as it was after this block, for as long as the stream keeps it (FEED_RETENTION_HOURS); a refusal says from which block on',
        }),
      ),
    },
    'size and moment',
  ),
  answer: OrderBook,
  answerMeaning: 'the book at one block',
  errors: ['NOT_FOUND'],
})

export const getMarketStats = read({
  path: '/v1/markets/{address}/stats',
  tag: 'markets',
  summary: 'A market in numbers: volume, change, open interest, traders, spread',
  description:
    'Volume and change are of the last 24 hours before the served block, everything else is of now.',
  params: MarketPath,
  answer: MarketStats,
  answerMeaning: 'the numbers at one block',
  errors: ['NOT_FOUND'],
})

export const listHolders = read({
  path: '/v1/markets/{address}/holders',
  tag: 'markets',
  summary: 'Who holds a market’s shares, largest positions first',
  description: 'Both outcomes together; shares locked in resting orders count for their owner.',
  params: MarketPath,
  query: Strict(
    { outcome: Type.Optional(Word(outcomes, 'only shares of this outcome')), ...pageQuery() },
    'filter and page',
  ),
  answer: pageOf({ holders: Type.Array(Holder) }, 'a page of positions'),
  answerMeaning: 'a page of positions',
  errors: ['NOT_FOUND'],
})

export const getQuote = read({
  path: '/v1/markets/{address}/quote',
  tag: 'markets',
  summary: 'What an order would cost or bring now',
  description:
    'The resting orders it would meet, rounded as the contract rounds, with the taker’s fee. Give quantity, or for a buy spend. Without price it takes whatever rests, as a market order does; at most 100 fills, as one transaction has.',
  params: MarketPath,
  query: Strict(
    {
      side: Word(sides, 'buy or sell'),
      outcome: Word(outcomes, 'yes or no'),
      quantity: Type.Optional(Amount('shares; not together with spend')),
      spend: Type.Optional(Amount('collateral a buy spends at most, fee included')),
      price: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 999, description: 'worst acceptable; what is left then rests' }),
      ),
      trader: Type.Optional(
        Address('whose order it is: its own resting orders are cancelled when they are met'),
      ),
    },
    'the order',
  ),
  answer: Quote,
  answerMeaning: 'the quote at one block',
  errors: ['NOT_FOUND', 'MARKET_CLOSED'],
})

export const listCandles = read({
  path: '/v1/markets/{address}/candles',
  tag: 'markets',
  summary: 'A market’s prices of yes by interval',
  description:
    'A trade of no counts as 1000 − its price. Intervals begin at multiples of their length, UTC. Nothing before the first trade; resolved markets keep theirs.',
  params: MarketPath,
  query: Strict(
    {
      interval: Choice(['1m', '5m', '1h', '1d'], '1h', 'length of a candle'),
      from: Type.Optional(Timestamp(`inclusive; ${CANDLES_DEFAULT} intervals before \`to\` when absent`)),
      to: Type.Optional(Timestamp('exclusive; up to the served block when absent')),
    },
    'which span',
  ),
  answer: Strict(
    { interval: Type.String(), candles: Type.Array(Candle) },
    'oldest first, one for every interval',
  ),
  answerMeaning: 'the candles',
  errors: ['NOT_FOUND'],
})

export const listEvents = read({
  path: '/v1/events',
  tag: 'events',
  summary: 'Events: master questions and how their legs trade',
  description:
    'An event is a master question; its legs are markets of their own that share category and end.',
  query: Strict(
    {
      category: Category,
      q: Type.Optional(SearchText),
      sort: Choice(['created-at', 'volume', 'leg-count'], 'created-at', 'sort key'),
      order: Choice(['asc', 'desc'], 'desc', 'direction'),
      withLegs: Filled(Type.Boolean({ description: 'also the markets of each event' }), false),
      ...pageQuery(),
    },
    'filters, sort and page',
  ),
  answer: pageOf({ events: Type.Array(Event) }, 'a page of events'),
  answerMeaning: 'a page of events',
})

export const getEvent = read({
  path: '/v1/events/{id}',
  tag: 'events',
  summary: 'One event with its legs',
  description: 'With all its legs, as markets.',
  params: EventPath,
  answer: Event,
  answerMeaning: 'the event',
  errors: ['NOT_FOUND'],
})

export const search = read({
  path: '/v1/search',
  tag: 'search',
  summary: 'Search markets',
  description:
    'Question first, then category and tags, then rules and sources. When nothing matches and fuzzy is true, misspelt words are matched by similarity.',
  query: Strict(
    {
      q: SearchText,
      types: Type.Optional(
        Type.String({ maxLength: 200, description: 'comma-separated resource types; allowed: market' }),
      ),
      limit: Filled(
        Type.Integer({ minimum: 1, maximum: SEARCH_SIZE_MAX, description: 'how many' }),
        SEARCH_SIZE,
      ),
      fuzzy: Filled(Type.Boolean({ description: 'tolerate typos when nothing matches' }), true),
    },
    'the search',
  ),
  answer: Strict(
    {
      results: Type.Array(SearchResult),
      facets: Strict(
        { types: Type.Record(Type.String(), Type.Integer({ minimum: 0 })) },
        'how many hits each type has in all',
      ),
      fuzzyFallbackUsed: Type.Boolean({
        description: 'the strict search found nothing and typos were tolerated',
      }),
    },
    'hits, best first',
  ),
  answerMeaning: 'the best hits',
})
