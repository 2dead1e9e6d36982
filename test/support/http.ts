import type { Answered, RequestOptions } from './api.ts'
import { assertDocumented } from './openapi.ts'

/** The same `request` as the test API's, over a real socket: answers are checked against docs/openapi.json. */
export function createHttpClient(base: string): {
  request(method: string, url: string, options?: RequestOptions): Promise<Answered>
} {
  return {
    async request(method, url, options = {}) {
      const response = await fetch(`${base}${url}`, {
        method,
        headers: {
          ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
          ...(options.headers as Record<string, string> | undefined),
        },
        ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
      })
      const body = await response.text()
      const headers = Object.fromEntries(response.headers)
      assertDocumented({ method, url, status: response.status, headers, body })
      return { status: response.status, headers, body, json: () => JSON.parse(body) }
    },
  }
}
