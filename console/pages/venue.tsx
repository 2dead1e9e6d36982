import type { Status } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { duration } from '../lib/format.ts'
import { venue } from '../lib/venue.ts'
import { ContractProof } from '../parts/contract-proof.tsx'

/** What this venue is made of, as the service says it. */
export function VenuePage() {
  const status = venue.value
  return (
    <>
      <h1>Venue</h1>
      {status === null ? <p role="status">Asking the service …</p> : <Facts status={status} />}
    </>
  )
}

const periodNames: Readonly<Record<string, string>> = {
  votingMs: 'Voting',
  minTradingMs: 'Least trading',
  disputeMs: 'To dispute',
  commitMs: 'To commit',
  revealMs: 'To reveal',
  appealMs: 'To appeal',
  unlockMs: 'To unlock',
}

function Facts({ status }: { status: Status }) {
  const { network, index, tokens, periods, parameters } = status
  const unit = (units: string) =>
    `${formatAmount(BigInt(units), tokens.collateral.decimals)} ${tokens.collateral.symbol}`
  return (
    <div class="panels">
      <Panel title="Chain">
        <Fact name="Network" value={`${network.name} (${network.id}), group ${network.group}`} />
        <Fact name="Node" value={network.nodeUrl} />
        <Fact name="Index" value={`block ${index.height}, ${index.ready ? 'ready' : 'not ready'}`} />
      </Panel>
      <Panel title="Terms">
        <Fact name="Taker’s fee" value={`${parameters.feeBps / 100} %`} />
        <Fact name="Bond" value={unit(parameters.bond)} />
        <Fact
          name="Quorum"
          value={`weight ${parameters.quorum.weight} of ${parameters.quorum.wallets} wallets`}
        />
        <Fact name="Fills an order" value={`at most ${parameters.maxFills}`} />
      </Panel>
      <Panel title="Periods">
        {Object.entries(periods).map(([name, ms]) => (
          <Fact key={name} name={periodNames[name] ?? name} value={duration(ms)} />
        ))}
      </Panel>
      <Panel title="Tokens">
        {Object.entries(tokens).map(([name, token]) => (
          <Fact
            key={name}
            name={name}
            value={`${token.symbol}, ${token.decimals} decimals`}
            detail={token.id}
          />
        ))}
      </Panel>
      <ContractProof status={status} />
    </div>
  )
}

function Panel({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return (
    <section class="panel">
      <h2>{title}</h2>
      <dl>{children}</dl>
    </section>
  )
}

function Fact({ name, value, detail }: { name: string; value: string; detail?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {detail !== undefined && <code class="long">{detail}</code>}
      </dd>
    </div>
  )
}
