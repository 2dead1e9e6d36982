import { untracked, useSignal } from '@preact/signals'
import type { Candle, Market } from 'sibyl/client'
import { type RangeName, rangeNames, rangeOf, spanOf, withTrade } from '../lib/candles.ts'
import { linear, roundTicks, stepArea, stepPath, timeLabel, timeTicks } from '../lib/chart.ts'
import { nowMs as venueNowMs } from '../lib/clock.ts'
import { centPrice, cents, localTime, shortMoney } from '../lib/format.ts'
import { useLiveLoad } from '../lib/load.ts'
import { reader } from '../lib/reader.ts'
import { useWidth } from '../lib/use-width.ts'
import { decimals } from '../lib/venue.ts'
import { Change } from './change.tsx'
import { DataTable } from './data-table.tsx'

const height = 260
const margin = { top: 12, right: 48, bottom: 24, left: 8 }
const volumeHeight = 40

/** What yes has cost, over a span that is picked; the same as a table for who cannot see it. */
export function PriceChart({ market }: { market: Market }) {
  const picked = useSignal<RangeName>('All')
  const address = market.marketAddress
  const loaded = useLiveLoad(
    [`market:${address}`],
    async (signal) => {
      // Time that passes is no reason to ask again.
      const nowMs = untracked(venueNowMs)
      const range = rangeOf(picked.value, nowMs - Date.parse(market.createdAt))
      const { fromMs, asked } = spanOf(range, nowMs)
      const { candles } = await reader().markets.candles({ address, ...asked }, { signal })
      return { candles, interval: range.interval, fromMs }
    },
    (value, message) =>
      message.type === 'trade'
        ? { ...value, candles: withTrade(value.candles, message.data, value.interval) }
        : value,
  ).value
  const candles = loaded.state === 'ready' ? loaded.value.candles : []
  const first = candles[0]
  const last = candles.at(-1)
  const change = first === undefined || last === undefined ? 0 : last.close - first.open
  return (
    <section class="panel chart" aria-label="Price history">
      <header>
        <h2>
          Price of yes{' '}
          {last !== undefined && (
            <>
              <strong class="now">{centPrice(last.close)}</strong> <Change by={change} />
            </>
          )}
        </h2>
        <fieldset class="ranges">
          <legend class="unseen">Range</legend>
          {rangeNames.map((name) => (
            <label key={name} class={name === picked.value ? 'picked' : ''}>
              <input
                type="radio"
                name="range"
                checked={name === picked.value}
                onChange={() => {
                  picked.value = name
                }}
              />
              {name}
            </label>
          ))}
        </fieldset>
      </header>
      {loaded.state === 'ready' && candles.length > 0 ? (
        <Drawing candles={candles} fromMs={loaded.value.fromMs} />
      ) : (
        <p class="blank">
          {loaded.state === 'loading'
            ? 'Loading prices …'
            : loaded.state === 'failed'
              ? 'The prices could not be read.'
              : 'No trades in this span. The first order that meets another begins the line.'}
        </p>
      )}
      {candles.length > 0 && (
        <DataTable
          caption="Prices of yes"
          head={['From', 'Open', 'High', 'Low', 'Close', 'Volume']}
          rows={candles
            .filter(({ trades }) => trades > 0)
            .map((candle) => [
              localTime(candle.start),
              cents(candle.open),
              cents(candle.high),
              cents(candle.low),
              cents(candle.close),
              shortMoney(candle.volume, decimals()),
            ])}
        />
      )}
    </section>
  )
}

function Drawing({ candles, fromMs }: { candles: readonly Candle[]; fromMs: number }) {
  const { ref, width } = useWidth()
  const pointed = useSignal<number | null>(null)
  const nowMs = Math.max(venueNowMs(), Date.parse(candles.at(-1)?.start ?? ''))
  const firstMs = Math.max(fromMs, Math.min(Date.parse(candles[0]?.start ?? ''), nowMs))
  const prices = candles.flatMap(({ high, low }) => [high, low])
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const room = Math.max(20, (most - least) * 0.15)
  const bottom = height - margin.bottom
  const x = linear([firstMs, nowMs], [margin.left, width - margin.right])
  const y = linear(
    [Math.max(0, least - room), Math.min(1_000, most + room)],
    [bottom - volumeHeight / 2, margin.top],
  )
  const line: [number, number][] = candles.map((candle) => [
    x(Math.max(firstMs, Date.parse(candle.start))),
    y(candle.close),
  ])
  const end = line.at(-1)
  if (end !== undefined) line.push([x(nowMs), end[1]])
  const mostVolume = candles.reduce((max, { volume }) => (BigInt(volume) > max ? BigInt(volume) : max), 1n)
  const bar = Math.max(1.5, Math.min(10, (width - margin.left - margin.right) / candles.length - 1))
  const offsetMs = -new Date(nowMs).getTimezoneOffset() * 60_000
  const under = pointed.value === null ? null : candleAt(candles, x.invert(pointed.value))
  return (
    <div ref={ref} class="drawing">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        aria-hidden="true"
        onPointerMove={(event) => {
          pointed.value = event.offsetX
        }}
        onPointerLeave={() => {
          pointed.value = null
        }}
      >
        {roundTicks(y.invert(bottom - volumeHeight / 2), y.invert(margin.top), 5).map((tick) => (
          <g key={tick} class="tick">
            <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
            <text x={width - margin.right + 8} y={y(tick) + 4}>
              {centPrice(tick)}
            </text>
          </g>
        ))}
        {timeTicks(firstMs, nowMs, Math.max(2, width / 130), offsetMs)
          .filter((tick) => x(tick) > 24 && x(tick) < width - margin.right - 12)
          .map((tick) => (
            <text key={tick} class="time" x={x(tick)} y={height - 6}>
              {timeLabel(tick)}
            </text>
          ))}
        {candles.map((candle) => {
          const tall = (Number((BigInt(candle.volume) * 1_000n) / mostVolume) / 1_000) * volumeHeight
          return tall === 0 ? null : (
            <rect
              key={candle.start}
              class="volume"
              x={x(Math.max(firstMs, Date.parse(candle.start)))}
              y={bottom - tall}
              width={bar}
              height={tall}
            />
          )
        })}
        <line class="base" x1={margin.left} x2={width - margin.right} y1={bottom} y2={bottom} />
        <path class="area" d={stepArea(line, bottom)} />
        <path class="line" d={stepPath(line)} />
        {end !== undefined && <circle class="dot" cx={x(nowMs)} cy={end[1]} r={4} />}
        {under !== null && (
          <g class="cross">
            <line
              x1={x(Date.parse(under.start))}
              x2={x(Date.parse(under.start))}
              y1={margin.top}
              y2={bottom}
            />
            <circle cx={x(Date.parse(under.start))} cy={y(under.close)} r={4} />
          </g>
        )}
      </svg>
      {under !== null && (
        <p class="reading" aria-hidden="true">
          {`${localTime(under.start)}: ${centPrice(under.close)}, high ${cents(under.high)}, low ${cents(under.low)}, ${under.trades} ${under.trades === 1 ? 'trade' : 'trades'}`}
        </p>
      )}
    </div>
  )
}

/** The candle a moment falls into: the last that began before it. */
function candleAt(candles: readonly Candle[], ms: number): Candle | null {
  return candles.findLast(({ start }) => Date.parse(start) <= ms) ?? candles[0] ?? null
}
