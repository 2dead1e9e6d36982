import fastify from 'fastify'
import pg from 'pg'
import { listTradesByMarket } from '../../dist/store/index.js'

/**
 * What B2 is measured against: Fastify and a pool of pg with one handler and nothing else, which runs the statement of
 * `GET /v1/markets/{address}/trades` and puts the envelope around the records. Its text is the store's own, asked for
 * once; it is prepared under a name and run on as many connections, as the service does.
 */
const limit = 50

/** Stand in the statement's values for what each request puts there. */
const places = { market: 'the market', after: '-2' }
const after = { value: places.after, id: places.after }
let statement
await listTradesByMarket(
  {
    query: async (asked) => {
      statement = asked
      return []
    },
  },
  places.market,
  { limit, after, offset: 0n },
)
const valuesOf = (market, after) =>
  statement.values.map(String).map((value) => {
    if (value === places.after) return after
    return value === places.market ? market : value
  })

const address = new URL(process.env.BENCH_DATABASE_URL)
address.searchParams.set('options', '-c search_path=chain,service,public -c timezone=UTC')
const pool = new pg.Pool({
  connectionString: address.href.replaceAll('+', '%20'),
  max: 8,
})

const app = fastify()
app.get('/v1/markets/:address/trades', async (request, reply) => {
  const values = valuesOf(request.params.address, request.query.after)
  const { rows } = await pool.query({ name: 'list', text: statement.sql, values })
  const [row] = rows
  const pagination = {
    limit,
    nextCursor: Number(row.picked) > limit ? row.last_id : null,
    page: 0,
    total: Number(row.total),
  }
  reply.header('content-type', 'application/json; charset=utf-8')
  return `{"trades":[${row.shown ?? ''}],"pagination":${JSON.stringify(pagination)}}`
})
process.once('SIGTERM', () => process.exit(0))
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.(app.server.address().port)
