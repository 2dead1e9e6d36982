import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/**
 * Starts `name` beside the calling module as a worker thread. What is published runs plain JavaScript. From the sources
 * (tests, benches) the thread first loads the loader for TypeScript, which a thread of Node 20 does not inherit.
 *
 * `startWorker('./pglite-worker', import.meta.url, { folder })`
 */
export function startWorker(name: string, callerUrl: string, workerData: unknown): Worker {
  if (!callerUrl.endsWith('.ts')) return new Worker(new URL(`${name}.js`, callerUrl), { workerData })
  // Node resolves to the CommonJS twin from here; the thread needs the module beside it.
  const loader = pathToFileURL(createRequire(callerUrl).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs')
  const module = new URL(`${name}.ts`, callerUrl).href
  const text = `import { register } from ${JSON.stringify(loader)}
register()
await import(${JSON.stringify(module)})`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`), { workerData, execArgv: [] })
}
