import { expect, test } from 'vitest'
import type { ControlMessage, FeedMessage } from '../../src/wire/index.ts'
import { startBreakingWire } from '../support/breaking-wire.ts'
import type { BrowserVenue } from '../support/venue-with-browser.ts'

type Message = FeedMessage | ControlMessage

/** More than fits through all connections that break. */
const BLOCKS = 60

/** What the page below was told, by wire. */
type Heard = Record<'sse' | 'ws', Message[]>

/** A page that follows with what the browser has. An EventSource comes again by itself, a WebSocket is opened again. */
const follower = (url: string, channels: string, cursor: string): string => `
  globalThis.heard = { sse: [], ws: [] }
  new EventSource('${url}/v1/stream?channels=${channels}&after=${cursor}')
    .onmessage = ({ data }) => heard.sse.push(JSON.parse(data))
  let after = '${cursor}'
  const open = () => {
    const socket = new WebSocket('${url.replace('http', 'ws')}/v1/ws')
    socket.onopen = () => socket.send(JSON.stringify({ op: 'subscribe', channels: '${channels}'.split(','), after }))
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data)
      if (message.seq !== undefined) after = message.epoch + '-' + message.seq
      heard.ws.push(message)
    }
    socket.onclose = open
  }
  open()`

export function wireStories(venue: () => BrowserVenue): void {
  test('default: Chromium’s own EventSource and WebSocket miss nothing when their connections break', async () => {
    const channels = 'blocks,markets'
    const [greeting] = await readStream(venue().url, { channels }, ({ type }) => type === 'subscribed')
    if (greeting?.type !== 'subscribed') throw new Error('there was no greeting')
    // Enough for a greeting and some messages; those that follow last.
    const lives = [1_500, 1_700, 2_100, 2_900]
    let broken = 0
    const wire = await startBreakingWire(Number(new URL(venue().url).port), {
      lifeOf: () => lives.shift() ?? Number.POSITIVE_INFINITY,
      onBroken() {
        broken += 1
      },
    })
    // Without the venue's own policy, as a page of somebody else on this machine.
    const { page } = await venue().open('/health', { bypassCSP: true })
    await page.evaluate(follower(`http://127.0.0.1:${wire.port}`, channels, greeting.head))
    await venue().control('mine', { blocks: BLOCKS })
    const told = await readStream(
      venue().url,
      { channels, after: greeting.head },
      (_, all) => all.filter(({ type }) => type === 'block').length === BLOCKS,
    )
    const expected = seqsOf(told)
    await page.waitForFunction(
      `[heard.sse, heard.ws].every((messages) => messages.some(({ seq }) => seq === ${expected.at(-1)}))`,
    )
    const heard = (await page.evaluate('heard')) as Heard
    for (const messages of [heard.sse, heard.ws]) {
      expect(messages.filter(({ type }) => type === 'resync')).toEqual([])
      expect(seqsOf(messages).slice(0, expected.length)).toEqual(expected)
    }
    expect(broken).toBe(4)
    await page.context().close()
    wire.close()
  })
}

const seqsOf = (messages: readonly Message[]): number[] =>
  messages.flatMap((message) => ('seq' in message ? [message.seq] : []))

/** The stream without breaks, until a message is the last that is wanted. */
async function readStream(
  url: string,
  query: Record<string, string>,
  isLast: (message: Message, all: readonly Message[]) => boolean,
): Promise<Message[]> {
  const { body } = await fetch(`${url}/v1/stream?${new URLSearchParams(query)}`)
  const all: Message[] = []
  let text = ''
  for await (const chunk of body!) {
    text += Buffer.from(chunk).toString('latin1')
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (data === undefined) continue
      const message: Message = JSON.parse(data)
      all.push(message)
      if (isLast(message, all)) return all
    }
  }
  throw new Error('the stream ended')
}
