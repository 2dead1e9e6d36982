import type { Dispute, Market } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { nowMs } from '../lib/clock.ts'
import { duration, localTime, shortAddress, zonedTime } from '../lib/format.ts'
import { useLiveLoad } from '../lib/load.ts'
import { questionOf } from '../lib/question-of.ts'
import { quoted } from '../lib/quoted.ts'
import { reader } from '../lib/reader.ts'
import { send } from '../lib/send.ts'
import { type Deed, deedOf, type Step, timelineOf } from '../lib/timeline.ts'
import { collateralSymbol, decimals, venue } from '../lib/venue.ts'
import { connection } from '../lib/wallet.ts'
import { JurorBallot } from './juror-ballot.tsx'

/** How the outcome comes about: what happened, what comes next and until when, and what this wallet may do. */
export function Resolution({ market }: { market: Market }) {
  const { marketAddress: address } = market
  const loaded = useLiveLoad<Dispute>(
    [`oracle:${address}`],
    (signal) => reader().oracle.dispute({ address }, { signal }),
    () => 'again',
  ).value
  if (loaded.state !== 'ready') return null
  const now = nowMs()
  const steps = timelineOf(market, loaded.value, now)
  const deed = deedOf(market, loaded.value, now)
  return (
    <section class="panel" aria-label="Resolution">
      <h2>Resolution</h2>
      <ol class="timeline">
        {steps.map((step) => (
          <TimelineStep key={`${step.title}${step.at}`} step={step} now={now} />
        ))}
      </ol>
      {deed !== null &&
        (connection.value === null ? (
          <p class="hint">Connect a wallet to take part.</p>
        ) : (
          <Deeds deed={deed} market={market} dispute={loaded.value} />
        ))}
    </section>
  )
}

function TimelineStep({ step: { title, words, state, at, who }, now }: { step: Step; now: number }) {
  const left = state === 'now' && at !== null ? Date.parse(at) - now : 0
  return (
    <li class={state} aria-current={state === 'now' ? 'step' : undefined}>
      <strong>{title}</strong>
      <p class="soft">
        {words}
        {words !== '' && at !== null && (state === 'done' ? ', ' : ' ')}
        {at !== null && (
          <time dateTime={at} title={zonedTime(at)}>
            {localTime(at)}
          </time>
        )}
        {left > 0 && `, ${duration(left)} left`}
        {who !== undefined && (
          <>
            {' '}
            by <code title={who}>{shortAddress(who)}</code>
          </>
        )}
      </p>
    </li>
  )
}

function Deeds({ deed, market, dispute }: { deed: Deed; market: Market; dispute: Dispute }) {
  const { marketAddress } = market
  const bond = `${formatAmount(BigInt(dispute.bond ?? venue.value?.parameters.bond ?? '0'), decimals())} ${collateralSymbol()}`
  const submit = (outcome: 'yes' | 'no') =>
    send(`Submit ${outcome}`, { kind: 'submitOutcome', marketAddress, outcome }, [
      `Say that ${quoted(questionOf(market))} turned out ${outcome}.`,
      `A bond of ${bond} is held. It comes back unless somebody disputes and wins.`,
    ])
  const doubt = () =>
    send(
      'Dispute',
      { kind: 'disputeOutcome', marketAddress },
      [
        `Say that the submitted outcome of ${quoted(questionOf(market))} is wrong. Jurors will vote.`,
        `A bond of ${bond} is held. Who is right gets both.`,
      ],
      { disputedOutcome: dispute.standing ?? undefined, maxBond: BigInt(dispute.bond ?? '0') },
    )
  if (deed === 'submit')
    return (
      <div class="deed">
        <p>How did it turn out? A bond of {bond} goes with your word.</p>
        <div class="row">
          <button type="button" class="main yes" onClick={() => void submit('yes')}>
            It was yes
          </button>
          <button type="button" class="main no" onClick={() => void submit('no')}>
            It was no
          </button>
        </div>
      </div>
    )
  if (deed === 'dispute')
    return (
      <div class="deed">
        <p>Is the submitted outcome wrong? A bond of {bond} opens a vote.</p>
        <button type="button" class="main" onClick={() => void doubt()}>
          Dispute it
        </button>
      </div>
    )
  const round = dispute.rounds.at(-1)
  return round === undefined ? null : <JurorBallot deed={deed} market={market} round={round} />
}
