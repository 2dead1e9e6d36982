import { linear } from '../lib/chart.ts'

const width = 120
const height = 36

/** The way of a price, small enough for a card; its words are beside it. */
export function Sparkline({ points }: { points: readonly number[] }) {
  if (points.length < 2) return null
  const [least, most] = [Math.min(...points), Math.max(...points)]
  const room = Math.max(10, (most - least) * 0.1)
  const x = linear([0, points.length - 1], [2, width - 4])
  const y = linear([least - room, most + room], [height - 2, 2])
  const line = points.map((point, index) => `${x(index).toFixed(1)},${y(point).toFixed(1)}`).join(' ')
  const last = points.at(-1) ?? 0
  const isDown = last < (points[0] ?? 0)
  return (
    <svg
      class={isDown ? 'spark no' : 'spark yes'}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <polyline points={line} />
      <circle cx={x(points.length - 1)} cy={y(last)} r={3} />
    </svg>
  )
}
