import type { ResourceLimits, Worker } from 'node:worker_threads'

/**
 * Starts `name` beside the calling module as a worker thread. What is published runs plain JavaScript. From the sources
 * (tests, benches) the thread first loads the loader for TypeScript, which a thread of Node 20 does not inherit.
 *
 * `startWorker('./pglite-worker', import.meta.url, { folder })`
 *
 * Node's modules are asked for here and not imported: the client stands on this room too, and runs in browsers.
 */
export function startWorker(
  name: string,
  callerUrl: string,
  workerData: unknown,
  resourceLimits: ResourceLimits = {},
): Worker {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  if (!callerUrl.endsWith('.ts'))
    return new Worker(new URL(`${name}.js`, callerUrl), { workerData, resourceLimits })
  const { createRequire } = process.getBuiltinModule('node:module')
  const { pathToFileURL } = process.getBuiltinModule('node:url')
  // Node resolves to the CommonJS twin from here; the thread needs the module beside it.
  const loader = pathToFileURL(createRequire(callerUrl).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs')
  const module = new URL(`${name}.ts`, callerUrl).href
  const text = `import { register } from ${JSON.stringify(loader)}
register()
await import(${JSON.stringify(module)})`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`), {
    workerData,
    resourceLimits,
    execArgv: [],
  })
}
