import { useSignal } from '@preact/signals'
import { SibylError } from 'sibyl/client'
import { api } from '../lib/api.ts'
import { nowMs } from '../lib/clock.ts'
import { localTime, shortAddress, shortTime, zonedTime } from '../lib/format.ts'
import { useLiveLoad } from '../lib/load.ts'
import { type NodeBlock, nameOfContract, newestBlocks } from '../lib/node-blocks.ts'
import { Trouble } from '../parts/trouble.tsx'

/** The chain in this process: its newest blocks, and the controls no real chain has. */
export function DevnetPage() {
  const blocks = useLiveLoad(['blocks'], newestBlocks, () => 'again').value
  return (
    <>
      <h1>Devnet</h1>
      <p class="soft lead">
        An Alephium node in the venue’s own process. Its clock can be moved, and its blocks taken back.
      </p>
      <div class="two">
        <section aria-label="Blocks">
          {blocks.state === 'loading' && <p role="status">Asking the node …</p>}
          {blocks.state === 'failed' && <Trouble what="The node could not be asked" error={blocks.error} />}
          {blocks.state === 'ready' && (
            <ol class="blocks">
              {blocks.value.map((block) => (
                <Block key={block.hash} block={block} />
              ))}
            </ol>
          )}
        </section>
        <Controls />
      </div>
    </>
  )
}

const minute = 60_000
const leaps = [
  ['1 minute', minute],
  ['5 minutes', 5 * minute],
  ['1 hour', 60 * minute],
  ['1 day', 24 * 60 * minute],
] as const

function Controls() {
  const told = useSignal<{ readonly words: string } | { readonly error: unknown } | null>(null)
  const depth = useSignal(1)
  const run = async (work: () => Promise<string>) => {
    try {
      told.value = { words: await work() }
    } catch (error) {
      told.value = { error: isAbsent(error) ? absent : error }
    }
  }
  const mine = (blocks: number) =>
    run(async () => {
      await api.devnet.mine({ blocks })
      return blocks === 1 ? 'A block was mined.' : `${blocks} blocks were mined.`
    })
  /** Contracts see the time of a block: one is mined at once. */
  const advance = (name: string, advanceMs: number) =>
    run(async () => {
      await api.devnet.advanceTime({ advanceMs })
      await api.devnet.mine({})
      return `The clock is ${name} further.`
    })
  const setMining = (mode: 'instant' | 'manual') =>
    run(async () => {
      await api.devnet.setMining({ mode })
      return mode === 'instant' ? 'Every transaction is mined at once.' : 'Nothing is mined until you ask.'
    })
  const reorganise = () =>
    run(async () => {
      const { dropped } = await api.devnet.reorganise({ depth: depth.value })
      return `${dropped.length} blocks left the chain; their transactions come again.`
    })
  const now = told.value
  return (
    <section class="panel stack" aria-label="Controls">
      <h2>Clock</h2>
      <p>
        <time>{localTime(new Date(nowMs()).toISOString())}</time>
      </p>
      <div class="row">
        {leaps.map(([name, ms]) => (
          <button key={name} type="button" onClick={() => void advance(name, ms)}>
            + {name}
          </button>
        ))}
      </div>
      <h2>Mining</h2>
      <div class="row">
        <button type="button" class="main" onClick={() => void mine(1)}>
          Mine a block
        </button>
        <button type="button" onClick={() => void mine(10)}>
          Mine ten
        </button>
        <button type="button" onClick={() => void setMining('manual')}>
          Only when asked
        </button>
        <button type="button" onClick={() => void setMining('instant')}>
          With every transaction
        </button>
      </div>
      <h2>Reorganise</h2>
      <label>
        So many of the newest blocks
        <input
          type="number"
          min={1}
          max={100}
          value={depth.value}
          onInput={(event) => {
            depth.value = event.currentTarget.valueAsNumber || 1
          }}
        />
      </label>
      <button type="button" onClick={() => void reorganise()}>
        Take them back
      </button>
      {now !== null &&
        ('words' in now ? (
          <p role="status">{now.words}</p>
        ) : (
          <Trouble what="That was not done" error={now.error} />
        ))}
    </section>
  )
}

const isAbsent = (error: unknown): boolean => error instanceof SibylError && error.code === 'NOT_FOUND'
const absent = new Error(
  'These controls are there for the machine’s own browser, with the devnet in process.',
)

function Block({ block }: { block: NodeBlock }) {
  const { height, hash, timestamp, transactions, events } = block
  const at = new Date(timestamp).toISOString()
  const count = transactions.length
  return (
    <li class="panel">
      <details>
        <summary>
          <strong>{height}</strong> <span title={zonedTime(at)}>{shortTime(at)}</span>{' '}
          <span class="soft">
            {count} {count === 1 ? 'transaction' : 'transactions'}, {events.length}{' '}
            {events.length === 1 ? 'event' : 'events'}
          </span>
        </summary>
        <code class="long soft">{hash}</code>
        <ul class="deeds">
          {transactions.map((transaction) => (
            <Transaction key={transaction.unsigned.txId} transaction={transaction} block={block} />
          ))}
        </ul>
      </details>
    </li>
  )
}

function Transaction({
  transaction,
  block,
}: {
  transaction: NodeBlock['transactions'][number]
  block: NodeBlock
}) {
  const { unsigned, contractInputs, generatedOutputs, scriptExecutionOk } = transaction
  const inputs = unsigned.inputs.length + contractInputs.length
  const outputs = unsigned.fixedOutputs.length + generatedOutputs.length
  return (
    <li>
      <code class="long">{unsigned.txId}</code>
      <p class="soft">
        {inputs} in, {outputs} out, gas {unsigned.gasAmount.toLocaleString('en-US')}
        {scriptExecutionOk ? '' : ', its script failed'}
      </p>
      {block.events
        .filter(({ txId }) => txId === unsigned.txId)
        .map(({ contractAddress, eventIndex, fields }, index) => (
          <p key={index} class="event">
            <span class="badge">
              {nameOfContract(contractAddress) ?? shortAddress(contractAddress)} {eventIndex}
            </span>{' '}
            <code class="long">{fields.map(({ value }) => String(value)).join(', ')}</code>
          </p>
        ))}
    </li>
  )
}
