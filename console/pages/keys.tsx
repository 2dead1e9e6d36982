import { useSignal } from '@preact/signals'
import type { Key, PreparedKey } from 'sibyl/client'
import { shortTime, zonedTime } from '../lib/format.ts'
import { useLoad } from '../lib/load.ts'
import { connection } from '../lib/wallet.ts'
import { Trouble } from '../parts/trouble.tsx'

/** API keys of the connected wallet: made by a signature, shown once, revoked here. */
export function KeysPage() {
  return (
    <>
      <h1>Keys</h1>
      <p class="soft lead">
        A key lets a program of yours read faster and ask for transactions. It cannot sign: nothing moves
        without your wallet.
      </p>
      {connection.value === null ? (
        <p class="nobody">Connect a wallet to see and make its keys.</p>
      ) : (
        <KeyList />
      )}
    </>
  )
}

function KeyList() {
  const revision = useSignal(0)
  const keys = useLoad(async (signal) => {
    revision.value
    return (await connection.value?.client.auth.list({ signal }))?.keys ?? []
  }).value
  const again = () => {
    revision.value++
  }
  const revoke = async (id: string) => {
    await connection.value?.client.auth.revoke({ id })
    again()
  }
  return (
    <div class="two">
      <div>
        {keys.state === 'failed' && <Trouble what="The keys could not be read" error={keys.error} />}
        {keys.state === 'ready' && <KeyTable keys={keys.value} onRevoke={(id) => void revoke(id)} />}
      </div>
      <MintForm onMinted={again} />
    </div>
  )
}

function KeyTable({ keys, onRevoke }: { keys: readonly Key[]; onRevoke(id: string): void }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="panel scroll" aria-label="Keys" tabIndex={0}>
      <table class="list stacks">
        <caption>Your keys</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Begins</th>
            <th scope="col">May</th>
            <th scope="col">Made</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td class="question">{key.name}</td>
              <td data-label="Begins" class="whole">
                <code>{key.keyPrefix}…</code>
              </td>
              <td data-label="May">{key.scopes.join(', ')}</td>
              <td data-label="Made" title={zonedTime(key.createdAt)}>
                {shortTime(key.createdAt)}
              </td>
              <td data-label="State">
                {key.revokedAt !== null ? (
                  'revoked'
                ) : key.id === connection.value?.keyId ? (
                  'this visit’s'
                ) : (
                  <button type="button" class="quiet" onClick={() => onRevoke(key.id)}>
                    Revoke
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Minting =
  | { readonly step: 'idle' }
  | { readonly step: 'shown'; readonly prepared: PreparedKey }
  | { readonly step: 'minted'; readonly secret: string }
  | { readonly step: 'failed'; readonly error: unknown }

/** The challenge is shown whole before the wallet signs it; the secret is shown once. */
function MintForm({ onMinted }: { onMinted(): void }) {
  const name = useSignal('my bot')
  const readOnly = useSignal(false)
  const state = useSignal<Minting>({ step: 'idle' })
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      state.value = { step: 'failed', error }
    }
  }
  const ask = () =>
    attempt(async () => {
      const wallet = connection.value
      if (wallet === null) return
      const scopes: ('read' | 'write:tx')[] = readOnly.value ? ['read'] : ['read', 'write:tx']
      state.value = { step: 'shown', prepared: await wallet.prepareKey({ name: name.value, scopes }) }
    })
  const sign = (shown: Extract<Minting, { step: 'shown' }>) =>
    attempt(async () => {
      state.value = { step: 'minted', secret: (await shown.prepared.mint()).key }
      onMinted()
    })
  const now = state.value
  return (
    <section class="panel" aria-label="New key">
      <h2>New key</h2>
      {now.step === 'failed' && <Trouble what="No key was made" error={now.error} />}
      {now.step === 'minted' ? (
        <div role="status">
          <p>Copy it now. It is shown this once and kept nowhere.</p>
          <code class="long">{now.secret}</code>
        </div>
      ) : now.step === 'shown' ? (
        <>
          <p>Your wallet will sign this text, and nothing else:</p>
          <pre class="challenge">{now.prepared.challenge}</pre>
          <button type="button" class="main" onClick={() => void sign(now)}>
            Sign and make the key
          </button>
        </>
      ) : (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            void ask()
          }}
        >
          <label>
            Name
            <input
              required
              maxLength={64}
              value={name.value}
              onInput={(event) => {
                name.value = event.currentTarget.value
              }}
            />
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={readOnly.value}
              onChange={(event) => {
                readOnly.value = event.currentTarget.checked
              }}
            />
            read only
          </label>
          <button type="submit" class="main">
            Show me what I sign
          </button>
        </form>
      )}
    </section>
  )
}
