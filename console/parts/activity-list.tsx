import { type Activity, activityAsCsv, phraseOf } from '../lib/activity.ts'
import { formatAmount } from '../lib/amount.ts'
import { cents, shortTime, signedAmount, zonedTime } from '../lib/format.ts'
import type { ListedMarket } from '../lib/listed-market.ts'
import { questionAt } from '../lib/question-of.ts'
import { follow } from '../lib/route.ts'
import { saveFile } from '../lib/save-file.ts'
import { collateralSymbol, decimals } from '../lib/venue.ts'

const shown = 50

/** What a wallet did, newest first; all of it as a file. */
export function ActivityList({
  activity,
  markets,
}: {
  activity: readonly Activity[]
  markets: readonly ListedMarket[]
}) {
  if (activity.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="panel alone scroll" aria-label="Activity" tabIndex={0}>
      <table class="list stacks">
        <caption>Activity</caption>
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col">Time</th>
            <th scope="col">You</th>
            {['Price', 'Shares', collateralSymbol()].map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {activity.slice(0, shown).map((entry) => (
            <ActivityRow key={entry.id} entry={entry} markets={markets} />
          ))}
        </tbody>
      </table>
      <p class="after row">
        <button type="button" onClick={() => saveFile('activity.csv', 'text/csv', activityAsCsv(activity))}>
          Save as CSV
        </button>
        {activity.length > shown && (
          <span class="soft">
            The newest {shown} of {activity.length.toLocaleString('en-US')}; the file has all.
          </span>
        )}
      </p>
    </section>
  )
}

function ActivityRow({ entry, markets }: { entry: Activity; markets: readonly ListedMarket[] }) {
  const { marketAddress, marketId, at, price, quantity, collateral, outcome } = entry
  const hasShares = quantity !== null && outcome !== null
  return (
    <tr>
      <td class="question">
        {marketAddress === null ? (
          <span class="soft">the venue</span>
        ) : (
          <a href={`/m/${marketAddress}`} onClick={follow}>
            {questionAt(markets, marketAddress, `market ${marketId}`)}
          </a>
        )}
      </td>
      <td data-label="Time" title={zonedTime(at)}>
        {shortTime(at)}
      </td>
      <td data-label="You">{phraseOf(entry)}</td>
      <td class="number" data-label="Price">
        {price === null ? '' : cents(price)}
      </td>
      <td class="number" data-label="Shares">
        {hasShares ? formatAmount(BigInt(quantity), decimals()) : ''}
      </td>
      <td class="number" data-label={collateralSymbol()}>
        {collateral === null || collateral === '0' ? '' : signedAmount(BigInt(collateral), decimals())}
      </td>
    </tr>
  )
}
