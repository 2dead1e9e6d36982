import fastify from 'fastify'

/** What B3 is measured against: Fastify with one route and nothing else. */
const app = fastify()
app.get('/v1/hello', () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.(app.server.address().port)
