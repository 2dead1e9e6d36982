import type { Client, Order, Parlay } from 'sibyl/client'
import type { Activity } from '../lib/activity.ts'
import { formatAmount } from '../lib/amount.ts'
import { signedAmount } from '../lib/format.ts'
import { gainsOf } from '../lib/gains.ts'
import { type ListedMarket, listedFields, toListed } from '../lib/listed-market.ts'
import { useLiveLoad } from '../lib/load.ts'
import { moves, walletChannel } from '../lib/mine.ts'
import { questionAt } from '../lib/question-of.ts'
import { quoted } from '../lib/quoted.ts'
import { reader } from '../lib/reader.ts'
import { follow } from '../lib/route.ts'
import { send } from '../lib/send.ts'
import { collateralSymbol, decimals } from '../lib/venue.ts'
import { connection } from '../lib/wallet.ts'
import { isSameWallet } from '../lib/wallet-address.ts'
import { ActionList } from '../parts/action-list.tsx'
import { ActivityList } from '../parts/activity-list.tsx'
import { GainChart } from '../parts/gain-chart.tsx'
import { OrderTable } from '../parts/order-table.tsx'
import { Trouble } from '../parts/trouble.tsx'

type Portfolio = Awaited<ReturnType<Client['users']['portfolio']>>
type Holding = Portfolio['positions'][number]
type Action = Awaited<ReturnType<Client['users']['actions']>>['actions'][number]

interface PortfolioView {
  readonly total: Portfolio['total']
  readonly holdings: readonly Holding[]
  readonly orders: readonly Order[]
  readonly activity: readonly Activity[]
  readonly parlays: readonly Parlay[]
  readonly actions: readonly Action[]
  readonly markets: readonly ListedMarket[]
}

const listMax = 100
/** What the line of gains is drawn from; a longer history begins where it stood. */
const activityMax = 1_000

async function ask(address: string, signal: AbortSignal): Promise<PortfolioView> {
  const { users, markets } = reader()
  const [{ total, positions }, { orders }, activity, { parlays }, { actions }, listed] = await Promise.all([
    users.portfolio({ address, open: true, limit: listMax }, { signal }),
    users.orders({ address, limit: listMax }, { signal }),
    newestActivity(address, signal),
    users.parlays({ address, limit: listMax }, { signal }),
    users.actions({ address }, { signal }),
    markets.list(
      { status: 'all', sort: 'recently-traded', limit: listMax, fields: listedFields },
      { signal },
    ),
  ])
  return {
    total,
    holdings: positions,
    orders,
    activity,
    parlays,
    actions,
    markets: listed.markets.map(toListed),
  }
}

async function newestActivity(address: string, signal: AbortSignal): Promise<Activity[]> {
  const entries: Activity[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<Client['users']['activity']>> = await reader().users.activity(
      { address, limit: pageMax, ...(cursor === null ? {} : { cursor }) },
      { signal },
    )
    entries.push(...page.activity)
    cursor = page.pagination.nextCursor
  } while (cursor !== null && entries.length < activityMax)
  return entries
}

const pageMax = 200

/** Everything of the connected wallet. */
export function PortfolioPage() {
  const loaded = useLiveLoad<PortfolioView | null>(
    [walletChannel()],
    async (signal) => {
      const address = connection.value?.address
      return address === undefined ? null : ask(address, signal)
    },
    (view, message) => (moves(message) ? 'again' : view),
  ).value
  const view = loaded.state === 'ready' ? loaded.value : null
  return (
    <>
      <h1>Portfolio</h1>
      {connection.value === null && <p class="nobody">Connect a wallet, and see here what it holds.</p>}
      {loaded.state === 'failed' && <Trouble what="The portfolio could not be read" error={loaded.error} />}
      {view !== null && connection.value !== null && (
        <>
          <Totals total={view.total} />
          <ActionList actions={view.actions} markets={view.markets} />
          <GainChart points={gainsOf(view.activity, BigInt(view.total.realisedPnl))} />
          <Positions holdings={view.holdings} markets={view.markets} />
          <Orders orders={view.orders} markets={view.markets} />
          <MyParlays parlays={view.parlays} address={connection.value.address} />
          <ActivityList activity={view.activity} markets={view.markets} />
        </>
      )}
    </>
  )
}

const money = (units: bigint): string => `${formatAmount(units, decimals())} ${collateralSymbol()}`
const colour = (units: bigint): string => (units === 0n ? 'soft' : units < 0n ? 'no' : 'yes')

const Gain = ({ of }: { of: string }) => (
  <span class={colour(BigInt(of))}>{signedAmount(BigInt(of), decimals())}</span>
)

/** As the service reckons it: by average cost, at the middle of the book. */
function Totals({ total }: { total: Portfolio['total'] }) {
  return (
    <dl class="totals">
      <div>
        <dt>Worth of shares</dt>
        <dd>{money(BigInt(total.value))}</dd>
      </div>
      <div>
        <dt>Gain</dt>
        <dd>
          <Gain of={total.pnl} />
        </dd>
      </div>
      <div>
        <dt>Realised</dt>
        <dd>
          <Gain of={total.realisedPnl} />
        </dd>
      </div>
      <div>
        <dt>Fees paid</dt>
        <dd>{money(BigInt(total.fees))}</dd>
      </div>
      <div>
        <dt>Held by orders</dt>
        <dd>{money(BigInt(total.lockedCollateral))}</dd>
      </div>
      {total.parlays.spent !== '0' && (
        <div>
          <dt>Parlays</dt>
          <dd>
            <Gain of={total.parlays.pnl} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function Positions({
  holdings,
  markets,
}: {
  holdings: readonly Holding[]
  markets: readonly ListedMarket[]
}) {
  if (holdings.length === 0)
    return (
      <section class="panel alone">
        <h2>Positions</h2>
        <p class="nobody">You hold no shares. Pick a market and buy some.</p>
      </section>
    )
  const isSettling = holdings.some(({ resolved }) => resolved)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="panel alone scroll" aria-label="Positions" tabIndex={0}>
      <table class="list stacks">
        <caption>Positions</caption>
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col">Outcome</th>
            {['Shares', 'Cost', 'Worth', 'Gain'].map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
            {isSettling && (
              <th scope="col">
                <span class="unseen">Settle</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {holdings.map((holding) => (
            <HoldingRow
              key={holding.id}
              holding={holding}
              question={questionAt(markets, holding.marketAddress, holding.question)}
              isSettling={isSettling}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** `isSettling`: some row has a button, so every row has its column. */
function HoldingRow({
  holding,
  question,
  isSettling,
}: {
  holding: Holding
  question: string
  isSettling: boolean
}) {
  const { marketAddress: address, positionType } = holding
  const settle = () =>
    send('Settle', { kind: 'settle', address }, [
      `What your shares of ${quoted(question)} pay comes to your wallet.`,
    ])
  return (
    <tr>
      <td class="question">
        <a href={`/m/${address}`} onClick={follow}>
          {question}
        </a>
      </td>
      <td data-label="Outcome">
        <span class={positionType}>{positionType}</span>
      </td>
      <td class="number" data-label="Shares">
        {formatAmount(BigInt(holding.shares), decimals())}
      </td>
      <td class="number" data-label="Cost">
        {formatAmount(BigInt(holding.cost), decimals())}
      </td>
      <td class="number" data-label="Worth">
        {formatAmount(BigInt(holding.value), decimals())}
      </td>
      <td class="number" data-label="Gain">
        <Gain of={holding.pnl} />
      </td>
      {isSettling && (
        <td class="number">
          {holding.resolved && (
            <button type="button" class="small" onClick={() => void settle()}>
              Settle
            </button>
          )}
        </td>
      )}
    </tr>
  )
}

function Orders({ orders, markets }: { orders: readonly Order[]; markets: readonly ListedMarket[] }) {
  const questionOf = ({ marketAddress, marketId }: Order): string =>
    questionAt(markets, marketAddress, `market ${marketId}`)
  const crowded = [...new Set(orders.map(({ marketAddress }) => marketAddress))].filter(
    (address) => orders.filter(({ marketAddress }) => marketAddress === address).length > 1,
  )
  const cancelAll = (address: string) =>
    send('Cancel all orders of a market', { kind: 'cancelAll', address }, [
      `Cancel all your orders of ${quoted(questionAt(markets, address, address))}: what they hold comes back to your wallet.`,
    ])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="panel alone scroll" aria-label="Orders" tabIndex={0}>
      {orders.length === 0 ? (
        <>
          <h2>Open orders</h2>
          <p class="nobody">No order of yours waits in a book.</p>
        </>
      ) : (
        <OrderTable orders={orders} questionOf={questionOf} />
      )}
      {crowded.map((address) => (
        <p key={address} class="after">
          <button type="button" onClick={() => void cancelAll(address)}>
            Cancel all of “{questionAt(markets, address, address)}”
          </button>
        </p>
      ))}
    </section>
  )
}

function MyParlays({ parlays, address }: { parlays: readonly Parlay[]; address: string }) {
  if (parlays.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="panel alone scroll" aria-label="Parlays" tabIndex={0}>
      <table class="list stacks">
        <caption>Parlays</caption>
        <thead>
          <tr>
            <th scope="col">Parlay</th>
            <th scope="col">You are</th>
            <th scope="col">State</th>
            {['Odds', 'Your stake', 'Pays you'].map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parlays.map((parlay) => {
            const isMaker = isSameWallet(parlay.maker, address)
            const [stake, other] = isMaker
              ? [parlay.amount, parlay.takerAmount]
              : [parlay.takerAmount, parlay.amount]
            return (
              <tr key={parlay.id}>
                <td class="question">
                  <a href="/parlays" onClick={follow}>
                    Parlay {parlay.id}, {parlay.legs.length} legs
                  </a>
                </td>
                <td data-label="You are">{isMaker ? 'maker' : 'taker'}</td>
                <td data-label="State">{parlay.status}</td>
                <td class="number" data-label="Odds">
                  {Number(parlay.combinedOdds) / 1000}×
                </td>
                <td class="number" data-label="Your stake">
                  {formatAmount(BigInt(stake), decimals())}
                </td>
                <td class="number" data-label="Pays you">
                  {formatAmount(BigInt(stake) + BigInt(other), decimals())}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
