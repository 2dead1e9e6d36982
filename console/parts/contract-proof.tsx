import type { Status } from 'sibyl/client'
import { useLoad } from '../lib/load.ts'
import type { Verdict } from '../proof/compare-code.ts'
import { Trouble } from './trouble.tsx'

/** Whether each contract on the chain is what its published source compiles to, found out in this browser. */
export function ContractProof({ status }: { status: Status }) {
  // The compiler is larger than the rest of the console: it comes when somebody looks here.
  const proofs = useLoad(async (signal) =>
    (await import('../proof/prove-venue.ts')).proveVenue(status, signal),
  )
  const { value } = proofs
  return (
    <section class="panel" aria-labelledby="contract-proof">
      <h2 id="contract-proof">Contracts</h2>
      <p>
        Compared with what the node at <code class="long">{status.network.nodeUrl}</code> says is on the
        chain; this service chose that node, and a node can lie: to be sure, ask one of your own.
      </p>
      {value.state === 'loading' && <p role="status">Compiling the published sources …</p>}
      {value.state === 'failed' && <Trouble what="The contracts could not be checked" error={value.error} />}
      {value.state === 'ready' && (
        <dl class="proofs">
          {value.value.map(({ name, address, verdict }) => (
            <div key={`${name} ${address}`}>
              <dt>{name}</dt>
              <dd>
                <span class={verdict.kind === 'equal' ? undefined : 'trouble'}>{words(verdict)}</span>
                {address !== undefined && <code class="long">{address}</code>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function words(verdict: Verdict): string {
  if (verdict.kind === 'equal')
    return `source = code on chain, ${verdict.bytes.toLocaleString('en-US')} bytes`
  if (verdict.kind === 'different')
    return `not the published source: byte ${verdict.byte.toLocaleString('en-US')} differs`
  if (verdict.kind === 'not-named') return 'the service does not say where it is'
  if (verdict.kind === 'not-followed') return 'the contract that copies it does not say where it is'
  if (verdict.kind === 'unread') return `could not be read: ${verdict.why}`
  return 'no source of that name was published'
}
