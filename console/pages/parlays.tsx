import type { Parlay } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { api } from '../lib/api.ts'
import { duration, shortAddress } from '../lib/format.ts'
import { useLoad } from '../lib/load.ts'
import { follow } from '../lib/route.ts'
import { send } from '../lib/send.ts'
import { collateralSymbol, decimals } from '../lib/venue.ts'
import { connection, walletRevision } from '../lib/wallet.ts'
import { Trouble } from '../parts/trouble.tsx'

/** Offers on several outcomes together, waiting for somebody who bets against. */
export function ParlaysPage() {
  const loaded = useLoad(async (signal) => {
    walletRevision.value
    return (await api.parlays.list({ status: 'open', limit: 50 }, { signal })).parlays
  }).value
  return (
    <>
      <h1>Parlays</h1>
      {loaded.state === 'loading' && <p role="status">Loading offers …</p>}
      {loaded.state === 'failed' && <Trouble what="The offers could not be read" error={loaded.error} />}
      {loaded.state === 'ready' && loaded.value.length === 0 && (
        <p class="nobody">No offer waits to be taken.</p>
      )}
      <div class="cards">
        {loaded.state === 'ready' && loaded.value.map((parlay) => <Offer key={parlay.id} parlay={parlay} />)}
      </div>
    </>
  )
}

function Offer({ parlay }: { parlay: Parlay }) {
  const amount = (units: string) => `${formatAmount(BigInt(units), decimals())} ${collateralSymbol()}`
  const isMine = parlay.maker === connection.value?.address
  const take = () =>
    send(
      `Take parlay ${parlay.id}`,
      { kind: 'takeParlay', id: parlay.id },
      [
        `Lock ${amount(parlay.takerAmount)}. You win ${amount(parlay.amount)} when any leg fails, and lose yours when all hold.`,
      ],
      { takerAmount: BigInt(parlay.takerAmount) },
    )
  const cancel = () =>
    send(`Take back parlay ${parlay.id}`, { kind: 'cancelParlay', id: parlay.id }, ['Your stake comes back.'])
  return (
    <article class="card">
      <h2>
        Parlay {parlay.id}: {Number(parlay.combinedOdds) / 1000}×
      </h2>
      <ul>
        {parlay.legs.map((leg) => (
          <li key={leg.marketAddress}>
            <span class={leg.outcome}>{leg.outcome}</span>{' '}
            <a href={`/m/${leg.marketAddress}`} onClick={follow}>
              {shortAddress(leg.marketAddress)}
            </a>
          </li>
        ))}
      </ul>
      <p>
        The maker stakes {amount(parlay.amount)}, you {amount(parlay.takerAmount)}.
      </p>
      <p class="soft">Open for {duration(Date.parse(parlay.expiresAt) - Date.now())}</p>
      {isMine ? (
        <button type="button" onClick={() => void cancel()}>
          Take back
        </button>
      ) : (
        <button type="button" class="main" disabled={connection.value === null} onClick={() => void take()}>
          Bet against it
        </button>
      )}
    </article>
  )
}
