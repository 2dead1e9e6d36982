import { useSignal } from '@preact/signals'
import { formatAmount } from '../lib/amount.ts'
import { api } from '../lib/api.ts'
import { shortAddress } from '../lib/format.ts'
import { reorganised } from '../lib/live.ts'
import { useLiveLoad } from '../lib/load.ts'
import { moves, walletChannel } from '../lib/mine.ts'
import { collateralSymbol, decimals, isDevnet } from '../lib/venue.ts'
import {
  connect,
  connecting,
  connection,
  disconnect,
  hasExtension,
  stopConnecting,
  walletRevision,
} from '../lib/wallet.ts'
import { wordsOfError } from '../lib/words-of-error.ts'

/** Who trades here: connect, see which wallet it is, leave. */
export function WalletMenu() {
  const wallet = connection.value
  if (wallet !== null)
    return (
      <div class="wallet">
        {wallet.kind === 'play' && (
          <span
            class="badge warn"
            title="Its key lies in this browser. Devnet coins only: they are worth nothing."
          >
            play wallet
          </span>
        )}
        <code class="account" title={wallet.address}>
          {shortAddress(wallet.address)}
        </code>
        <Balance />
        {isDevnet() && <FaucetButton address={wallet.address} />}
        <button type="button" class="quiet" onClick={() => void disconnect()}>
          Disconnect
        </button>
      </div>
    )
  const state = connecting.value
  return (
    <div class="wallet">
      {typeof state === 'object' && <span role="alert">{state.trouble}</span>}
      {hasExtension() && (
        <button type="button" disabled={state === 'yes'} onClick={() => void connect('extension')}>
          Connect wallet
        </button>
      )}
      {isDevnet() && (
        <button type="button" disabled={state === 'yes'} onClick={() => void connect('play')}>
          {state === 'yes' ? 'Opening …' : 'Play wallet'}
        </button>
      )}
      {hasExtension() && state === 'yes' && (
        <button type="button" class="quiet" onClick={stopConnecting}>
          Stop waiting
        </button>
      )}
      {!hasExtension() && !isDevnet() && <span>Install the Alephium extension to trade</span>}
    </div>
  )
}

/** What the wallet can spend; asked anew when something of it moved. */
function Balance() {
  const loaded = useLiveLoad(
    [walletChannel()],
    async () => {
      walletRevision.value
      return (await connection.value?.balance()) ?? null
    },
    (value, message) => (moves(message) ? 'again' : value),
  ).value
  if (loaded.state !== 'ready' || loaded.value === null) return null
  return (
    <span class="balance">
      {formatAmount(loaded.value, decimals())}
      <span class="symbol"> {collateralSymbol()}</span>
    </span>
  )
}

function FaucetButton({ address }: { address: string }) {
  const state = useSignal<'idle' | 'busy' | string>('idle')
  /** What was known when coins came: once anything moved after that, they may be spent or gone. */
  const sent = useSignal<{ readonly revision: number; readonly reorg: unknown } | null>(null)
  const fund = async () => {
    state.value = 'busy'
    try {
      await api.faucet({ address })
      state.value = 'idle'
      sent.value = { revision: ++walletRevision.value, reorg: reorganised.value }
    } catch (error) {
      state.value = wordsOfError(error)
    }
  }
  if (sent.value?.revision === walletRevision.value && sent.value.reorg === reorganised.value)
    return <span role="status">Coins sent</span>
  return (
    <>
      <button type="button" disabled={state.value === 'busy'} onClick={() => void fund()}>
        Get coins
      </button>
      {state.value !== 'idle' && state.value !== 'busy' && <span role="alert">{state.value}</span>}
    </>
  )
}
