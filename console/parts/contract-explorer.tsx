import { useSignal } from '@preact/signals'
import { formatAmount } from '../lib/amount.ts'
import { readContract } from '../lib/contract-state.ts'
import { useLoad } from '../lib/load.ts'
import { venue } from '../lib/venue.ts'
import { Trouble } from './trouble.tsx'

/** What a contract holds and remembers now, as the node says it: one of the venue's, or any by its address. */
export function ContractExplorer() {
  const contracts = Object.entries(venue.value?.contracts ?? {})
  const picked = useSignal(contracts[0]?.[1] ?? '')
  return (
    <section class="panel stack apart" aria-label="Contract state">
      <h2>Contract state</h2>
      <div class="pick">
        <label>
          Contract
          <select
            value={picked.value}
            onChange={(event) => {
              picked.value = event.currentTarget.value
            }}
          >
            {contracts.map(([name, address]) => (
              <option key={name} value={address}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          or its address
          <input
            autocomplete="off"
            spellcheck={false}
            value={picked.value}
            onChange={(event) => {
              picked.value = event.currentTarget.value.trim()
            }}
          />
        </label>
      </div>
      {picked.value !== '' && <State key={picked.value} address={picked.value} />}
    </section>
  )
}

function State({ address }: { address: string }) {
  const loaded = useLoad((signal) => readContract(address, signal)).value
  if (loaded.state === 'loading') return <p role="status">Asking the node …</p>
  if (loaded.state === 'failed') return <Trouble what="It could not be read" error={loaded.error} />
  const { shape, values, asset } = loaded.value
  const { native, collateral, stake } = venue.value?.tokens ?? {}
  const symbolOf = (id: string) => [collateral, stake].find((token) => token?.id === id)
  return (
    <>
      <p class="soft">
        {shape === null ? 'None of the venue’s contracts.' : `An instance of ${shape.name}.`} It holds{' '}
        {formatAmount(BigInt(asset.attoAlphAmount), native?.decimals ?? 18)} {native?.symbol ?? 'ALPH'}
        {(asset.tokens ?? []).map(({ id, amount }) => {
          const token = symbolOf(id)
          return token === undefined
            ? ''
            : `, ${formatAmount(BigInt(amount), token.decimals)} ${token.symbol}`
        })}
        .
      </p>
      <dl class="fields">
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code class="long">{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
