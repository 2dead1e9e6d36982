import type { Client } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { nowMs } from '../lib/clock.ts'
import { duration } from '../lib/format.ts'
import type { ListedMarket } from '../lib/listed-market.ts'
import { questionAt } from '../lib/question-of.ts'
import { quoted } from '../lib/quoted.ts'
import { follow } from '../lib/route.ts'
import { collateralSymbol, decimals, venue } from '../lib/venue.ts'

type Action = Awaited<ReturnType<Client['users']['actions']>>['actions'][number]

/** What this wallet should do now, what ends first on top. */
export function ActionList({
  actions,
  markets,
}: {
  actions: readonly Action[]
  markets: readonly ListedMarket[]
}) {
  if (actions.length === 0) return null
  const now = nowMs()
  return (
    <section class="panel alone" aria-label="To do">
      <h2>To do</h2>
      <ul class="todo">
        {actions.map((action) => (
          <li key={`${action.action} ${action.marketId} ${action.reference}`}>
            <a
              href={action.marketAddress === null ? '/govern' : `/m/${action.marketAddress}`}
              onClick={follow}
            >
              {wordsOf(action, markets)}
            </a>
            {action.by !== null && <span class="soft"> {duration(Date.parse(action.by) - now)} left</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function wordsOf(
  { action, marketAddress, question, amount }: Action,
  markets: readonly ListedMarket[],
): string {
  const about = question === null ? '' : ` ${quoted(questionAt(markets, marketAddress, question))}`
  const money = (units: string) => `${formatAmount(BigInt(units), decimals())} ${collateralSymbol()}`
  const stake = venue.peek()?.tokens.stake
  switch (action) {
    case 'reveal':
      return `Open your sealed vote about${about}`
    case 'commit':
      return `Vote about${about}`
    case 'vote':
      return 'Vote for questions of this period'
    case 'withdraw':
      return `Withdraw ${formatAmount(BigInt(amount ?? '0'), stake?.decimals ?? 18, 0)} ${stake?.symbol ?? ''}`
    case 'settle':
      return `Settle${about}: ${money(amount ?? '0')} are yours`
    case 'claim-bond':
      return `Claim your bond of${about}: ${money(amount ?? '0')}`
    case 'order-expiring':
      return `An order of yours in${about} ends soon`
  }
}
