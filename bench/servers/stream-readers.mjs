import { connect } from 'node:net'

/**
 * Readers of streams in a process of their own. A full client would take more of the machine than the server it measures:
 * these look at a message's seq and note when it had arrived, on the clock that all processes of a machine share.
 *
 *   open {group, url, wire, count, channels, after, isDeaf}  answers when everybody has been told `subscribed`
 *   heard {group}             what the group's first reader heard since it was asked last: seq and text
 *   arrivals {group, seqs}    when each of these had arrived, reader by reader; how many readers lost their connection
 *   close {group}
 */
const nowMs = () => Number(process.hrtime.bigint()) / 1e6
const groups = new Map()
/** An address has twenty streams. */
const streamsPerAddress = 20
/** Opened at a time: a server's line of waiting connections is short. */
const openedAtOnce = 64
const triesMax = 5

process.once('SIGTERM', () => process.exit(0))
process.on('message', async (message) => {
  process.send(await commands[message.op](message))
})

const commands = {
  async open({ group, count, isDeaf = false, ...how }) {
    const own = { sockets: [], arrivals: new Map(), heard: [] }
    groups.set(group, own)
    let opened = 0
    const openNext = async () => {
      while (opened < count) {
        const at = opened++
        const address = Math.floor(at / streamsPerAddress)
        const from = `10.${isDeaf ? 1 : 0}.${address >> 8}.${address & 255}`
        const note = (text) => {
          const seq = /^\{"seq":(\d+),/.exec(text.toString('latin1', 0, 24))?.[1]
          if (seq === undefined) return
          const times = own.arrivals.get(Number(seq))
          if (times) times.push(nowMs())
          else own.arrivals.set(Number(seq), [nowMs()])
          if (at === 0) own.heard.push({ seq: Number(seq), text: text.toString() })
        }
        own.sockets.push(await openPatiently({ ...how, from, isDeaf, note }))
      }
    }
    await Promise.all(Array.from({ length: Math.min(count, openedAtOnce) }, openNext))
    return { opened: own.sockets.length }
  },
  heard({ group }) {
    return { heard: groups.get(group).heard.splice(0) }
  },
  arrivals({ group, seqs }) {
    const { arrivals, sockets } = groups.get(group)
    const told = seqs.map((seq) => arrivals.get(seq) ?? [])
    arrivals.clear()
    const lost = sockets.filter(({ destroyed }) => destroyed).length
    return { told, lost }
  },
  close({ group }) {
    for (const socket of groups.get(group).sockets) socket.destroy()
    groups.delete(group)
    return {}
  },
}

/** As every client does: on a busy machine the database may not answer in time, and the connection ends. */
async function openPatiently(how) {
  for (let tries = 1; ; tries++)
    try {
      return await open(how)
    } catch (error) {
      if (tries === triesMax) throw error
    }
}

/** One reader; resolves when it follows. A deaf one asks and then never reads again. */
function open({ url, wire, channels, after, from, isDeaf, note }) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay()
  const head = `host: ${hostname}\r\nx-forwarded-for: ${from}\r\n`
  const behind = after === undefined ? {} : { after }
  return new Promise((resolve, reject) => {
    let rest = Buffer.alloc(0)
    let isOpen = false
    let last = ''
    const resolveDeaf = () => {
      socket.pause()
      socket.removeAllListeners('data')
      resolve(socket)
    }
    socket.on('error', reject)
    socket.on('close', () =>
      reject(new Error(`closed after ${last || rest.toString('latin1').slice(0, 500)}`)),
    )
    socket.on('connect', () => {
      if (wire === 'sse') {
        const query = new URLSearchParams({ channels: channels.join(','), ...behind })
        socket.write(`GET /v1/stream?${query} HTTP/1.1\r\n${head}\r\n`)
      } else
        socket.write(
          `GET /v1/ws HTTP/1.1\r\n${head}connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
        )
    })
    const take = wire === 'sse' ? takeEvents : takeFrames
    socket.on('data', (chunk) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (!isOpen) {
        const end = rest.indexOf('\r\n\r\n')
        if (end === -1) return
        const status = rest.toString('latin1', 9, 12)
        if (status !== (wire === 'sse' ? '200' : '101'))
          return reject(new Error(rest.toString('latin1').slice(0, 500)))
        isOpen = true
        rest = rest.subarray(end + 4)
        if (wire === 'ws' && channels !== undefined)
          socket.write(frameOf(JSON.stringify({ op: 'subscribe', channels, ...behind })))
        if (isDeaf) return resolveDeaf()
        if (channels === undefined) resolve(socket)
      }
      rest = take(rest, (text) => {
        if (text.indexOf('{"type":"subscribed"') === 0) resolve(socket)
        else if (text.indexOf('{"seq"') !== 0) last = text.toString()
        note(text)
      })
    })
  })
}

/** Hands over every whole frame's text and returns what is left. */
function takeFrames(bytes, onText) {
  let at = 0
  while (at + 2 <= bytes.length) {
    const short = bytes[at + 1]
    const headBytes = short < 126 ? 2 : short === 126 ? 4 : 10
    if (at + headBytes > bytes.length) break
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    const end = at + headBytes + length
    if (end > bytes.length) break
    onText(bytes.subarray(at + headBytes, end))
    at = end
  }
  return bytes.subarray(at)
}

const endOfEvent = Buffer.from('\n\n')
const startOfData = Buffer.from('data: ')

/** The same of server-sent events; between two of them stand the lengths of chunks, which nobody needs. */
function takeEvents(bytes, onText) {
  let at = 0
  for (let end = bytes.indexOf(endOfEvent); end !== -1; end = bytes.indexOf(endOfEvent, at)) {
    const data = bytes.indexOf(startOfData, at)
    if (data !== -1 && data < end) onText(bytes.subarray(data + startOfData.length, end))
    at = end + endOfEvent.length
  }
  return bytes.subarray(at)
}

/** A client's text frame, masked with zeros. */
function frameOf(text) {
  const payload = Buffer.from(text)
  const head = payload.length < 126 ? Buffer.alloc(6) : Buffer.alloc(8)
  head[0] = 0x81
  head[1] = 0x80 | Math.min(payload.length, 126)
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

process.send('ready')
