import { useSignal } from '@preact/signals'
import type { Dispute, Market, SealedVote } from 'sibyl/client'
import { findBallot, type KeptBallot, keepBallot, parseBallot } from '../lib/ballots.ts'
import { questionOf } from '../lib/question-of.ts'
import { quoted } from '../lib/quoted.ts'
import { reader } from '../lib/reader.ts'
import { saveFile } from '../lib/save-file.ts'
import { send } from '../lib/send.ts'
import { outcomeName } from '../lib/timeline.ts'
import { connection } from '../lib/wallet.ts'

type Round = Dispute['rounds'][number]
const choices = [1, 2, 3] as const

/** A juror's vote: sealed first, opened when everybody has sealed theirs. */
export function JurorBallot({
  deed,
  market,
  round,
}: {
  deed: 'commit' | 'reveal' | 'submit' | 'dispute'
  market: Market
  round: Round
}) {
  const changes = useSignal(0)
  changes.value
  const voterAddress = connection.value?.address ?? ''
  const { marketAddress } = market
  const { voteRound } = round
  const ballot = findBallot({ marketAddress, voteRound, voterAddress })
  const again = () => {
    changes.value++
  }
  return (
    <div class="deed">
      {deed === 'commit' && ballot === null && (
        <CommitForm market={market} voteRound={voteRound} onKept={again} />
      )}
      {ballot !== null && <Kept market={market} ballot={ballot} deed={deed} onKept={again} />}
      {deed === 'reveal' && ballot === null && <GiveBallot onGiven={again} />}
    </div>
  )
}

function CommitForm({ market, voteRound, onKept }: { market: Market; voteRound: number; onKept(): void }) {
  const vote = useSignal<(typeof choices)[number]>(1)
  const relays = useSignal(true)
  const commit = async () => {
    const wallet = connection.value
    if (wallet === null) return
    const { marketAddress } = market
    await commitBallot(market, wallet.seal({ marketAddress, voteRound, vote: vote.value }), relays.value)
    onKept()
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void commit()
      }}
    >
      <fieldset class="choice">
        <legend>Your vote</legend>
        {choices.map((choice) => (
          <label key={choice} class={choice === vote.value ? `picked ${outcomeName(choice)}` : ''}>
            <input
              type="radio"
              name="vote"
              checked={choice === vote.value}
              onChange={() => {
                vote.value = choice
              }}
            />
            {outcomeName(choice)}
          </label>
        ))}
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked={relays.value}
          onChange={(event) => {
            relays.value = event.currentTarget.checked
          }}
        />
        let the venue open it for me when the time has come
      </label>
      <button type="submit" class="main">
        Commit
      </button>
    </form>
  )
}

/** Kept as soon as somebody says yes and not before: who says no votes anew. */
async function commitBallot(market: Market, ballot: SealedVote, isRelayed: boolean): Promise<void> {
  const { marketAddress, voterAddress, voteRound, vote, salt, commitHash } = ballot
  const commitTxId = await send(
    'Commit your vote',
    { kind: 'commitVote', marketAddress, voteRound, commitHash },
    [
      `Vote ${outcomeName(vote)} on ${quoted(questionOf(market))}, sealed: nobody can read it before it is opened.`,
      'Open it in time: a sealed vote that stays closed loses stake. Its salt is kept in this browser.',
    ],
    {},
    () => keepBallot(ballot),
  )
  if (commitTxId === null) return
  keepBallot({ ...ballot, isCommitted: true })
  if (isRelayed)
    await reader()
      .oracle.relayReveal({ marketAddress, voterAddress, voteRound, voteChoice: vote, salt, commitTxId })
      .catch(() => undefined)
}

function Kept({
  market,
  ballot,
  deed,
  onKept,
}: {
  market: Market
  ballot: KeptBallot
  deed: string
  onKept(): void
}) {
  const isOpening = deed === 'reveal'
  const isUnsure = deed === 'commit' && ballot.isCommitted !== true
  const commitAgain = async () => {
    const { isCommitted: _, ...sealed } = ballot
    await commitBallot(market, sealed, true)
    onKept()
  }
  const { marketAddress, voterAddress, voteRound, vote, salt } = ballot
  const reveal = () =>
    send('Open your vote', { kind: 'revealVote', marketAddress, voterAddress, voteRound, vote, salt }, [
      `Your sealed vote on ${quoted(questionOf(market))} is opened: ${outcomeName(vote)}.`,
    ])
  const save = () =>
    saveFile(`vote-round-${voteRound}.json`, 'application/json', JSON.stringify(ballot, null, 2))
  return (
    <>
      <p>
        Your vote of round {voteRound}: <strong>{outcomeName(vote)}</strong>. Its salt is kept in this
        browser.
        {isUnsure && ' Whether it was committed is not known here: send it again as it is, it counts once.'}
      </p>
      <div class="row">
        {isUnsure && (
          <button type="button" class="main" onClick={() => void commitAgain()}>
            Commit it
          </button>
        )}
        {isOpening && (
          <button type="button" class="main" onClick={() => void reveal()}>
            Reveal
          </button>
        )}
        <button type="button" class="quiet" onClick={save}>
          Save it as a file
        </button>
      </div>
    </>
  )
}

function GiveBallot({ onGiven }: { onGiven(): void }) {
  const isWrong = useSignal(false)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    const ballot = parseBallot(await file.text())
    isWrong.value = ballot === null
    if (ballot === null) return
    keepBallot(ballot)
    onGiven()
  }
  return (
    <div class="stack">
      <label>
        Votes are being opened. Did you commit one in another browser? Give its file:
        <input
          type="file"
          accept="application/json"
          aria-invalid={isWrong.value}
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </label>
      {isWrong.value && <p role="alert">This file holds no sealed vote.</p>}
    </div>
  )
}
