import { createClient } from 'sibyl/client'
import { noteAnswer } from './clock.ts'

/** The service that sent this page. Reads need no key. */
export const api = createClient({
  url: location.origin,
  async fetch(...request) {
    const askedMs = Date.now()
    const answer = await globalThis.fetch(...request)
    noteAnswer({ date: answer.headers.get('date'), askedMs, answeredMs: Date.now() })
    return answer
  },
})
