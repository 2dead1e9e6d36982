import { useSignal } from '@preact/signals'
import { formatAmount, parseAmount } from '../lib/amount.ts'
import { duration } from '../lib/format.ts'
import { useLiveLoad } from '../lib/load.ts'
import { moves, walletChannel } from '../lib/mine.ts'
import { reader } from '../lib/reader.ts'
import { send } from '../lib/send.ts'
import { venue } from '../lib/venue.ts'
import { connection } from '../lib/wallet.ts'

/** The ladder of tiers, where this wallet stands on it, and the ways up and out. */
export function VaultPanel() {
  const vault = useLiveLoad(
    [walletChannel()],
    async (signal) => {
      const address = connection.value?.address
      return address === undefined ? null : reader().users.vault({ address }, { signal })
    },
    (value, message) => (moves(message) ? 'again' : value),
  ).value
  const status = venue.value
  if (status === null) return null
  const { symbol, decimals } = status.tokens.stake
  const mine = vault.state === 'ready' ? vault.value : null
  return (
    <section class="panel" aria-label="Vault">
      <h2>Vault</h2>
      {mine !== null && (
        <p>
          You have staked{' '}
          <strong>
            {formatAmount(BigInt(mine.staked), decimals, 0)} {symbol}
          </strong>
          : weight {mine.weight}.
        </p>
      )}
      <table class="list">
        <caption>Tiers</caption>
        <thead>
          <tr>
            <th scope="col">Tier</th>
            <th scope="col" class="number">
              Staked, {symbol}
            </th>
            <th scope="col" class="number">
              Weight
            </th>
          </tr>
        </thead>
        <tbody>
          {status.parameters.tiers.map((tier) => (
            <tr key={tier.name} class={mine?.tier === tier.name ? 'mine' : ''}>
              <td>{tier.name}</td>
              <td class="number">{formatAmount(BigInt(tier.staked), decimals, 0)}</td>
              <td class="number">{tier.weight}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {connection.value !== null && (
        <StakeForm symbol={symbol} decimals={decimals} unlockMs={status.periods.unlockMs} />
      )}
    </section>
  )
}

function StakeForm({ symbol, decimals, unlockMs }: { symbol: string; decimals: number; unlockMs: number }) {
  const text = useSignal('')
  const amount = parseAmount(text.value, decimals)
  const isWrong = text.value !== '' && (amount === null || amount === 0n)
  const act = (kind: 'vaultDeposit' | 'vaultUnlock') => {
    if (amount === null || amount === 0n) return
    const words =
      kind === 'vaultDeposit'
        ? `Stake ${text.value} ${symbol}. It counts for your weight at once.`
        : `Unlock ${text.value} ${symbol}. It stops counting at once and can be withdrawn after ${duration(unlockMs)}.`
    void send(kind === 'vaultDeposit' ? 'Stake' : 'Unlock', { kind, amount: String(amount) }, [words])
  }
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <label>
        Amount, {symbol}
        <input
          inputMode="decimal"
          autocomplete="off"
          value={text.value}
          placeholder="60,000"
          aria-invalid={isWrong}
          onInput={(event) => {
            text.value = event.currentTarget.value
          }}
        />
      </label>
      <span class="row">
        <button type="button" class="main" onClick={() => act('vaultDeposit')}>
          Stake
        </button>
        <button type="button" onClick={() => act('vaultUnlock')}>
          Unlock
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() =>
            void send('Withdraw', { kind: 'vaultWithdraw' }, ['What you unlocked comes back to your wallet.'])
          }
        >
          Withdraw
        </button>
      </span>
    </form>
  )
}
