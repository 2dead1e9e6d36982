import { type DeploymentFile, readState } from '../bindings/index.ts'
import type { Chain } from '../chain/index.ts'
import { Fault, withDeadline } from '../kit/index.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

/** What a full node's configuration needs; its own default is off. The index begins when it is on: earlier events are lost. */
const remedy =
  'in the node’s user.conf set alephium.node.event-log.enabled = true, ' +
  'alephium.node.event-log.index-by-tx-id = true and alephium.node.event-log.index-by-block-hash = true, ' +
  'then let the node sync again from the beginning: events of blocks it has already are not made up for'

/**
 * Whether the node keeps what contracts log and finds it by block. A node without the log answers every question with
 * "nothing happened", so it is asked about things that did: the first event of one of the venue's contracts, and the
 * contracts' creation in the launch, which is logged in any case but found by block only with the index on.
 */
export async function examineEventLog(
  chain: Chain,
  node: { readonly url: string; readonly apiKey: string | null; readonly file: DeploymentFile },
): Promise<Finding> {
  const { contracts } = node.file.deployment ?? {}
  if (contracts === undefined) return warning('event log', 'the venue is not deployed', 'deploy it first')
  for (const { address } of [contracts.voting, contracts.vault, contracts.oracle, contracts.parlays]) {
    const first = await firstEvent(node, address)
    if (first === null) continue
    return (await isFoundByBlock(chain, first))
      ? ok('event log', 'on, and indexed by block')
      : failed('event log', 'events are kept but not found by block: index-by-block-hash is off', remedy)
  }
  if (await hasHistory(chain, contracts.voting.address))
    return failed('event log', 'off: the venue has proposals, the node has no event of them', remedy)
  const launch = node.file.steps.launch?.txId
  const status = launch === undefined ? null : await chain.getTransactionStatus(launch)
  if (launch === undefined || status?.type !== 'confirmed')
    return warning(
      'event log',
      'unknown: nothing has happened on the venue yet',
      'look again after the first deposit',
    )
  return (await isFoundByBlock(chain, { blockHash: status.blockHash, txId: launch }))
    ? warning(
        'event log',
        'indexed by block; whether contracts’ own events are kept shows with the first of them',
        'make sure of alephium.node.event-log.enabled = true, and look again after the first deposit',
      )
    : failed('event log', 'off: the launch of the venue left no event', remedy)
}

interface Logged {
  readonly blockHash: string
  readonly txId: string
}

async function isFoundByBlock(chain: Chain, { blockHash, txId }: Logged): Promise<boolean> {
  const block = await chain.findBlock(blockHash, () => true)
  return block?.events.some((event) => event.txId === txId) ?? false
}

/** Proposals are counted by the contract itself, whatever the node keeps. */
async function hasHistory(chain: Chain, votingAddress: string): Promise<boolean> {
  const state = await chain.findContractState(votingAddress)
  return state !== null && (readState('Voting', state)?.proposalCount ?? 0n) > 0n
}

/** Who asks a doctor has time: a busy node is not called a dead one. */
export const answerMs = 10_000

/** A contract's first event, or null when the node has none. */
async function firstEvent(
  { url, apiKey }: { readonly url: string; readonly apiKey: string | null },
  address: string,
): Promise<Logged | null> {
  const answer = await withDeadline(
    answerMs,
    (signal) =>
      fetch(`${url}/events/contract/${address}?start=0&limit=1`, {
        signal,
        ...(apiKey === null ? {} : { headers: { 'X-API-KEY': apiKey } }),
      }),
    () => new Fault('upstream_timeout', `the node did not answer within ${answerMs} ms`),
  )
  if (answer.status === 404) return null
  if (!answer.ok) throw new Fault('upstream_error', `the node answered with status ${answer.status}`)
  const { events } = (await answer.json()) as { events?: readonly Partial<Logged>[] }
  const [event] = events ?? []
  return event?.blockHash === undefined || event.txId === undefined
    ? null
    : { blockHash: event.blockHash, txId: event.txId }
}
