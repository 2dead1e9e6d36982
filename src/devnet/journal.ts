import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { assert } from '../kit/index.ts'

/**
 * The devnet's memory: one JSON value a line, written before anybody is told of it. State is what replaying the lines
 * gives, so a process killed at any instant loses nothing it had answered for, and a line that was being written when it
 * died is recognised by its checksum and cut off.
 */
export interface Journal {
  /** Where the next line will stand. */
  readonly end: number
  /** Appends a line and returns its position. */
  append(value: unknown): number
  read(position: number): unknown
  /** Every line from a position on, with its own position. */
  entries(from?: number): Iterable<readonly [position: number, value: unknown]>
  /** Forgets everything from a position on. */
  truncate(position: number): void
  close(): void
}

export function createMemoryJournal(): Journal {
  const lines: Buffer[] = []
  return {
    get end() {
      return lines.length
    },
    append(value) {
      lines.push(Buffer.from(JSON.stringify(value)))
      return lines.length - 1
    },
    read(position) {
      const line = lines[position]
      assert(line !== undefined, `no line at ${position}`)
      return JSON.parse(line.toString())
    },
    *entries(from = 0) {
      for (let i = from; i < lines.length; i++) yield [i, JSON.parse(lines[i]!.toString())]
    },
    truncate(position) {
      lines.length = position
    },
    close() {},
  }
}

const CHECKSUM_CHARS = 8
const CHUNK_BYTES = 1 << 20
/** Most lines fit in this; longer ones take a second read. */
const LINE_BYTES = 8192

/** Line: checksum in hex, a space, JSON, newline. */
export function openFileJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'a+')
  let end = fstatSync(file).size

  function* scan(from: number): Generator<readonly [number, Buffer]> {
    let rest: Buffer = Buffer.alloc(0)
    let start = from
    for (let offset = from; offset < end; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - offset))
      const got = readSync(file, chunk, 0, chunk.length, offset)
      if (got === 0) break
      offset += got
      rest = rest.length === 0 ? chunk.subarray(0, got) : Buffer.concat([rest, chunk.subarray(0, got)])
      let line = 0
      for (let newline = rest.indexOf(10); newline >= 0; newline = rest.indexOf(10, line)) {
        yield [start, rest.subarray(line, newline)]
        start += newline + 1 - line
        line = newline + 1
      }
      rest = rest.subarray(line)
    }
    if (rest.length > 0) yield [start, rest.subarray(0, 0)]
  }

  const contentOf = (line: Buffer): Buffer | undefined => {
    const content = line.subarray(CHECKSUM_CHARS + 1)
    if (content.length === 0) return undefined
    return line.toString('latin1', 0, CHECKSUM_CHARS) === checksum(content) ? content : undefined
  }

  return {
    get end() {
      return end
    },
    append(value) {
      const content = Buffer.from(JSON.stringify(value))
      const line = Buffer.concat([Buffer.from(`${checksum(content)} `), content, Buffer.from('\n')])
      const position = end
      for (let written = 0; written < line.length; ) written += writeSync(file, line, written)
      end += line.length
      return position
    },
    read(position) {
      for (let size = LINE_BYTES; ; size *= 8) {
        const chunk = Buffer.allocUnsafe(Math.min(size, end - position))
        const got = readSync(file, chunk, 0, chunk.length, position)
        const newline = chunk.subarray(0, got).indexOf(10)
        if (newline < 0 && position + got < end) continue
        const content = newline < 0 ? undefined : contentOf(chunk.subarray(0, newline))
        assert(content !== undefined, `the journal has no line at ${position}`)
        return JSON.parse(content.toString())
      }
    },
    *entries(from = 0) {
      for (const [position, line] of scan(from)) {
        const content = contentOf(line)
        if (content === undefined) {
          ftruncateSync(file, position)
          end = position
          return
        }
        yield [position, JSON.parse(content.toString())]
      }
    },
    truncate(position) {
      ftruncateSync(file, position)
      end = position
    },
    close() {
      fsyncSync(file)
      closeSync(file)
    },
  }
}

const checksum = (content: Buffer): string => crc32(content).toString(16).padStart(CHECKSUM_CHARS, '0')
