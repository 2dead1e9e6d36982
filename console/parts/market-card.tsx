import { middleOf } from '../lib/book.ts'
import { centPrice, duration, shortMoney } from '../lib/format.ts'
import type { ListedMarket } from '../lib/listed-market.ts'
import { follow } from '../lib/route.ts'
import { useChanged } from '../lib/use-changed.ts'
import { collateralSymbol, decimals } from '../lib/venue.ts'
import { Change } from './change.tsx'
import { Sparkline } from './sparkline.tsx'

export function MarketCard({ market, now }: { market: ListedMarket; now: number }) {
  const isOver = market.finalOutcome !== null
  const isPriced = chanceNumber(market) !== null
  const isNew = useChanged(chanceOf(market))
  return (
    <article class="card">
      <p class="tag">
        {market.category} {market.state !== 'open' && <StateBadge state={market.state} />}
      </p>
      <h2>
        <a href={`/m/${market.marketAddress}`} onClick={follow}>
          {market.question}
        </a>
      </h2>
      <div class="chance">
        {isPriced || isOver ? (
          <p>
            <strong key={chanceOf(market)} class={isNew ? 'flash' : ''}>
              {chanceOf(market)}
            </strong>{' '}
            <span>{isOver ? 'final' : 'chance of yes'}</span>
          </p>
        ) : (
          <p>
            <span>No price yet: nobody waits in the book.</span>
          </p>
        )}
        <Sparkline points={market.sparkline} />
      </div>
      {!isOver && isPriced && (
        <div class="prices">
          {market.state === 'open' && Date.parse(market.endsAt) > now ? (
            <>
              <span class="yes">Yes {centPrice(market.bestAskYes)}</span>
              <span class="no">No {centPrice(market.bestAskNo)}</span>
            </>
          ) : (
            <span class="over">{afterTrading[market.state]}</span>
          )}
        </div>
      )}
      <Foot volume={market.volume} endsAt={market.endsAt} now={now} change={market.change24h} />
    </article>
  )
}

/** Nobody can buy any more: what the market waits for instead. */
const afterTrading: Partial<Record<ListedMarket['state'], string>> = {
  open: 'Waits for an outcome',
  closed: 'Waits for an outcome',
  proposed: 'An outcome is submitted',
  disputed: 'Jurors decide',
}

/** Several markets on one question: its legs side by side. */
export function EventCard({
  question,
  legs,
  now,
}: {
  question: string
  legs: readonly ListedMarket[]
  now: number
}) {
  const [first] = legs
  if (first === undefined) return null
  const volume = legs.reduce((sum, leg) => sum + BigInt(leg.volume), 0n)
  return (
    <article class="card">
      <p class="tag">{first.category}</p>
      <h2>{question}</h2>
      <ul class="legs">
        {legs.map((leg) => (
          <li key={leg.id}>
            <a href={`/m/${leg.marketAddress}`} onClick={follow}>
              {leg.question}
            </a>
            <span class="track" aria-hidden="true">
              <span style={{ width: `${(chanceNumber(leg) ?? 0) / 10}%` }} />
            </span>
            <strong>{chanceOf(leg)}</strong>
          </li>
        ))}
      </ul>
      <Foot volume={String(volume)} endsAt={first.endsAt} now={now} change={null} />
    </article>
  )
}

export const StateBadge = ({ state }: { state: string }) => <span class={`badge ${state}`}>{state}</span>

function Foot({
  volume,
  endsAt,
  now,
  change,
}: {
  volume: string
  endsAt: string
  now: number
  change: number | null
}) {
  const left = Date.parse(endsAt) - now
  return (
    <dl class="facts">
      <div>
        <dt>Volume</dt>
        <dd>
          {shortMoney(volume, decimals())} {collateralSymbol()}
        </dd>
      </div>
      {change !== null && (
        <div>
          <dt>24 h</dt>
          <dd>
            <Change by={change} />
          </dd>
        </div>
      )}
      <div>
        <dt>{left > 0 ? 'Ends in' : 'Ended'}</dt>
        <dd>{left > 0 ? duration(left) : `${duration(-left, 1)} ago`}</dd>
      </div>
    </dl>
  )
}

const chanceNumber = ({ bestBidYes, bestAskYes }: ListedMarket): number | null =>
  middleOf(bestBidYes, bestAskYes)

function chanceOf(market: ListedMarket): string {
  if (market.finalOutcome !== null) return ['', 'Yes', 'No', 'Void'][market.finalOutcome] ?? ''
  const price = chanceNumber(market)
  return price === null ? '–' : `${(price / 10).toFixed(1)} %`
}
