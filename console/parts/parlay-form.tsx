import { useSignal } from '@preact/signals'
import type { Market } from 'sibyl/client'
import { formatAmount, parseAmount } from '../lib/amount.ts'
import { fairOdds, type Leg, legBounds, legWords, parseOdds, takerAmountOf } from '../lib/parlay.ts'
import { questionOf } from '../lib/question-of.ts'
import { send } from '../lib/send.ts'
import { collateralSymbol, decimals } from '../lib/venue.ts'
import { connection } from '../lib/wallet.ts'

/** An offer made from markets: legs, odds, stake, and what both sides can win. */
export function ParlayForm({ markets }: { markets: readonly Market[] }) {
  const legs = useSignal<readonly Leg[]>([])
  const odds = useSignal('')
  const stake = useSignal('')
  const fair = fairOdds(legs.value)
  const thousandths = parseOdds(odds.value)
  const amount = parseAmount(stake.value, decimals())
  const isReady = legs.value.length >= legBounds.min && thousandths !== null && amount !== null && amount > 0n
  const left = markets.filter((market) => !legs.value.some((leg) => leg.market.id === market.id))
  const money = (units: bigint) => `${formatAmount(units, decimals())} ${collateralSymbol()}`
  const offer = async () => {
    if (!isReady || thousandths === null || amount === null) return
    const done = await send(
      'Offer a parlay',
      {
        kind: 'offerParlay',
        amount: String(amount),
        combinedOdds: String(thousandths),
        legs: legs.value.map(({ market, outcome }) => ({ marketAddress: market.marketAddress, outcome })),
      },
      [
        `Stake ${money(amount)} that all of these come true:`,
        ...legs.value.map(({ market, outcome }) => legWords(outcome, questionOf(market))),
        `If somebody takes it and all hold, you get ${money(amount + takerAmountOf(amount, thousandths))}; if any fails, your stake is lost.`,
      ],
    )
    if (done) {
      legs.value = []
      odds.value = ''
      stake.value = ''
    }
  }
  return (
    <section class="panel" aria-label="Offer a parlay">
      <h2>Offer one</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void offer()
        }}
      >
        {legs.value.length > 0 && (
          <ul class="picks">
            {legs.value.map((leg) => (
              <LegRow
                key={leg.market.id}
                leg={leg}
                onFlip={() => {
                  legs.value = legs.value.map((other) =>
                    other === leg ? { ...leg, outcome: leg.outcome === 'yes' ? 'no' : 'yes' } : other,
                  )
                }}
                onDrop={() => {
                  legs.value = legs.value.filter((other) => other !== leg)
                }}
              />
            ))}
          </ul>
        )}
        {legs.value.length < legBounds.max && (
          <label>
            Add a leg ({legBounds.min} to {legBounds.max})
            <select
              value=""
              onChange={(event) => {
                const market = markets.find(({ id }) => String(id) === event.currentTarget.value)
                if (market !== undefined) legs.value = [...legs.value, { market, outcome: 'yes' }]
                event.currentTarget.value = ''
              }}
            >
              <option value="">pick a market …</option>
              {left.map((market) => (
                <option key={market.id} value={market.id}>
                  {questionOf(market)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <span>
            Odds, times the stake{' '}
            {fair !== null && legs.value.length >= legBounds.min && (
              <span class="soft">the books say {(fair / 1_000).toFixed(2)}</span>
            )}
          </span>
          <input
            inputMode="decimal"
            autocomplete="off"
            placeholder="4.00"
            value={odds.value}
            aria-invalid={odds.value !== '' && thousandths === null}
            onInput={(event) => {
              odds.value = event.currentTarget.value
            }}
          />
        </label>
        <label>
          Stake, {collateralSymbol()}
          <input
            inputMode="decimal"
            autocomplete="off"
            placeholder="10.00"
            value={stake.value}
            aria-invalid={stake.value !== '' && amount === null}
            onInput={(event) => {
              stake.value = event.currentTarget.value
            }}
          />
        </label>
        {isReady && thousandths !== null && amount !== null && (
          <p class="hint">
            The other side locks {money(takerAmountOf(amount, thousandths))}. You get{' '}
            {money(amount + takerAmountOf(amount, thousandths))} if every leg holds.
          </p>
        )}
        <button type="submit" class="main" disabled={!isReady || connection.value === null}>
          {connection.value === null ? 'Connect a wallet to offer' : 'Offer'}
        </button>
      </form>
    </section>
  )
}

function LegRow({ leg, onFlip, onDrop }: { leg: Leg; onFlip(): void; onDrop(): void }) {
  const question = questionOf(leg.market)
  return (
    <li>
      <button
        type="button"
        class={`flip ${leg.outcome}`}
        onClick={onFlip}
        aria-label={`${leg.outcome}, press for the other outcome`}
      >
        {leg.outcome}
      </button>{' '}
      <span>{question}</span>
      <button type="button" class="quiet small" onClick={onDrop} aria-label={`Drop ${question}`}>
        Drop
      </button>
    </li>
  )
}
