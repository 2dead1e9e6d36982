import type { Market } from 'sibyl/client'
import { duration, shortMoney } from '../lib/format.ts'
import { follow } from '../lib/route.ts'

export function MarketCard({ market, now }: { market: Market; now: number }) {
  const left = Date.parse(market.endsAt) - now
  return (
    <article class="card">
      {market.masterQuestion !== null && <p class="soft">{market.masterQuestion}</p>}
      <h2>
        <a href={`/m/${market.marketAddress}`} onClick={follow}>
          {market.question}
        </a>
      </h2>
      <p class="chance">
        <strong>{chanceOf(market)}</strong> <span>{market.resolved ? 'final' : 'chance of yes'}</span>
      </p>
      <dl class="facts">
        <div>
          <dt>Volume</dt>
          <dd>{shortMoney(market.volume)}</dd>
        </div>
        <div>
          <dt>{left > 0 ? 'Ends in' : 'State'}</dt>
          <dd>{left > 0 ? duration(left) : market.state}</dd>
        </div>
      </dl>
    </article>
  )
}

/** The middle of the book; one side of it when the other is empty. */
function chanceOf({ finalOutcome, bestBidYes: bid, bestAskYes: ask }: Market): string {
  if (finalOutcome !== null) return ['', 'Yes', 'No', 'Void'][finalOutcome] ?? ''
  const price = bid === null ? ask : ask === null ? bid : (bid + ask) / 2
  return price === null ? '–' : `${(price / 10).toFixed(1)} %`
}
