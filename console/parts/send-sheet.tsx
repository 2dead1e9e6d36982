import { useEffect, useRef } from 'preact/hooks'
import { formatAmount } from '../lib/amount.ts'
import { leaveSheet, type Sending, sending } from '../lib/send.ts'
import { collateralSymbol, decimals } from '../lib/venue.ts'

const attoDecimals = 18

/** What will happen, in words, before anything is signed; then how far it has come. */
export function SendSheet() {
  const dialog = useRef<HTMLDialogElement>(null)
  const now = sending.value
  const isOpen = now !== null
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      class="sheet"
      onCancel={(event) => {
        event.preventDefault() // the sheet closes when nothing else waits to be said
        leaveSheet()
      }}
      aria-labelledby="sheet-title"
    >
      {now !== null && (
        <>
          <h2 id="sheet-title">{now.title}</h2>
          <Body now={now} />
          {now.step !== 'asking' && (
            <button type="button" class="quiet" onClick={leaveSheet}>
              {leavings[now.step]}
            </button>
          )}
        </>
      )}
    </dialog>
  )
}

const leavings = {
  building: 'Not now',
  signing: 'Go on in the background',
  waiting: 'Go on in the background',
  done: 'Close',
  failed: 'Close',
} as const

function Body({ now }: { now: Sending }) {
  if (now.step === 'building') return <p role="status">Asking the service for the transaction …</p>
  if (now.step === 'failed')
    return (
      <div role="alert">
        <p class="trouble">{now.trouble}</p>
        {now.hint !== null && <p>{now.hint}</p>}
      </div>
    )
  if (now.step === 'asking') return <Question now={now} />
  const steps = ['Signed', 'Submitted', 'In a block and indexed']
  const reached = { signing: 0, waiting: 2, done: 3 }[now.step]
  return (
    <>
      <ol class="steps" aria-live="polite">
        {steps.map((name, index) => (
          <li key={name} class={index < reached ? 'reached' : index === reached ? 'now' : ''}>
            {name}
          </li>
        ))}
      </ol>
      {now.step === 'signing' && <p role="status">Your wallet is asked to sign.</p>}
      <p>
        Transaction <code class="long">{now.txId}</code>
      </p>
    </>
  )
}

function Question({ now }: { now: Extract<Sending, { step: 'asking' }> }) {
  const { build } = now
  const collateral = formatAmount(BigInt(build.collateralRequired), decimals())
  const native = formatAmount(BigInt(build.attoNativeAmount), attoDecimals, 4)
  return (
    <>
      <ul>
        {now.words.map((words, index) => (
          <li key={index}>{words}</li>
        ))}
      </ul>
      <p>
        At most {collateral} {collateralSymbol()} and {native} ALPH leave your wallet; what is not used comes
        back.
      </p>
      <p class="checked">The bytes were made again in this browser and are equal.</p>
      <div class="row">
        <button type="button" class="main" onClick={() => now.answer(true)}>
          Sign
        </button>
        <button type="button" class="quiet" onClick={() => now.answer(false)}>
          Not now
        </button>
      </div>
    </>
  )
}
