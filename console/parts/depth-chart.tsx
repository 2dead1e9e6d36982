import type { LocalBook } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { linear, roundTicks, stepArea, stepPath } from '../lib/chart.ts'
import { type DepthPoint, depthOf } from '../lib/depth.ts'
import { centPrice, cents, shortMoney } from '../lib/format.ts'
import { useWidth } from '../lib/use-width.ts'
import { decimals } from '../lib/venue.ts'
import { DataTable } from './data-table.tsx'

const height = 190
const margin = { top: 12, right: 48, bottom: 24, left: 8 }

/** How much can be bought and sold up to each price. */
export function DepthChart({ book }: { book: Pick<LocalBook, 'bids' | 'asks'> }) {
  const bids = depthOf(book.bids)
  const asks = depthOf(book.asks)
  if (bids.length + asks.length === 0) return null
  return (
    <section class="panel chart" aria-label="Depth">
      <header>
        <h2>
          Depth <span class="soft small">shares up to a price</span>
        </h2>
        <p class="key">
          <span class="yes">bids</span> <span class="no">asks</span>
        </p>
      </header>
      <Drawing bids={bids} asks={asks} />
      <DataTable
        caption="Depth of the book"
        head={['Up to', 'Side', 'Shares']}
        rows={[
          ...asks.toReversed().map((point) => row(point, 'ask')),
          ...bids.map((point) => row(point, 'bid')),
        ]}
      />
    </section>
  )
}

const row = ({ price, total }: DepthPoint, side: string): string[] => [
  cents(price),
  side,
  formatAmount(total, decimals()),
]

function Drawing({ bids, asks }: { bids: readonly DepthPoint[]; asks: readonly DepthPoint[] }) {
  const { ref, width } = useWidth()
  const prices = [...bids, ...asks].map(({ price }) => price)
  const room = Math.max(10, (Math.max(...prices) - Math.min(...prices)) * 0.06)
  const [least, most] = [Math.max(0, Math.min(...prices) - room), Math.min(1_000, Math.max(...prices) + room)]
  const deepest = Number(
    [...bids, ...asks].reduce((max, { total }) => (total > max ? total : max), 1n) /
      10n ** BigInt(decimals() - 2),
  )
  const bottom = height - margin.bottom
  const x = linear([least, most], [margin.left, width - margin.right])
  const y = linear([0, (deepest / 100) * 1.1], [bottom, margin.top])
  const unit = 10n ** BigInt(decimals() - 2)
  const steps = (points: readonly DepthPoint[], edge: number): [number, number][] => {
    const line: [number, number][] = [
      [x(points[0]?.price ?? 0), bottom],
      ...points.map(({ price, total }): [number, number] => [x(price), y(Number(total / unit) / 100)]),
    ]
    return [...line, [x(edge), line.at(-1)?.[1] ?? bottom]]
  }
  return (
    <div ref={ref} class="drawing">
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        {roundTicks(0, y.invert(margin.top), 3).map((tick) => (
          <g key={tick} class="tick">
            <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
            <text x={width - margin.right + 8} y={y(tick) + 4}>
              {shortMoney(BigInt(Math.round(tick)), 0)}
            </text>
          </g>
        ))}
        {roundTicks(least, most, Math.max(2, width / 110))
          .filter((tick) => x(tick) > 20 && x(tick) < width - margin.right - 8)
          .map((tick) => (
            <text key={tick} class="time" x={x(tick)} y={height - 6}>
              {centPrice(tick)}
            </text>
          ))}
        {bids.length > 0 && (
          <g class="bids">
            <path class="area" d={stepArea(steps(bids, least), bottom)} />
            <path class="line" d={stepPath(steps(bids, least))} />
          </g>
        )}
        {asks.length > 0 && (
          <g class="asks">
            <path class="area" d={stepArea(steps(asks, most), bottom)} />
            <path class="line" d={stepPath(steps(asks, most))} />
          </g>
        )}
      </svg>
    </div>
  )
}
