import { createServer } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * Holds the service's port with a page while the sources are compiled, in a thread of its own: the compiling blocks the
 * first one. Whoever opens the address right after `npm start` sees that something happens, and then the venue.
 */
export function openFirstPage(environment) {
  const host = environment.HOST ?? '127.0.0.1'
  const port = Number(environment.PORT ?? 3000)
  if (!(port > 0) || environment.CONSOLE === 'false') return { close: async () => undefined }
  const thread = new Worker(new URL(import.meta.url), { workerData: { host, port } })
  const gone = new Promise((resolve) => thread.once('exit', resolve))
  // What is wrong with the port the service itself will say.
  thread.on('error', () => undefined)
  return {
    /** The port is free after this. */
    async close() {
      thread.postMessage('close')
      await gone
    },
  }
}

const doing = 'Compiling the sources'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sibyl</title>
<link rel="stylesheet" href="/first.css">
<script type="module" src="/first.js"></script>
</head>
<body>
<main>
<h1>The venue opens in a moment</h1>
<label>${doing}<progress></progress></label>
<p>A devnet, its contracts, markets and three days of trading follow. It is done once.</p>
</main>
</body>
</html>
`

/** As the console looks while a venue is made. */
const style = `:root { color-scheme: light dark; font: 15px / 1.5 system-ui, sans-serif;
  background: light-dark(#f4f3ee, #0b1320); color: light-dark(#14213a, #eaeef6) }
body { margin: 0 }
main { display: grid; gap: 12px; max-width: 480px; margin: 0 auto; padding: calc(12vh + 90px) 16px 0 }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 }
label { display: grid; gap: 6px }
progress { width: 100%; height: 10px; accent-color: light-dark(#8a5a00, #f2b441) }
p { margin: 0; color: light-dark(#545f78, #a3afc6) }
`

/** The address changes hands without a word: this page asks, and comes anew as the next one. */
const script = `for (;;) {
  const answer = await fetch('/v1/opening').catch(() => null)
  if (answer !== null && (!answer.ok || (await answer.json()).doing !== ${JSON.stringify(doing)})) break
  await new Promise((resolve) => setTimeout(resolve, 300))
}
location.reload()
`

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function answerTo({ url, headers }) {
  if (url === '/health') return [200, 'application/json', '{"status":"ok"}']
  if (url === '/v1/opening') return [200, 'application/json', JSON.stringify({ doing, done: 0, total: 1 })]
  if (url === '/first.js') return [200, 'text/javascript', script]
  if (url === '/first.css') return [200, 'text/css', style]
  if (headers.accept?.includes('text/html')) return [200, 'text/html; charset=utf-8', page]
  const body = {
    statusCode: 503,
    code: 'UNAVAILABLE',
    message: 'the venue is being opened',
    details: { reason: 'opening', retryAfter: 1 },
  }
  return [503, 'application/json', JSON.stringify(body)]
}

if (!isMainThread && workerData?.port !== undefined) {
  const server = createServer((request, response) => {
    const [status, type, body] = answerTo(request)
    response.writeHead(status, {
      'content-type': type,
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(status === 503 ? { 'retry-after': '1' } : {}),
    })
    response.end(body)
  })
  server.listen(workerData.port, workerData.host)
  parentPort.once('message', () => {
    server.close()
    server.closeAllConnections()
  })
}
