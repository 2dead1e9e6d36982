import type { Client } from 'sibyl/client'
import { nowMs } from '../lib/clock.ts'
import { duration } from '../lib/format.ts'
import { useLiveLoad } from '../lib/load.ts'
import { questionOf } from '../lib/question-of.ts'
import { reader } from '../lib/reader.ts'
import { follow } from '../lib/route.ts'
import { outcomeName } from '../lib/timeline.ts'

type Case = Awaited<ReturnType<Client['oracle']['disputes']>>['disputes'][number]

/** Outcomes that are being decided: a juror's work is on the market's own page. */
export function DisputeList() {
  const loaded = useLiveLoad(
    ['blocks'],
    async (signal) => (await reader().oracle.disputes({ state: 'all', limit: 20 }, { signal })).disputes,
    () => 'again',
  ).value
  if (loaded.state !== 'ready') return null
  const now = nowMs()
  return (
    <section class="panel" aria-label="Being decided">
      <h2>Being decided</h2>
      {loaded.value.length === 0 ? (
        <p class="nobody">No outcome waits for anybody.</p>
      ) : (
        <ul class="cases">
          {loaded.value.map((each) => (
            <li key={each.marketId}>
              <a href={`/m/${each.marketAddress}`} onClick={follow}>
                {questionOf(each)}
              </a>
              <p class="soft small">{wordsOf(each, now)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const phrases: Readonly<Record<Case['phase'], string>> = {
  dispute: 'can be disputed',
  commit: 'jurors commit votes',
  reveal: 'jurors open votes',
  count: 'votes are counted',
  appeal: 'can be appealed',
}

function wordsOf({ outcome, phase, phaseEndsAt }: Case, now: number): string {
  const left = phaseEndsAt === null ? '' : `, ${duration(Date.parse(phaseEndsAt) - now)} left`
  return `Submitted ${outcomeName(outcome)}; ${phrases[phase]}${left}`
}
