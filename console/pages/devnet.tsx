import { useSignal } from '@preact/signals'
import { SibylError } from 'sibyl/client'
import { api } from '../lib/api.ts'
import { nowMs } from '../lib/clock.ts'
import { exactTime, shortAddress, shortTime, zonedTime } from '../lib/format.ts'
import { useLiveLoad } from '../lib/load.ts'
import { type NamedEvent, type NodeBlock, newestBlocks } from '../lib/node-blocks.ts'
import { ContractExplorer } from '../parts/contract-explorer.tsx'
import { Trouble } from '../parts/trouble.tsx'

/** The chain in this process: its newest blocks, and the controls no real chain has. */
export function DevnetPage() {
  const blocks = useLiveLoad(['blocks'], newestBlocks, () => 'again').value
  return (
    <>
      <h1>Devnet</h1>
      <p class="soft lead">
        An Alephium node in the venue’s own process: its clock can be moved, its blocks taken back.
      </p>
      <div class="two">
        <Controls />
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
          <ContractExplorer />
        </section>
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
  const wallet = useSignal('')
  const fault = useSignal<FaultKind>('delay')
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
  const fund = () =>
    run(async () => {
      await api.faucet({ address: wallet.value.trim() })
      return 'Coins were sent.'
    })
  const spoil = (count: number) =>
    run(async () => {
      await api.devnet.fault({ kind: fault.value, route: '*', count })
      return count === 1 ? 'The next answer is spoilt.' : `The next ${count} answers are spoilt.`
    })
  const now = told.value
  return (
    <section class="panel stack controls" aria-label="Controls">
      <h2>Clock</h2>
      <p>
        <time>{exactTime(new Date(nowMs()).toISOString())}</time>
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
      </div>
      <div class="row halves">
        <button type="button" onClick={() => void setMining('manual')}>
          When asked
        </button>
        <button type="button" onClick={() => void setMining('instant')}>
          By transaction
        </button>
      </div>
      <h2>Reorganise</h2>
      <label>
        So many of the newest blocks
        <span class="row">
          <input
            type="number"
            min={1}
            max={100}
            value={depth.value}
            onInput={(event) => {
              depth.value = event.currentTarget.valueAsNumber || 1
            }}
          />
          <button type="button" onClick={() => void reorganise()}>
            Take them back
          </button>
        </span>
      </label>
      <h2>Fund</h2>
      <label>
        Wallet
        <span class="row">
          <input
            autocomplete="off"
            spellcheck={false}
            placeholder="an address"
            value={wallet.value}
            onInput={(event) => {
              wallet.value = event.currentTarget.value
            }}
          />
          <button type="button" onClick={() => void fund()}>
            Send coins
          </button>
        </span>
      </label>
      <h2>Faults</h2>
      <label>
        The node’s next answers come
        <select
          value={fault.value}
          onChange={(event) => {
            fault.value = event.currentTarget.value as FaultKind
          }}
        >
          {faults.map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <div class="row">
        {[1, 5, 25].map((count) => (
          <button key={count} type="button" onClick={() => void spoil(count)}>
            {count === 1 ? 'Once' : `${count} times`}
          </button>
        ))}
      </div>
      {now !== null &&
        ('words' in now ? (
          <p role="status">{now.words}</p>
        ) : (
          <Trouble what="That was not done" error={now.error} />
        ))}
    </section>
  )
}

type FaultKind = (typeof faults)[number][0]
const faults = [
  ['delay', 'late'],
  ['drop', 'not at all'],
  ['status', 'with status 503'],
  ['garbage', 'unreadable'],
] as const

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
        .map((event, index) => (
          <Told key={index} event={event} />
        ))}
    </li>
  )
}

function Told({ event: { contract, contractAddress, name, fields } }: { event: NamedEvent }) {
  return (
    <div class="event">
      <p>
        <strong>{name}</strong>{' '}
        <span class="soft">
          {contract ?? ''} <code title={contractAddress}>{shortAddress(contractAddress)}</code>
        </span>
      </p>
      <dl class="fields">
        {fields.map(([field, value]) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              <code class="long">{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
