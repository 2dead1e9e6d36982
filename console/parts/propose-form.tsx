import { useSignal } from '@preact/signals'
import { duration } from '../lib/format.ts'
import { send } from '../lib/send.ts'
import { venue } from '../lib/venue.ts'
import { connection } from '../lib/wallet.ts'

/** Bounds of a proposal's texts, in bytes as the chain counts them. */
const bounds = { question: 300, category: 80, rules: 1_000, sources: 1_000 } as const

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

type Texts = Record<keyof typeof bounds, string>

const empty: Texts = { question: '', category: '', rules: '', sources: '' }

export function ProposeForm() {
  const texts = useSignal<Texts>(empty)
  const endsAt = useSignal('')
  const status = venue.value
  if (status === null || connection.value === null) return null
  const { votingMs, minTradingMs } = status.periods
  const ends = endsAt.value === '' ? Number.NaN : new Date(endsAt.value).getTime()
  const { question, category, rules, sources } = texts.value
  const tooLong = (Object.keys(bounds) as (keyof Texts)[]).some(
    (name) => bytesOf(texts.value[name]) > bounds[name],
  )
  const isReady = question !== '' && category !== '' && !Number.isNaN(ends) && !tooLong
  const propose = async () => {
    const done = await send(
      'Propose a market',
      {
        kind: 'proposeSingle',
        question,
        category,
        endsAt: new Date(ends).toISOString(),
        ...(rules === '' ? {} : { rules }),
        ...(sources === '' ? {} : { resolutionSources: sources }),
      },
      [`Propose “${question}”. A deposit of native coins is held and returns when the period is over.`],
    )
    if (done) {
      texts.value = empty
      endsAt.value = ''
    }
  }
  const field = (name: keyof Texts, label: string, isLong: boolean) => {
    const id = `propose-${name}`
    const props = {
      id,
      value: texts.value[name],
      onInput: (event: { currentTarget: { value: string } }) => {
        texts.value = { ...texts.value, [name]: event.currentTarget.value }
      },
      'aria-invalid': bytesOf(texts.value[name]) > bounds[name],
    }
    return (
      <div class="field">
        <label for={id}>{label}</label>
        {isLong ? <textarea rows={3} {...props} /> : <input {...props} />}
        <span class="soft">
          {bytesOf(texts.value[name])} of {bounds[name]} bytes
        </span>
      </div>
    )
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
        {field('question', 'Question', false)}
        {field('category', 'Category', false)}
        <label>
          <span>
            Trading ends{' '}
            <span class="soft">
              at least {duration(votingMs + minTradingMs)} from now, at most five years
            </span>
          </span>
          <input
            type="datetime-local"
            value={endsAt.value}
            onInput={(event) => {
              endsAt.value = event.currentTarget.value
            }}
          />
        </label>
        {field('rules', 'Rules', true)}
        {field('sources', 'Sources', true)}
        <button type="submit" class="main" disabled={!isReady}>
          Propose
        </button>
      </form>
    </details>
  )
}
