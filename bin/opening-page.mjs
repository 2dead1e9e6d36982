import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * Holds the service's port while the venue is made: people get a page with its progress, programs 503. Plain JavaScript
 * without a dependency, because in a fresh clone it begins before anything is compiled; in a thread of its own, because
 * compiling and making a demo leave the first one little time to answer.
 */
export function openOpeningPage(address) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { openingPage: address } })
  const said = (word) =>
    new Promise((resolve) => {
      thread.on('message', (message) => {
        if (message.word === word) resolve(message.code)
      })
      thread.once('exit', () => resolve(null))
    })
  const [listening, closed] = [said('listening'), said('closed')]
  // A thread that fails ends; what is wrong with the port the service itself will say.
  thread.on('error', () => undefined)
  // A start that is refused ends, whoever looks at the page.
  void listening.then(() => thread.unref())
  return {
    listening,
    report: (progress) => thread.postMessage({ progress }),
    async end() {
      thread.ref()
      thread.postMessage({ progress: null })
      await closed
    },
  }
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sibyl</title>
<link rel="stylesheet" href="/opening.css">
<script type="module" src="/opening.js"></script>
</head>
<body>
<main>
<h1>The venue opens in a moment</h1>
<label><span>Opening the venue</span><progress max="1"></progress></label>
<p>A devnet, its contracts, markets and three days of trading are made on this machine. It is done once.</p>
</main>
</body>
</html>
`

/** In the console's colours. */
const style = `:root { color-scheme: light dark; font: 15px / 1.5 system-ui, sans-serif;
  background: light-dark(#f4f3ee, #0b1320); color: light-dark(#14213a, #eaeef6) }
body { margin: 0 }
main { display: grid; gap: 12px; max-width: 480px; margin: 0 auto; padding: calc(12vh + 90px) 16px 0 }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 }
label { display: grid; gap: 6px; font-variant-numeric: tabular-nums }
progress { width: 100%; height: 10px; accent-color: light-dark(#8a5a00, #f2b441) }
p { margin: 0; color: light-dark(#545f78, #a3afc6) }
`

/** Asks until the open venue says that it knows no such question, and comes anew as what was asked for. */
const script = `const [text, bar] = [document.querySelector('span'), document.querySelector('progress')]
for (;;) {
  const answer = await fetch('/v1/opening').catch(() => null)
  if (answer !== null && !answer.ok) break
  if (answer !== null) {
    const { doing, done, total } = await answer.json()
    text.textContent = done === 0 ? doing : doing + ', ' + Math.floor((done * 100) / total) + ' %'
    if (done === 0) bar.removeAttribute('value')
    else bar.value = done / total
  }
  await new Promise((resolve) => setTimeout(resolve, 300))
}
location.reload()
`

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const notYet = JSON.stringify({
  statusCode: 503,
  code: 'UNAVAILABLE',
  message: 'the venue is being opened',
  details: { reason: 'opening', retryAfter: 1 },
})

function answerTo({ method, url, headers }, progress) {
  if (method === 'GET' || method === 'HEAD') {
    if (url === '/health') return [200, 'application/json', '{"status":"ok"}']
    if (url === '/v1/opening') return [200, 'application/json', JSON.stringify(progress)]
    if (url === '/opening.js') return [200, 'text/javascript', script]
    if (url === '/opening.css') return [200, 'text/css', style]
    if (headers.accept?.includes('text/html') && !url.startsWith('/v1/'))
      return [200, 'text/html; charset=utf-8', page]
  }
  return [503, 'application/json', notYet]
}

const harmlessId = /^[A-Za-z0-9-]{1,64}$/

function hold({ host, port }) {
  let progress = { doing: 'Opening the venue', done: 0, total: 1 }
  const server = createServer((request, response) => {
    const [status, type, body] = answerTo(request, progress)
    const id = request.headers['x-request-id']
    response.writeHead(status, {
      'content-type': type,
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': harmlessId.test(id ?? '') ? id : randomUUID(),
      ...(status === 503 ? { 'retry-after': '1' } : {}),
    })
    response.end(body)
  })
  const tell = (word, code = null) => parentPort.postMessage({ word, code })
  const close = () => {
    parentPort.close()
    server.close(() => tell('closed'))
    server.closeAllConnections()
  }
  server.once('error', (error) => {
    tell('listening', error.code)
    parentPort.close()
  })
  server.listen(port, host, () => tell('listening'))
  parentPort.on('message', (message) => {
    if (message.progress === null) close()
    else progress = message.progress
  })
}

if (!isMainThread && workerData?.openingPage !== undefined) hold(workerData.openingPage)
