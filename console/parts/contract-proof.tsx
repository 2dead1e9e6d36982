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
    <section class="panel broad" aria-labelledby="contract-proof">
      <h2 id="contract-proof">Contracts</h2>
      {value.state === 'loading' && <p role="status">Compiling the published sources …</p>}
      {value.state === 'failed' && <Trouble what="The contracts could not be checked" error={value.error} />}
      {value.state === 'ready' && (
        <dl>
          {value.value.map(({ name, address, verdict }) => (
            <div key={address}>
              <dt>{name}</dt>
              <dd>
                <span class={verdict.kind === 'equal' ? undefined : 'trouble'}>{words(verdict)}</span>
                <code class="long">{address}</code>
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
  return 'no source of that name was published'
}
