import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Bug, Fault } from '../../kit/index.ts'
import type { Statement } from '../database.ts'
import { type Driver, noCaches, type Outcome } from '../driver.ts'
import { encodeValue } from '../sql-value.ts'
import { type Answer, EmbeddedError } from './pglite-thread.ts'
import { toOutcome } from './to-outcome.ts'

/**
 * One process holds the embedded database; an operator's command is another. So the holder keeps a socket in its data
 * folder, for its own user only, and a command visits through it: one statement a line, answered in order. Visitors
 * change a setting or a key's limits; they begin no transactions.
 */
interface VisitRequest {
  readonly label: string
  readonly sql: string
  readonly values: readonly (string | null)[]
}

type VisitReply = { readonly answer: Answer } | { readonly code: string | null; readonly message: string }

/** Operators at once, and the longest statement one of them sends. */
const visitorsMax = 4
const lineBytesMax = 1 << 20

/** A socket's path has at most some hundred bytes; a deeper folder gets one by its hash among the temporary files. */
const pathBytesMax = 100

function socketPath(folder: string): string {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\sibyl-${hash}`
  const path = join(folder, 'visit.sock')
  return Buffer.byteLength(path) <= pathBytesMax ? path : join(tmpdir(), `sibyl-${hash}.sock`)
}

export const isVisitFile = (name: string): boolean => name === 'visit.sock'

/** Opens the holder's side. The folder is locked, so a socket that is already there was left by somebody who is gone. */
export async function serveVisitors(
  folder: string,
  run: (statement: Omit<Statement, 'values'>, values: readonly (string | null)[]) => Promise<Answer>,
): Promise<{ close(): void }> {
  const path = socketPath(folder)
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const visitors = new Set<Socket>()
  async function reply(line: string): Promise<VisitReply> {
    try {
      const { label, sql, values } = JSON.parse(line) as VisitRequest
      return { answer: await run({ label, sql }, values) }
    } catch (error) {
      const code = error instanceof EmbeddedError ? error.code : null
      return { code, message: error instanceof Error ? error.message : String(error) }
    }
  }
  const server: Server = createServer((socket) => {
    visitors.add(socket)
    socket.on('close', () => visitors.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.on('data', () => {
      if (socket.bytesRead > lineBytesMax) socket.destroy()
    })
    void (async () => {
      for await (const line of createInterface({ input: socket })) {
        const text = JSON.stringify(await reply(line))
        if (!socket.destroyed) socket.write(`${text}\n`)
      }
    })().catch(() => socket.destroy())
  })
  server.maxConnections = visitorsMax
  server.unref()
  await listenPrivately(server, path)
  return {
    close() {
      server.close()
      for (const visitor of visitors) visitor.destroy()
    },
  }
}

/** Only the user who runs the holder may enter. The socket is bound before `listen` returns. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const umask = process.platform === 'win32' ? null : process.umask(0o177)
    server.listen(path, () => resolve())
    if (umask !== null) process.umask(umask)
  })
}

/** The visitor's side, or null when nobody holds the folder. */
export async function visitEmbedded(folder: string, answerMs: number): Promise<Driver | null> {
  const socket = await new Promise<Socket | null>((resolve) => {
    const opening = connect(socketPath(folder), () => resolve(opening))
    opening.once('error', () => resolve(null))
  })
  if (!socket) return null
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  let isOpen = true
  const gone = () => new Fault('database', 'the process that holds the database has gone')
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isOpen = false
  })
  socket.setTimeout(answerMs, () => socket.destroy())

  async function ask({ label, sql, values = [] }: Statement): Promise<Answer> {
    if (!isOpen) throw gone()
    const request: VisitRequest = { label, sql, values: values.map(encodeValue) }
    socket?.write(`${JSON.stringify(request)}\n`)
    const line = await lines.next()
    if (line.done) throw gone()
    const reply = JSON.parse(line.value) as VisitReply
    if ('answer' in reply) return reply.answer
    if (reply.code !== null) throw new EmbeddedError(reply.code, reply.message)
    throw new Fault('database', reply.message)
  }

  let last: Promise<unknown> = Promise.resolve()
  function run(statement: Statement): Promise<Outcome> {
    const answer = last.then(() => ask(statement))
    last = answer.catch(() => undefined)
    return answer.then(toOutcome)
  }
  return {
    engine: 'embedded',
    run: (_lane, statement) => run(statement),
    together: (_lane, work) => work({ run }),
    lend: async () => {
      throw new Bug('a visitor to the embedded database begins no transactions')
    },
    caches: noCaches,
    isOpen: () => isOpen,
    close: async () => {
      socket.destroy()
    },
  }
}
