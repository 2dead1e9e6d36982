import { createClient } from 'sibyl/client'
import { noteAnswer } from './clock.ts'

/** Every answer also tells the time. */
async function ask(...request: Parameters<typeof fetch>): Promise<Response> {
  const askedMs = Date.now()
  const answer = await fetch(...request)
  noteAnswer({ date: answer.headers.get('date'), askedMs, answeredMs: Date.now() })
  return answer
}

/** The service that sent this page. Reads need no key. */
export const api = createClient({ url: location.origin, fetch: ask })

/** The same with a key. It may be revoked elsewhere: who holds it is told as soon as it is refused. */
export const apiWithKey = (key: string, onRefused: () => void) =>
  createClient({
    url: location.origin,
    key,
    async fetch(...request) {
      const answer = await ask(...request)
      if (answer.status === unauthorised) onRefused()
      return answer
    },
  })

const unauthorised = 401
