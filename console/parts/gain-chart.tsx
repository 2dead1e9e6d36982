import { formatAmount } from '../lib/amount.ts'
import { linear, roundTicks, stepArea, stepPath, timeLabel, timeTicks } from '../lib/chart.ts'
import { nowMs } from '../lib/clock.ts'
import { localTime, signedAmount } from '../lib/format.ts'
import type { GainPoint } from '../lib/gains.ts'
import { useWidth } from '../lib/use-width.ts'
import { collateralSymbol, decimals } from '../lib/venue.ts'
import { DataTable } from './data-table.tsx'

const height = 180
const margin = { top: 12, right: 56, bottom: 24, left: 8 }
/** Before the first gain the line is level for this part of the drawing. */
const leadPart = 0.06

/** What was won and lost for certain, as it came about. */
export function GainChart({ points }: { points: readonly GainPoint[] }) {
  return (
    <section class="panel chart alone" aria-label="Realised gain">
      <header>
        <h2>
          Realised gain <span class="soft small">{collateralSymbol()}, fees taken off</span>
        </h2>
      </header>
      {points.length === 0 ? (
        <p class="blank">Nothing is realised yet. The first sale, payout or fee begins the line.</p>
      ) : (
        <>
          <Drawing points={points} />
          <DataTable
            caption="Realised gain"
            head={['When', 'Sum']}
            rows={points.map(({ at, realised }) => [localTime(at), signedAmount(realised, decimals())])}
          />
        </>
      )}
    </section>
  )
}

function Drawing({ points }: { points: readonly GainPoint[] }) {
  const { ref, width } = useWidth()
  const unit = 10n ** BigInt(Math.max(0, decimals() - 4))
  const sums = points.map(({ realised }) => Number(realised / unit) / 10_000)
  const lastMs = Math.max(nowMs(), Date.parse(points.at(-1)?.at ?? ''))
  const beganMs = Date.parse(points[0]?.at ?? '')
  const firstMs = beganMs - Math.max(60_000, (lastMs - beganMs) * leadPart)
  const [least, most] = [Math.min(0, ...sums), Math.max(0, ...sums)]
  const room = Math.max(0.01, (most - least) * 0.12)
  const bottom = height - margin.bottom
  const x = linear([firstMs, lastMs], [margin.left, width - margin.right])
  const y = linear([least - room, most + room], [bottom, margin.top])
  const line: [number, number][] = [
    [x(firstMs), y(0)],
    ...points.map(({ at }, index): [number, number] => [x(Date.parse(at)), y(sums[index] ?? 0)]),
    [x(lastMs), y(sums.at(-1) ?? 0)],
  ]
  const offsetMs = -new Date(lastMs).getTimezoneOffset() * 60_000
  const ticks = roundTicks(y.invert(bottom), y.invert(margin.top), 4)
  const places = (ticks[1] ?? 1) - (ticks[0] ?? 0) < 1 ? 2 : 0
  return (
    <div ref={ref} class="drawing">
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick} class={Math.abs(tick) < 1e-9 ? 'tick zero' : 'tick'}>
            <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
            <text x={width - margin.right + 8} y={y(tick) + 4}>
              {axisNumber(tick, places)}
            </text>
          </g>
        ))}
        {timeTicks(firstMs, lastMs, Math.max(2, width / 130), offsetMs)
          .filter((tick) => x(tick) > 24 && x(tick) < width - margin.right - 12)
          .map((tick) => (
            <text key={tick} class="time" x={x(tick)} y={height - 6}>
              {timeLabel(tick)}
            </text>
          ))}
        <path class="area" d={stepArea(line, y(0))} />
        <path class="line" d={stepPath(line)} />
        <circle class="dot" cx={x(lastMs)} cy={line.at(-1)?.[1]} r={4} />
      </svg>
    </div>
  )
}

/** A minus as long as a plus, and no "−0". */
function axisNumber(value: number, places: number): string {
  const units = BigInt(Math.round(Math.abs(value) * 100))
  const text = formatAmount(units, 2, places)
  return value < 0 && units > 0n ? `−${text}` : text
}
