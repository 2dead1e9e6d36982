import type { CompiledContract } from './compare-code.ts'
import workerUrl from './compile-worker.ts?worker&url'

/** The page's policy lets scripts come from here alone, and only through this name. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('sibyl', {
  createScriptURL: (url: string) => url,
})

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

let asked: Promise<readonly CompiledContract[]> | undefined

/** Compiled once a visit: the sources do not change while the page is open. */
export function compilePublished(): Promise<readonly CompiledContract[]> {
  asked ??= new Promise((resolve, reject) => {
    const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<readonly CompiledContract[]>) => {
      resolve(data)
      worker.terminate()
    }
    worker.onerror = ({ message }) => {
      asked = undefined
      reject(new Error(`the compiler stopped: ${message}`))
      worker.terminate()
    }
  })
  return asked
}
