import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Timers } from '../kit/index.ts'
import { openSharedWindows } from './shared-windows.ts'

const startMs = 1_767_323_045_678

/** Timers that are fired by hand. */
function byHand() {
  const running: { readonly ms: number; readonly work: () => void }[] = []
  const timers: Timers = {
    every: () => () => undefined,
    after(ms, work) {
      const timer = { ms, work }
      running.push(timer)
      return () => {
        const at = running.indexOf(timer)
        if (at !== -1) running.splice(at, 1)
      }
    },
  }
  return { timers, running, fire: () => running.splice(0).forEach(({ work }) => void work()) }
}

interface Counting {
  readonly server: Server
  readonly url: string
  /** Whether it knows the protocol yet; before that it hangs up. */
  isThere: boolean
  /** Called with each connection that asks for a count. */
  onCount(socket: Socket): void
}

/** A server that takes the script, and counts when it is told to. */
async function startCounting(): Promise<Counting> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (!counting.isThere) {
      socket.destroy()
      return
    }
    server.emit('asked')
    socket.on('close', () => server.emit('hung up'))
    socket.on('data', (data) => {
      if (data.includes('EVALSHA')) counting.onCount(socket)
      else socket.write(`$40\r\n${'a'.repeat(40)}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const counting: Counting = {
    ...{ server, url: `redis://127.0.0.1:${port}`, isThere: true },
    onCount: (socket) => void socket.write('*3\r\n:1\r\n:1\r\n:60\r\n'),
  }
  return counting
}

const open = (url: string, timers: Timers) =>
  openSharedWindows({
    ...{ url, namesMax: 10, answerMs: 60_000, retryMs: 7, timers },
    observe: () => undefined,
  })
const asked = [{ name: 'x', limit: 5 }]

test('behavior: an answer that is there when its time is up counts, though nobody had looked at it yet', async () => {
  const counting = await startCounting()
  const { timers, running, fire } = byHand()
  const windows = await open(counting.url, timers)
  const answer = windows.take(asked, startMs)
  fire()
  expect(running.map(({ ms }) => ms)).toEqual([1])
  expect(await answer).toEqual([{ counted: true, used: 1, resetSeconds: 60 }])
  expect([windows.isShared(), running]).toEqual([true, []])
  windows.close()
  counting.server.close()
})
test('error: no answer when its time is up and a moment after is none', async () => {
  const counting = await startCounting()
  counting.onCount = () => undefined
  const { timers, fire } = byHand()
  const windows = await open(counting.url, timers)
  const answer = windows.take(asked, startMs)
  fire()
  fire()
  expect(await answer).toEqual([{ counted: true, used: 1, resetSeconds: 60 }])
  expect(windows.isShared()).toBe(false)
  windows.close()
  counting.server.close()
})
test('behavior: who is closed looks for the server no more', async () => {
  const counting = await startCounting()
  counting.isThere = false
  const { timers, running } = byHand()
  const windows = await open(counting.url, timers)
  expect(running.map(({ ms }) => ms)).toEqual([7])
  windows.close()
  expect(running).toEqual([])
  counting.server.close()
})
test('behavior: a connection that is made while it is closed is closed too', async () => {
  const counting = await startCounting()
  counting.isThere = false
  const { timers, fire } = byHand()
  const windows = await open(counting.url, timers)
  counting.isThere = true
  const [askedAgain, hungUp] = ['asked', 'hung up'].map(
    (event) => new Promise<void>((resolve) => counting.server.once(event, resolve)),
  )
  fire()
  await askedAgain
  windows.close()
  await hungUp
  expect(windows.isShared()).toBe(false)
  counting.server.close()
})
