import { useSignal } from '@preact/signals'
import { duration } from '../lib/format.ts'
import {
  bytesOf,
  type Draft,
  emptyDraft,
  faultOf,
  legBounds,
  requestOf,
  textBounds,
} from '../lib/proposal.ts'
import { send } from '../lib/send.ts'
import { venue } from '../lib/venue.ts'
import { connection } from '../lib/wallet.ts'

/** A question, or an event with several answers; every bound is told while it is typed. */
export function ProposeForm() {
  const draft = useSignal<Draft>(emptyDraft)
  const status = venue.value
  if (status === null || connection.value === null) return null
  const { votingMs, minTradingMs } = status.periods
  const change = (part: Partial<Draft>) => {
    draft.value = { ...draft.value, ...part }
  }
  const fault = faultOf(draft.value)
  const { question, legs } = draft.value
  const propose = async () => {
    if (fault !== null) return
    const answers = legs.length === 0 ? [] : [`With these answers: ${legs.join(' · ')}.`]
    const done = await send('Propose a question', requestOf(draft.value), [
      `Propose “${question}”.`,
      ...answers,
      'A deposit of native coins is held for each market and returns when the period is over.',
    ])
    if (done) draft.value = emptyDraft
  }
  return (
    <details class="panel">
      <summary>Propose a question</summary>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void propose()
        }}
      >
        <TextField name="question" label="Question" draft={draft.value} onChange={change} />
        <Legs legs={legs} onChange={(next) => change({ legs: next })} />
        <TextField name="category" label="Category" draft={draft.value} onChange={change} />
        <label>
          Tags, with commas between
          <input value={draft.value.tags} onInput={(event) => change({ tags: event.currentTarget.value })} />
        </label>
        <label>
          <span>
            Trading ends{' '}
            <span class="soft">
              at least {duration(votingMs + minTradingMs)} from now, at most five years
            </span>
          </span>
          <input
            type="datetime-local"
            value={draft.value.endsAt}
            onInput={(event) => change({ endsAt: event.currentTarget.value })}
          />
        </label>
        <TextField name="rules" label="Rules" draft={draft.value} onChange={change} isLong />
        <TextField name="sources" label="Sources" draft={draft.value} onChange={change} isLong />
        {fault !== null && question !== '' && <p class="hint">{fault}</p>}
        <button type="submit" class="main" disabled={fault !== null}>
          Propose
        </button>
      </form>
    </details>
  )
}

function TextField({
  name,
  label,
  draft,
  onChange,
  isLong = false,
}: {
  name: keyof typeof textBounds
  label: string
  draft: Draft
  onChange(part: Partial<Draft>): void
  isLong?: boolean
}) {
  const id = `propose-${name}`
  const bytes = bytesOf(draft[name])
  const props = {
    id,
    value: draft[name],
    'aria-invalid': bytes > textBounds[name],
    onInput: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isLong ? <textarea rows={3} {...props} /> : <input {...props} />}
      <span class="soft">
        {bytes} of {textBounds[name]} bytes
      </span>
    </div>
  )
}

/** The answers of an event; a question without any is one market. */
function Legs({ legs, onChange }: { legs: readonly string[]; onChange(legs: readonly string[]): void }) {
  if (legs.length === 0)
    return (
      <p>
        <button type="button" class="small" onClick={() => onChange(['', ''])}>
          It has several answers
        </button>
      </p>
    )
  return (
    <fieldset class="legs-form">
      <legend>Answers, each a market of its own</legend>
      {legs.map((leg, index) => (
        <span key={index} class="row">
          <input
            aria-label={`Answer ${index + 1}`}
            value={leg}
            onInput={(event) => onChange(legs.with(index, event.currentTarget.value))}
          />
          <button
            type="button"
            class="quiet"
            onClick={() => onChange(legs.length <= legBounds.min ? [] : legs.toSpliced(index, 1))}
          >
            Drop
          </button>
        </span>
      ))}
      {legs.length < legBounds.max && (
        <button type="button" class="small" onClick={() => onChange([...legs, ''])}>
          One more
        </button>
      )}
    </fieldset>
  )
}
