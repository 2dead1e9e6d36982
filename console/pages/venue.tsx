import type { Status } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { api } from '../lib/api.ts'
import { readContract } from '../lib/contract-state.ts'
import { duration, shortMoney } from '../lib/format.ts'
import { keeperOf } from '../lib/keeper.ts'
import { useLiveLoad } from '../lib/load.ts'
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
  const { tokens, periods, parameters } = status
  const unit = (units: string) =>
    `${formatAmount(BigInt(units), tokens.collateral.decimals)} ${tokens.collateral.symbol}`
  return (
    <>
      <div class="panels narrow">
        <Panel title="Terms">
          <Fact name="Taker’s fee" value={`${parameters.feeBps / 100} %`} />
          <Fact name="Bond" value={`${unit(parameters.bond)} at least`} />
          <Fact
            name="Quorum"
            value={`weight ${parameters.quorum.weight}, ${parameters.quorum.wallets} wallets`}
          />
          <Fact name="Fills" value={`at most ${parameters.maxFills} an order`} />
          <Fact
            name="Final after"
            value={parameters.confirmations === 1 ? '1 block' : `${parameters.confirmations} blocks`}
          />
        </Panel>
        <Panel title="Periods">
          {Object.entries(periods).map(([name, ms]) => (
            <Fact key={name} name={periodNames[name] ?? name} value={duration(ms)} />
          ))}
        </Panel>
        <Health status={status} />
      </div>
      <Tokens tokens={tokens} />
      <ContractProof status={status} />
    </>
  )
}

/** Whether it works: index, keeper, desk and jurors, anew with every block. */
function Health({ status }: { status: Status }) {
  const loaded = useLiveLoad(
    ['blocks'],
    async (signal) => {
      const desk = status.contracts.desk
      const [now, stats, metrics, state] = await Promise.all([
        api.status({ signal }),
        api.stats({ signal }),
        // Operators may keep their figures to themselves.
        api.metrics({ signal }).catch(() => ''),
        desk === undefined ? null : readContract(desk, signal).catch(() => null),
      ])
      return { now, stats, keeper: keeperOf(metrics), desk: new Map(state?.values ?? []) }
    },
    () => 'again',
  ).value
  if (loaded.state !== 'ready')
    return (
      <Panel title="Health">
        <Fact name="Service" value={loaded.state === 'failed' ? 'does not answer' : '…'} />
      </Panel>
    )
  const { now, stats, keeper, desk } = loaded.value
  const { network } = status
  const { native, collateral } = status.tokens
  const { index, oracle } = now
  const [coins, money] = [desk.get('nativeReserve'), desk.get('collateralReserve')]
  return (
    <Panel title="Health">
      <Fact name="Network" value={`${network.name} (${network.id}), group ${network.group}`} />
      <Fact name="Node" value={network.nodeUrl} />
      <Fact
        name="Index"
        value={`block ${index.height ?? '–'}, ${index.ready ? 'ready' : 'not ready'}${
          index.lagMs === null || index.lagMs < 1_000 ? '' : `, ${duration(index.lagMs)} behind`
        }`}
      />
      <Fact
        name="Keeper"
        value={
          keeper === null
            ? 'not told here'
            : `${keeper.balance.toFixed(1)} ${native.symbol}, ${keeper.bugs === 0 ? 'no bugs' : `${keeper.bugs} bugs`}`
        }
      />
      <Fact
        name="Desk"
        value={
          coins === undefined || money === undefined
            ? 'not read'
            : `${shortMoney(coins, native.decimals)} ${native.symbol}, ${shortMoney(money, collateral.decimals)} ${collateral.symbol}`
        }
      />
      <Fact
        name="Jurors"
        value={`weight ${oracle.wholeWeight}, ${oracle.canDecide ? 'can decide' : 'too little'}`}
      />
      <Fact name="Markets" value={`${stats.markets.open} open, ${stats.markets.resolved} resolved`} />
      <Fact
        name="Volume"
        value={`${shortMoney(stats.volume, collateral.decimals)} ${collateral.symbol}, ${shortMoney(stats.volume24h, collateral.decimals)} in 24 h`}
      />
      <Fact name="Traders" value={stats.traders.toLocaleString('en-US')} />
    </Panel>
  )
}

function Tokens({ tokens }: { tokens: Status['tokens'] }) {
  return (
    <section class="panel alone" aria-label="Tokens">
      <table class="list stacks">
        <caption>Tokens</caption>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">For</th>
            <th scope="col">Decimals</th>
            <th scope="col">Id</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(tokens).map(([use, { id, symbol, decimals }]) => (
            <tr key={use}>
              <td class="title">{symbol}</td>
              <td data-label="For" class="whole">
                {uses[use] ?? use}
              </td>
              <td data-label="Decimals" class="whole">
                {decimals}
              </td>
              <td class="whole">
                {/^0+$/.test(id) ? <span class="soft">the chain’s own</span> : <code class="long">{id}</code>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const uses: Readonly<Record<string, string>> = {
  native: 'gas and deposits',
  collateral: 'trading and bonds',
  stake: 'votes',
}

function Panel({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      <dl>{children}</dl>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
