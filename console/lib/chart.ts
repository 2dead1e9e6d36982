/** Where values lie on a drawing. */
export interface Scale {
  (value: number): number
  /** The value at a place. */
  invert(place: number): number
}

export function linear(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): Scale {
  const span = to - from || 1
  const scale = (value: number): number => start + ((value - from) / span) * (end - start)
  return Object.assign(scale, { invert: (place: number) => from + ((place - start) / (end - start)) * span })
}

/** Round values inside a span, about as many as asked for: steps of 1, 2 or 5 times a power of ten. */
export function roundTicks(from: number, to: number, about: number): number[] {
  const span = to - from
  if (!(span > 0)) return [from]
  const rough = span / Math.max(1, about)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const ticks: number[] = []
  for (let count = Math.ceil(from / step); count * step <= to + step / 1e6; count++) ticks.push(count * step)
  return ticks
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const timeSteps = [
  5 * second,
  10 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  30 * day,
  90 * day,
  365 * day,
]

/** Times inside a span at round moments of the reader's clock; `offsetMs` is local time less UTC. */
export function timeTicks(fromMs: number, toMs: number, about: number, offsetMs: number): number[] {
  const rough = (toMs - fromMs) / Math.max(1, about)
  const step = timeSteps.find((size) => size >= rough) ?? 365 * day
  const ticks: number[] = []
  for (let at = Math.ceil((fromMs + offsetMs) / step) * step; at - offsetMs <= toMs; at += step)
    ticks.push(at - offsetMs)
  return ticks
}

/** A tick's words: the day at midnight, the hour otherwise, with seconds between two minutes. */
export function timeLabel(ms: number): string {
  const time = new Date(ms)
  const isMinute = time.getSeconds() === 0
  if (isMinute && time.getHours() === 0 && time.getMinutes() === 0)
    return time.toLocaleDateString(undefined, { month: 'short', day: 'numeric' })
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return time.toLocaleTimeString(undefined, isMinute ? parts : { ...parts, second: '2-digit' })
}

type Point = readonly [x: number, y: number]

const at = ([x, y]: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`

/** A line that holds each value until the next: prices jump, they do not glide. */
export function stepPath(points: readonly Point[]): string {
  const [first, ...others] = points
  if (first === undefined) return ''
  let y = first[1]
  let path = `M${at(first)}`
  for (const point of others) {
    path += `L${at([point[0], y])}`
    if (point[1] !== y) path += `L${at(point)}`
    y = point[1]
  }
  return path
}

/** The same, closed along a base line. */
export function stepArea(points: readonly Point[], base: number): string {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return ''
  return `${stepPath(points)}L${at([last[0], base])}L${at([first[0], base])}Z`
}
