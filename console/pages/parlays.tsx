import type { Market, Parlay } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { nowMs } from '../lib/clock.ts'
import { duration, shortAddress } from '../lib/format.ts'
import { useLiveLoad } from '../lib/load.ts'
import { legWords } from '../lib/parlay.ts'
import { questionAt } from '../lib/question-of.ts'
import { reader } from '../lib/reader.ts'
import { follow } from '../lib/route.ts'
import { send } from '../lib/send.ts'
import { collateralSymbol, decimals } from '../lib/venue.ts'
import { connection } from '../lib/wallet.ts'
import { isSameWallet } from '../lib/wallet-address.ts'
import { ParlayForm } from '../parts/parlay-form.tsx'
import { Trouble } from '../parts/trouble.tsx'

/** Offers on several outcomes together, waiting for somebody who bets against. */
export function ParlaysPage() {
  const loaded = useLiveLoad(
    ['blocks'],
    async (signal) => {
      const [{ parlays: offers }, { parlays: taken }, { markets }] = await Promise.all([
        reader().parlays.list({ status: 'open', limit: 50 }, { signal }),
        reader().parlays.list({ status: 'taken', limit: 12 }, { signal }),
        reader().markets.list({ status: 'open', sort: 'volume', limit: 100 }, { signal }),
      ])
      return { offers, taken, markets }
    },
    () => 'again',
  ).value
  return (
    <>
      <h1>Parlays</h1>
      <p class="soft lead">
        Several outcomes as one bet: who offers wins when all of them come true, who takes it wins when any
        fails.
      </p>
      {loaded.state === 'loading' && <p role="status">Loading offers …</p>}
      {loaded.state === 'failed' && <Trouble what="The offers could not be read" error={loaded.error} />}
      {loaded.state === 'ready' && (
        <div class="two">
          <div>
            <section aria-label="Offers">
              <h2 class="above">Offers</h2>
              {loaded.value.offers.length === 0 && <p class="nobody">No offer waits to be taken.</p>}
              <div class="cards wide">
                {loaded.value.offers.map((parlay) => (
                  <Offer key={parlay.id} parlay={parlay} markets={loaded.value.markets} />
                ))}
              </div>
            </section>
            {loaded.value.taken.length > 0 && (
              <section aria-label="Under way">
                <h2 class="above">Under way</h2>
                <div class="cards wide">
                  {loaded.value.taken.map((parlay) => (
                    <Taken key={parlay.id} parlay={parlay} markets={loaded.value.markets} />
                  ))}
                </div>
              </section>
            )}
          </div>
          <ParlayForm markets={loaded.value.markets.filter(({ state }) => state === 'open')} />
        </div>
      )}
    </>
  )
}

interface ParlayProps {
  readonly parlay: Parlay
  readonly markets: readonly Market[]
}

const amount = (units: string): string => `${formatAmount(BigInt(units), decimals())} ${collateralSymbol()}`

function Offer({ parlay, markets }: ParlayProps) {
  const isMine = isSameWallet(parlay.maker, connection.value?.address)
  const take = () =>
    send(
      `Take parlay ${parlay.id}`,
      { kind: 'takeParlay', id: parlay.id },
      [
        `Lock ${amount(parlay.takerAmount)}. You win ${amount(parlay.amount)} when any of these fails, and lose yours when all hold:`,
        ...parlay.legs.map(({ marketAddress, outcome }) =>
          legWords(outcome, questionAt(markets, marketAddress, marketAddress)),
        ),
      ],
      { offer: parlay },
    )
  const cancel = () =>
    send(`Take back parlay ${parlay.id}`, { kind: 'cancelParlay', id: parlay.id }, ['Your stake comes back.'])
  return (
    <article class="card">
      <Legs parlay={parlay} markets={markets} />
      <p class="soft">
        The maker stakes {amount(parlay.amount)}, you {amount(parlay.takerAmount)}. Open for{' '}
        {duration(Date.parse(parlay.expiresAt) - nowMs())}.
      </p>
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

/** A bet that was taken: it is paid when its legs are resolved. */
function Taken({ parlay, markets }: ParlayProps) {
  return (
    <article class="card">
      <Legs parlay={parlay} markets={markets} />
      <p class="soft">
        {amount(parlay.amount)} against {amount(parlay.takerAmount)} of{' '}
        <code title={parlay.taker ?? ''}>{shortAddress(parlay.taker ?? '')}</code>.
      </p>
    </article>
  )
}

function Legs({ parlay, markets }: ParlayProps) {
  return (
    <>
      <p class="tag">
        Parlay {parlay.id} by <code title={parlay.maker}>{shortAddress(parlay.maker)}</code>
      </p>
      <h3>{Number(parlay.combinedOdds) / 1000}×, all of these</h3>
      <ul class="picks">
        {parlay.legs.map(({ marketAddress, outcome }) => (
          <li key={marketAddress}>
            <span class={`badge ${outcome}`}>{outcome}</span>{' '}
            <a href={`/m/${marketAddress}`} onClick={follow}>
              {questionAt(markets, marketAddress, shortAddress(marketAddress))}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
