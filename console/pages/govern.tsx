import type { Proposal } from 'sibyl/client'
import { nowMs } from '../lib/clock.ts'
import { duration, shortAddress } from '../lib/format.ts'
import { useLiveLoad } from '../lib/load.ts'
import { quoted } from '../lib/quoted.ts'
import { reader } from '../lib/reader.ts'
import { send } from '../lib/send.ts'
import { connection } from '../lib/wallet.ts'
import { DisputeList } from '../parts/dispute-list.tsx'
import { ProposeForm } from '../parts/propose-form.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { VaultPanel } from '../parts/vault-panel.tsx'

const places = 8

/** This period's questions and who gets in; a vault behind every vote. */
export function GovernPage() {
  const loaded = useLiveLoad(
    ['proposals'],
    async (signal) => {
      const [{ period }, { proposals }] = await Promise.all([
        reader().voting.period({ signal }),
        reader().voting.proposals({ activePeriodOnly: true, sort: 'vote-count', limit: 50 }, { signal }),
      ])
      return { period, proposals }
    },
    () => 'again',
  ).value
  return (
    <>
      <h1>Govern</h1>
      <div class="two">
        <section aria-label="Proposals">
          <h2 class="above">Questions of this period</h2>
          {loaded.state === 'loading' && <p role="status">Loading proposals …</p>}
          {loaded.state === 'failed' && (
            <Trouble what="The proposals could not be read" error={loaded.error} />
          )}
          {loaded.state === 'ready' && (
            <>
              <Countdown period={loaded.value.period} />
              <Ranking proposals={loaded.value.proposals} />
            </>
          )}
          <ProposeForm />
        </section>
        <div class="beside">
          <DisputeList />
          <VaultPanel />
        </div>
      </div>
    </>
  )
}

function Countdown({ period }: { period: { readonly endsAt: string; readonly status: string } | null }) {
  if (period === null || period.status !== 'open')
    return <p class="soft">No period is open. The next proposal opens one.</p>
  return (
    <p class="soft">
      Voting ends in {duration(Date.parse(period.endsAt) - nowMs())}. The {places} with the most weight become
      markets.
    </p>
  )
}

function Ranking({ proposals }: { proposals: readonly Proposal[] }) {
  if (proposals.length === 0)
    return <p class="nobody">Nothing is proposed yet. Ask the first question below.</p>
  const vote = (proposal: Proposal) =>
    send(`Vote for ${quoted(proposal.question)}`, { kind: 'vote', proposalId: proposal.id }, [
      'Your whole weight supports this question. A vote cannot be taken back.',
    ])
  return (
    <ol class="ranking">
      {proposals.map((proposal, index) => (
        <li key={proposal.id} class={index < places ? 'in' : ''}>
          <span class="place">{index + 1}</span>
          <div>
            <strong>{proposal.question}</strong>
            {proposal.legs !== null && (
              <p class="soft">{proposal.legs.map((leg) => leg.question).join(' · ')}</p>
            )}
            <p class="soft">
              {proposal.category}, by <code title={proposal.proposer}>{shortAddress(proposal.proposer)}</code>
              , weight {proposal.voteCount} of {proposal.uniqueVoters}{' '}
              {proposal.uniqueVoters === 1 ? 'wallet' : 'wallets'}
            </p>
          </div>
          <button type="button" disabled={connection.value === null} onClick={() => void vote(proposal)}>
            Vote
          </button>
        </li>
      ))}
    </ol>
  )
}
