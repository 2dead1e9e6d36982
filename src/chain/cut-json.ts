import { Fault } from '../kit/index.ts'

/** What becomes of the elements of an array that may be of any length. */
export interface Piece {
  /** Asked with an element's first bytes, or all of it: false, and the rest is passed over without being kept. */
  readonly isWanted?: (head: string) => boolean
  /** Strings are cut to this length: for elements of which only short ones are read, while others may be endless. */
  readonly stringBytesMax?: number
  /** An element's own JSON text. */
  readonly take: (text: string) => void
}

export interface Cut {
  /**
   * Arrays whose elements, which must be objects, are handed over one by one. Named by the keys that lead there, with
   * `*` for any element of an array on the way: `block.transactions`, `*.transactions`.
   */
  readonly arrays: Readonly<Record<string, Piece>>
  /** One element, as far as it is kept, must fit in this. */
  readonly elementBytesMax: number
  /** Everything else must fit in this. */
  readonly restBytesMax: number
}

/** Enough of an element to see whose it is. */
const HEAD_BYTES = 1024
/** More than an element of the greatest size comes in. A chunk may hold a single byte, and each part costs a hundred. */
const PARTS_MAX = 1024
/** More than any key of a node's answers. */
const KEY_CHARS_MAX = 100
/** More than any answer has open at once outside of elements; the way to each is written out, so its length is bounded. */
const DEPTH_MAX = 100

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d

/**
 * Cuts JSON of any length while it comes, so that no more of it is in memory than one element and what is kept.
 * Returns everything else as text, with the named arrays empty. Only quotes and brackets are looked at here: the
 * elements and the rest are for JSON.parse, which sees to their form.
 */
export async function cutJson(chunks: AsyncIterable<Uint8Array>, cut: Cut): Promise<string> {
  const pieces = new Map(Object.entries(cut.arrays))
  let rest = ''
  /** Keys of the open brackets outside of elements, the root's first. */
  const path: string[] = []
  let piece: Piece | null = null
  let element = newElement()
  /** Brackets open within the element; 0 between two of them. */
  let depth = 0
  let isInString = false
  let isEscaped = false
  let stringLength = 0
  /** The rest of a long string is passed over. */
  let isSkipping = false
  /** In the chunk at hand: what was not yet added begins here, and the next backslash stands there. */
  let from = 0
  let backslashAt = -1

  function addToRest(bytes: Uint8Array): void {
    rest += toText(bytes, 'latin1')
    if (rest.length > cut.restBytesMax)
      throw malformed(`more than ${cut.restBytesMax} bytes beside its lists`)
  }

  function addToElement(bytes: Uint8Array): void {
    if (element.isLeftOut) return
    // A copy: the bytes themselves would hold the whole chunk they came in, and its cut strings with it.
    element.parts.push(Buffer.from(bytes))
    element.size += bytes.length
    if (element.parts.length > PARTS_MAX) element.parts = [Buffer.concat(element.parts)]
    if (element.isJudged && element.size > cut.elementBytesMax) {
      element = newElement() // whoever keeps the error must not keep the bytes
      throw malformed(`more than ${cut.elementBytesMax} bytes in one element of a list`)
    }
    if (element.isJudged || element.size < HEAD_BYTES) return
    element.isJudged = true
    if (piece?.isWanted?.(toText(Buffer.concat(element.parts)))) return
    element.isLeftOut = piece?.isWanted !== undefined
    if (element.isLeftOut) element.parts = []
  }

  function endElement(): void {
    if (!element.isLeftOut) {
      const text = toText(Buffer.concat(element.parts))
      if (element.isJudged || (piece?.isWanted?.(text) ?? true)) piece?.take(text)
    }
    element = newElement()
  }

  /** Goes on within a string; where it ends in this chunk, or the last byte that was looked at. */
  function passString(chunk: Uint8Array, at: number): number {
    if (isEscaped) {
      isEscaped = false
      stringLength += 1
      return at
    }
    const end = nextOf(chunk, QUOTE, at)
    if (backslashAt < at) backslashAt = nextOf(chunk, BACKSLASH, at)
    const stop = Math.min(end, backslashAt)
    const left = (piece?.stringBytesMax ?? Number.POSITIVE_INFINITY) - stringLength
    if (depth > 0 && !isSkipping && stop - at > left) {
      addToElement(chunk.subarray(from, at + Math.max(0, left)))
      isSkipping = true
    }
    stringLength += stop - at
    if (stop === chunk.length) return stop
    isEscaped = stop === backslashAt
    if (isEscaped) return stop
    isInString = false
    if (isSkipping) from = stop
    isSkipping = false
    return stop
  }

  for await (const chunk of chunks) {
    from = 0
    backslashAt = -1
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (isInString) {
        at = passString(chunk, at)
        continue
      }
      const opens = byte === OPEN_OBJECT || byte === OPEN_ARRAY
      const closes = byte === CLOSE_OBJECT || byte === CLOSE_ARRAY
      if (piece !== null && depth === 0) {
        if (byte === OPEN_OBJECT) {
          from = at
          depth = 1
        } else if (byte === CLOSE_ARRAY) {
          from = at
          piece = null
          path.pop()
        } else if (!isBetweenElements(byte)) throw malformed('a list that holds no objects')
        continue
      }
      if (byte === QUOTE) {
        isInString = true
        stringLength = 0
      }
      if (piece !== null) {
        if (opens) depth += 1
        if (closes) depth -= 1
        if (depth > 0) continue
        addToElement(chunk.subarray(from, at + 1))
        endElement()
      } else if (opens) {
        addToRest(chunk.subarray(from, at + 1))
        from = at + 1
        path.push(lastKeyOf(rest))
        if (path.length > DEPTH_MAX) throw malformed(`more than ${DEPTH_MAX} brackets in each other`)
        piece = byte === OPEN_ARRAY ? (pieces.get(path.slice(1).join('.')) ?? null) : null
      } else if (closes) path.pop()
    }
    if (isSkipping) continue
    if (depth > 0) addToElement(chunk.subarray(from))
    else if (piece === null) addToRest(chunk.subarray(from))
  }
  if (depth > 0 || piece !== null) throw malformed('an end before its time')
  return Buffer.from(rest, 'latin1').toString('utf8')
}

interface Element {
  parts: Uint8Array[]
  size: number
  isJudged: boolean
  isLeftOut: boolean
}

const newElement = (): Element => ({ parts: [], size: 0, isJudged: false, isLeftOut: false })

/** The key before the bracket a text ends with; within an array there is none. */
function lastKeyOf(text: string): string {
  return /"([^"\\]*)"\s*:\s*[[{]$/.exec(text.slice(-KEY_CHARS_MAX))?.[1] ?? '*'
}

/** Where a byte stands next, or the chunk's end. */
function nextOf(chunk: Uint8Array, byte: number, at: number): number {
  const found = chunk.indexOf(byte, at)
  return found === -1 ? chunk.length : found
}

const isBetweenElements = (byte: number | undefined): boolean =>
  byte === 0x2c || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const toText = (bytes: Uint8Array, encoding: 'utf8' | 'latin1' = 'utf8'): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding)

const malformed = (what: string): Fault =>
  new Fault('upstream_error', `the node's answer cannot be used: it has ${what}`)
