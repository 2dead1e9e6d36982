import fastify from 'fastify'
import { refuse } from '../domain/index.ts'
import { Fault, type Random } from '../kit/index.ts'
import { createConsolePages } from './console-pages.ts'
import { toErrorAnswer } from './errors/error-answer.ts'
import { sendError } from './errors/write-error.ts'
import { createRequestIds } from './hooks/request-id.ts'
import { listenSentence } from './listen-sentence.ts'
import { headerBytesMax } from './settings.ts'

/** What is being done before the venue opens, and how far it has come. */
export interface OpeningProgress {
  readonly doing: string
  readonly done: number
  readonly total: number
}

export interface OpeningServer {
  /** Opens the port. One that is taken is a Fault that names its variable. */
  start(): Promise<void>
  report(progress: OpeningProgress): void
  /** Frees the port for the service: whoever is connected comes again. */
  stop(): Promise<void>
}

const notYet = () => refuse('UNAVAILABLE', { reason: 'opening', retryAfter: 1 }, 'the venue is being opened')

const progressPath = '/v1/opening'
/** The page of an open venue has none, and asks for no progress. */
const mark = '<meta name="opening" content="true">'

/**
 * Holds the port while the venue is made: people get the console, whose page is marked and asks for the progress;
 * whatever else is asked is 503.
 */
export async function createOpeningServer(options: {
  readonly host: string
  readonly port: number
  readonly consoleFolder: string
  readonly nodeUrl: string
  readonly random: Random
}): Promise<OpeningServer> {
  const { host, port } = options
  const pages = createConsolePages(options.consoleFolder, options.nodeUrl, mark)
  const nextRequestId = createRequestIds(options.random)
  let progress: OpeningProgress = { doing: 'Opening the venue', done: 0, total: 1 }
  const app = fastify({
    http: { maxHeaderSize: headerBytesMax },
    bodyLimit: 1,
    genReqId: (raw) => nextRequestId(raw),
    forceCloseConnections: true,
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-request-id': request.id,
    })
    done()
  })
  app.get('/health', async () => ({ status: 'ok' }))
  app.get(progressPath, async () => progress)
  app.setNotFoundHandler((request, reply) => {
    if (pages.isPage(request)) pages.sendPage(reply)
    else throw notYet()
  })
  // Whatever is wrong with a request, it came too early.
  app.setErrorHandler((_error, request, reply) => sendError(reply, toErrorAnswer(notYet(), request.id)))
  await pages.addFiles(app)
  return {
    async start() {
      try {
        await app.listen({ host, port })
      } catch (cause) {
        const { code } = cause as { code?: string }
        throw new Fault('upstream_error', listenSentence(code, { host, port }), { cause })
      }
    },
    report(next) {
      progress = next
    },
    stop: () => app.close(),
  }
}
