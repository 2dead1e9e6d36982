import { WebSocketServer } from 'ws'

/** What a fan-out is measured against: the package ws, and every text it is given to everybody. */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
process.once('SIGTERM', () => process.exit(0))
process.on('message', ({ texts }) => {
  for (const text of texts) {
    const bytes = Buffer.from(text)
    for (const socket of server.clients) socket.send(bytes, { binary: false })
  }
})
server.once('listening', () => process.send(server.address().port))
