import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Market, OrderBook } from 'sibyl/client'
import { formatAmount, parseAmount } from '../lib/amount.ts'
import { cents, signedAmount } from '../lib/format.ts'
import { questionOf } from '../lib/question-of.ts'
import { quoted } from '../lib/quoted.ts'
import { send } from '../lib/send.ts'
import { farFromBook, planTicket, type TicketPlan, type TicketWish } from '../lib/ticket.ts'
import { collateralSymbol, decimals, feeBps } from '../lib/venue.ts'
import { connection } from '../lib/wallet.ts'

export interface TicketState {
  readonly outcome: 'yes' | 'no'
  readonly side: 'buy' | 'sell'
  /** Thousandths as typed in cents; empty takes the book. */
  readonly price: string
  /** How often something was picked outside: each time the amount waits to be typed. */
  readonly picks: number
}

/** How an order is made: an outcome and an amount; the whole book's words are one click away. */
export function Ticket({
  market,
  book,
  state,
  onState,
}: {
  market: Market
  book: Pick<OrderBook, 'yes' | 'no'>
  state: TicketState
  onState(next: TicketState): void
}) {
  const amount = useSignal('')
  const unit = useSignal<TicketWish['unit']>('money')
  const timeInForce = useSignal<TicketWish['timeInForce']>('gtc')
  const until = useSignal('')
  const amountField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (state.picks > 0) amountField.current?.focus()
  }, [state.picks])
  const { outcome, side, price } = state
  const units = parseAmount(amount.value, decimals())
  const thousandths = price === '' ? null : toThousandths(price)
  const wrongPrice = price !== '' && thousandths === null
  const wish: TicketWish = {
    side,
    outcome,
    amount: units ?? 0n,
    unit: side === 'sell' ? 'shares' : unit.value,
    price: thousandths,
    timeInForce: thousandths === null ? 'ioc' : timeInForce.value,
  }
  const isDated = wish.timeInForce === 'gtd'
  const untilMs = new Date(until.value).getTime()
  const lacksTime = isDated && Number.isNaN(untilMs)
  const plan = wrongPrice || lacksTime ? null : planTicket(book, wish, feeBps())
  const far = plan === null ? null : farFromBook(book, wish)

  const place = async () => {
    if (plan === null) return
    const shares = formatAmount(plan.quantity, decimals())
    const typed = amount.value
    const placed = await send(
      `${side === 'buy' ? 'Buy' : 'Sell'} ${shares} ${outcome}`,
      {
        kind: 'placeOrder',
        address: market.marketAddress,
        side,
        outcome,
        price: plan.price,
        quantity: String(plan.quantity),
        ...(thousandths === null ? { type: 'market' as const } : { timeInForce: timeInForce.value }),
        ...(isDated ? { expiresAt: new Date(untilMs).toISOString() } : {}),
      },
      wordsFor(market, wish, plan),
      {},
      // At the yes, not at the end: by then the next order may be typed already.
      () => {
        amount.value = ''
      },
    )
    if (placed === null && amount.value === '') amount.value = typed
  }

  return (
    <form
      class="ticket"
      aria-label="Order"
      onSubmit={(event) => {
        event.preventDefault()
        void place()
      }}
    >
      <Choice
        label="Side"
        value={side}
        options={['buy', 'sell']}
        onPick={(next) => onState({ ...state, side: next })}
      />
      <Choice
        label="Outcome"
        value={outcome}
        options={['yes', 'no']}
        onPick={(next) => onState({ ...state, outcome: next })}
      />
      <label>
        Amount
        <span class="row">
          <input
            ref={amountField}
            inputMode="decimal"
            autocomplete="off"
            value={amount.value}
            placeholder="0.00"
            onInput={(event) => {
              amount.value = event.currentTarget.value
            }}
          />
          <select
            aria-label="Unit of the amount"
            value={wish.unit}
            disabled={side === 'sell'}
            onChange={(event) => {
              unit.value = event.currentTarget.value as TicketWish['unit']
            }}
          >
            <option value="money">{collateralSymbol()}</option>
            <option value="shares">shares</option>
          </select>
        </span>
      </label>
      <details>
        <summary>Limit and timing</summary>
        <label>
          Limit in cents, 0.1 to 99.9; empty takes the book
          <input
            inputMode="decimal"
            autocomplete="off"
            value={price}
            aria-invalid={wrongPrice}
            onInput={(event) => onState({ ...state, price: event.currentTarget.value })}
          />
        </label>
        <label>
          Timing
          <select
            value={timeInForce.value}
            disabled={thousandths === null}
            onChange={(event) => {
              timeInForce.value = event.currentTarget.value as TicketWish['timeInForce']
            }}
          >
            <option value="gtc">rest until cancelled</option>
            <option value="gtd">rest until a time</option>
            <option value="ioc">fill now, drop the rest</option>
            <option value="fok">all now or nothing</option>
            <option value="post-only">only rest, never take</option>
          </select>
        </label>
        {isDated && (
          <label>
            Until
            <input
              type="datetime-local"
              value={until.value}
              onInput={(event) => {
                until.value = event.currentTarget.value
              }}
            />
          </label>
        )}
      </details>
      {plan === null ? (
        <Hint amount={amount.value} units={units} lacksTime={lacksTime} wrongPrice={wrongPrice} />
      ) : (
        <Plan wish={wish} plan={plan} />
      )}
      {far !== null && (
        <p class="warning" role="alert">
          Your limit is far from the book: somebody {side === 'buy' ? 'sells' : 'buys'} at {cents(far)}{' '}
          already.
        </p>
      )}
      <button type="submit" class={`main ${outcome}`} disabled={plan === null || connection.value === null}>
        {connection.value === null
          ? 'Connect a wallet to trade'
          : `${side === 'buy' ? 'Buy' : 'Sell'} ${outcome}`}
      </button>
    </form>
  )
}

/** Cents with one decimal to thousandths, 1 to 999. */
function toThousandths(text: string): number | null {
  if (!/^\d{1,2}(\.\d)?$/.test(text.trim())) return null
  const value = Math.round(Number(text) * 10)
  return value >= 1 && value <= 999 ? value : null
}

function wordsFor(market: Market, { side, outcome }: TicketWish, plan: TicketPlan): string[] {
  const shares = formatAmount(plan.quantity, decimals())
  const verb = side === 'buy' ? 'Buy' : 'Sell'
  const bound = side === 'buy' ? 'for at most' : 'for at least'
  const rests = plan.rests > 0n ? [`What does not fill waits in the book at ${cents(plan.price)}.`] : []
  return [
    `${verb} ${shares} ${outcome} of ${quoted(questionOf(market))} ${bound} ${cents(plan.price)} cents a share.`,
    ...rests,
  ]
}

function Hint({
  amount,
  units,
  lacksTime,
  wrongPrice,
}: {
  amount: string
  units: bigint | null
  lacksTime: boolean
  wrongPrice: boolean
}) {
  if (amount === '') return <p class="hint">Say how much, and see here what it costs and what it can pay.</p>
  if (units === null) return <p class="hint">Digits, with a point before the decimals: 12.50</p>
  if (units === 0n) return <p class="hint">More than nothing.</p>
  if (wrongPrice) return <p class="hint">The limit is 0.1 to 99.9 cents, with one decimal: 37.5</p>
  if (lacksTime) return <p class="hint">Say until when the order may wait.</p>
  return <p class="hint">The book has nothing for this. Name a limit, and your order waits there.</p>
}

function Plan({ wish, plan }: { wish: TicketWish; plan: TicketPlan }) {
  const amountOf = (units: bigint) => formatAmount(units, decimals())
  const { quote } = plan
  const slipped = Math.abs((quote.averagePrice ?? 0) - (plan.best ?? 0))
  const rows: [string, string][] = [
    ['Shares', amountOf(plan.quantity)],
    ['Fill now', amountOf(quote.filled)],
    ['Average price', cents(quote.averagePrice)],
    ...(slipped > 0 ? ([[`Slippage from ${cents(plan.best)}`, cents(slipped)]] as [string, string][]) : []),
    ['Fee', amountOf(quote.fee)],
    ...(plan.rests > 0n ? ([['Rests in the book', amountOf(plan.rests)]] as [string, string][]) : []),
    ...(wish.side === 'buy'
      ? ([
          ['Pays if right', amountOf(plan.payoutIfRight)],
          [
            'Profit if right',
            plan.profitIfRight < 0n
              ? signedAmount(plan.profitIfRight, decimals())
              : amountOf(plan.profitIfRight),
          ],
          ['Most you can lose', amountOf(plan.costMax)],
        ] as [string, string][])
      : ([['You get', amountOf(quote.notional - quote.fee)]] as [string, string][])),
  ]
  return (
    <>
      <dl class="plan">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {wish.side === 'buy' && (
        <p class="soft small">
          If right: what fills now, less its price and fee
          {plan.rests > 0n && ', and what rests as if it filled at its limit'}.
        </p>
      )}
    </>
  )
}

function Choice<T extends string>({
  label,
  value,
  options,
  onPick,
}: {
  label: string
  value: T
  options: readonly T[]
  onPick(value: T): void
}) {
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} class={option === value ? `picked ${option}` : ''}>
          <input
            type="radio"
            name={label}
            value={option}
            checked={option === value}
            onChange={() => onPick(option)}
          />
          {option[0]?.toUpperCase()}
          {option.slice(1)}
        </label>
      ))}
    </fieldset>
  )
}
