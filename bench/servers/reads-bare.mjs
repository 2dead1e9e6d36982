import fastify from 'fastify'
import pg from 'pg'
import { findMarketId, listTradesByMarket } from '../../dist/store/index.js'

/**
 * What B2 is measured against: Fastify and a pool of pg with one handler and nothing else, which runs the statements of
 * `GET /v1/markets/{address}/trades` and puts the envelope around the records. Their text is the store's own, asked for
 * once; each is prepared under a name, as the service does.
 */
const limit = 50

async function statementOf(ask) {
  let found
  const reader = {
    query: async (statement) => {
      found = statement
      return []
    },
  }
  await ask(reader)
  return found
}
/** Stand in the statement's values for what each request puts there. */
const places = { marketId: '-1', after: '-2' }
const after = { value: places.after, id: places.after }
const marketStatement = await statementOf((reader) => findMarketId(reader, ''))
const listStatement = await statementOf((reader) =>
  listTradesByMarket(reader, Number(places.marketId), { limit, after, offset: 0n }),
)

const address = new URL(process.env.BENCH_DATABASE_URL)
address.searchParams.set('options', '-c search_path=chain,service,public -c timezone=UTC')
const pool = new pg.Pool({ connectionString: address.href.replaceAll('+', '%20'), max: 8 })

const valuesOf = (marketId, after) =>
  listStatement.values.map(String).map((value) => {
    if (value === places.after) return after
    return value === places.marketId ? marketId : value
  })

const listOf = async (marketId, after) => {
  const values = valuesOf(marketId, after)
  const { rows } = await pool.query({ name: 'list', text: listStatement.sql, values })
  const [row] = rows
  const pagination = {
    limit,
    nextCursor: Number(row.picked) > limit ? row.last_id : null,
    page: 0,
    total: Number(row.total),
  }
  return `{"trades":[${row.shown ?? ''}],"pagination":${JSON.stringify(pagination)}}`
}

const app = fastify()
app.get('/v1/markets/:address/trades', async (request, reply) => {
  const values = [request.params.address]
  const { rows } = await pool.query({ name: 'market', text: marketStatement.sql, values })
  reply.header('content-type', 'application/json; charset=utf-8')
  return listOf(rows[0].id, request.query.after)
})
/** The list's statement alone, for whoever knows the market's number. */
app.get('/v1/numbered/:id/trades', async (request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8')
  return listOf(request.params.id, request.query.after)
})
process.once('SIGTERM', () => process.exit(0))
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.(app.server.address().port)
