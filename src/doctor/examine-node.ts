import { type DeploymentFile, readState } from '../bindings/index.ts'
import { type Chain, connectNode, type NodeFacts, NodeRefused } from '../chain/index.ts'
import { VENUE_GROUP } from '../deploy/index.ts'
import { type Clock, Fault, printable, systemClock } from '../kit/index.ts'
import { attempt } from './attempt.ts'
import { answerMs, examineEventLog } from './examine-event-log.ts'
import { examineKeeper } from './examine-keeper.ts'
import { examineQuorum } from './examine-quorum.ts'
import { examineTokens } from './examine-tokens.ts'
import { type CheckName, type Finding, failed, ok, skipped, warning } from './finding.ts'
import { SKEW_MAX_MS } from './skew.ts'

export interface NodeExam {
  readonly url: string
  readonly apiKey: string | null
  /** The devnet that `npm start` runs: other remedies. */
  readonly isEmbedded: boolean
  /** What the deployment file says, or why it says nothing. */
  readonly venue: DeploymentFile | string
  readonly keeperKey: string | null
  readonly clock: Clock
}

/** Everything that depends on one node, in the order in which one thing builds on another. */
export async function examineNode(exam: NodeExam): Promise<Finding[]> {
  const { url, apiKey, venue } = exam
  const chain = connectNode({
    url,
    group: VENUE_GROUP,
    clock: systemClock,
    limits: { deadlineMs: answerMs },
    ...(apiKey === null ? {} : { apiKey }),
  })
  const facts = await chain.getNodeFacts().catch(toTrouble)
  if (facts instanceof Error)
    return [
      failed('node', `${url}: ${printable(facts.message)}`, nodeRemedy(exam, facts)),
      ...skipAll(
        ['network', 'sync', 'event log', 'contracts', 'tokens', 'quorum', 'keeper', 'clock'],
        'the node does not answer',
      ),
    ]
  const remedy = `look at the log of the node at ${url}: it answers, and not this question`
  const findings = [ok('node', `${url} answers, version ${printable(facts.version)}`)]
  const network = examineNetwork(facts, venue)
  findings.push(network, examineSync(facts))
  if (network.status === 'failed' || typeof venue === 'string') {
    findings.push(skipped('event log', 'it is not known which contracts to ask about'))
    findings.push(
      typeof venue === 'string'
        ? failed('contracts', venue, deployRemedy(exam))
        : skipped('contracts', 'the node is on another network'),
      skipped('tokens', 'it is not known which they are'),
      skipped('quorum', 'the vault is not there'),
    )
  } else {
    const contracts = await attempt('contracts', remedy, () => examineContracts(chain, venue, exam))
    const isThere = contracts.status === 'ok'
    findings.push(
      isThere
        ? await attempt('event log', remedy, () => examineEventLog(chain, { url, apiKey, file: venue }))
        : skipped('event log', 'the contracts are not there'),
      contracts,
      await attempt('tokens', remedy, () => examineTokens(chain, venue)),
      isThere
        ? await attempt('quorum', remedy, () => examineQuorum(chain, venue))
        : skipped('quorum', 'the vault is not there'),
    )
  }
  const { keeperKey } = exam
  findings.push(
    await attempt('keeper', remedy, () => examineKeeper(chain, { keeperKey, group: VENUE_GROUP })),
    await attempt('clock', remedy, () => examineClock(chain, exam)),
  )
  return findings
}

const skipAll = (checks: readonly CheckName[], why: string): Finding[] =>
  checks.map((check) => skipped(check, why))

function toTrouble(error: unknown): Fault | NodeRefused {
  if (error instanceof Fault || error instanceof NodeRefused) return error
  throw error
}

function nodeRemedy({ isEmbedded, url }: NodeExam, trouble: Error): string {
  if (isEmbedded)
    return 'run `npm start`: the devnet lives in the service; another port is named by DEVNET_PORT'
  return /status 40[13]/.test(trouble.message)
    ? 'set ALEPHIUM_NODE_API_KEY to the node’s alephium.api.api-key'
    : `start the full node, or correct ALEPHIUM_NODE_URL (${url}); a node's REST port is 12973 unless configured`
}

const deployRemedy = ({ isEmbedded }: NodeExam): string =>
  isEmbedded
    ? 'run `npm start` once: it deploys the venue on the devnet'
    : 'run `sibyl deploy --network …` with DEPLOYER_KEY, or set DEPLOYMENT_FILE to the file a deployment wrote'

function examineNetwork({ networkId, genesisHash }: NodeFacts, venue: DeploymentFile | string): Finding {
  if (typeof venue === 'string') return ok('network', `the node is on network ${networkId}`)
  const remedy =
    'set ALEPHIUM_NODE_URL to a node of the venue’s network, or DEPLOYMENT_FILE to the file of this one'
  if (venue.networkId !== networkId)
    return failed('network', `the node is on network ${networkId}, the venue on ${venue.networkId}`, remedy)
  if (venue.genesisHash !== genesisHash)
    return failed(
      'network',
      `the node's first block is not that of the venue's network, though both have the id ${networkId}`,
      remedy,
    )
  return ok('network', `network ${networkId}, the venue's`)
}

const examineSync = ({ synced }: NodeFacts): Finding =>
  synced
    ? ok('sync', 'the node is in step with its network')
    : failed('sync', 'the node is still catching up', 'wait until `GET /infos/self-clique` says synced')

const expected = [
  ['Venue', 'venue'],
  ['Vault', 'vault'],
  ['Voting', 'voting'],
  ['Oracle', 'oracle'],
  ['Parlays', 'parlays'],
] as const

async function examineContracts(chain: Chain, file: DeploymentFile, exam: NodeExam): Promise<Finding> {
  const contracts = file.deployment?.contracts
  if (contracts === undefined)
    return failed('contracts', 'the deployment is not finished', deployRemedy(exam))
  const missing: string[] = []
  const strange: string[] = []
  for (const [contract, name] of expected) {
    const { address } = contracts[name]
    const state = await chain.findContractState(address)
    if (state === null) missing.push(`${name} ${address}`)
    else if (readState(contract, state) === null) strange.push(`${name} ${address}`)
  }
  if (missing.length > 0)
    return failed('contracts', `not on the chain: ${missing.join(', ')}`, deployRemedy(exam))
  if (strange.length > 0)
    return failed(
      'contracts',
      `other code than this release's: ${strange.join(', ')}`,
      'run the release the venue was deployed with, or set DEPLOYMENT_FILE to a venue of this one',
    )
  return ok('contracts', `all ${expected.length} are there, with this release's code`)
}

/** A node tells its time by its blocks: one from the future says that somebody's clock is wrong. */
async function examineClock(chain: Chain, { clock, isEmbedded }: NodeExam): Promise<Finding> {
  const [hash] = await chain.listHashesAt(await chain.getHeight())
  const block = hash === undefined ? null : await chain.findBlock(hash, () => false)
  if (block === null) return skipped('clock', 'the node shows no newest block')
  const aheadMs = block.timestampMs - clock.nowMs()
  if (aheadMs <= SKEW_MAX_MS) return ok('clock', 'the node’s newest block is not from the future')
  const message = `the node's newest block is ${Math.round(aheadMs / 1000)} s ahead of this machine`
  return isEmbedded
    ? warning(
        'clock',
        message,
        'as it should be if the devnet’s time was moved; otherwise set this machine’s clock',
      )
    : failed('clock', message, 'keep this machine and the node in step with NTP (`timedatectl set-ntp true`)')
}
