import { addressFromContractId, addressToBytes } from '../alephium/index.ts'
import {
  type CreateStep,
  contractsOfVenue,
  type Deployment,
  type DeploymentFile,
  devTokenLabels,
  ENTRY_DEPOSIT,
  encodeCreation,
  formatDeploymentFile,
  launchVenue,
  parseDeploymentFile,
  planDeployment,
  readState,
  type SentStep,
  type StepIds,
  type StepName,
  type VenueParameters,
} from '../bindings/index.ts'
import { type Chain, type FetchLimits, NodeRefused } from '../chain/index.ts'
import { type Clock, hexToBytes } from '../kit/index.ts'
import { decodeUnsignedTx, deployScript, outputKeyOf } from '../transaction/index.ts'

/** Where no request waits for the answer, as in a deployment, a busy node is given time. */
export const patientLimits: Partial<FetchLimits> = { deadlineMs: 30_000 }

/** The deployer's wallet: the only key a deployment ever needs, and the venue knows nothing of it afterwards. */
export interface Deployer {
  readonly address: string
  readonly publicKey: string
  /** `default` unless the wallet is groupless. */
  readonly publicKeyType?: string
  readonly sign: (txId: string) => Promise<string>
}

/** Where the deployment file is kept; read returns null when there is none. */
export interface DeploymentStorage {
  /** For sentences about it, where it has one. */
  readonly path?: string
  readonly read: () => Promise<string | null>
  readonly write: (text: string) => Promise<void>
}

export interface DeployProgress {
  readonly step: StepName | 'launch'
  readonly index: number
  readonly count: number
  /** `found`: it was on the chain already. */
  readonly state: 'found' | 'sent' | 'done'
  readonly txId: string
  readonly contractAddress: string
}

export interface DeployOptions {
  readonly chain: Chain
  readonly deployer: Deployer
  readonly parameters: VenueParameters
  readonly storage: DeploymentStorage
  /** Real time, for how long to wait for a block. */
  /** Time that cannot jump. */
  readonly clock: Clock
  readonly sleep: (ms: number) => Promise<void>
  readonly report?: (progress: DeployProgress) => void
}

/** The deployment cannot go on, and trying again will not help; the message says what would. */
export class DeploymentRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DeploymentRefused'
  }
}

/** How long one transaction may take to be mined before we give up; the next run goes on from there. */
const INCLUSION_MS_MAX = 600_000
const POLL_MS = 50
const POLL_MS_MAX = 2_000

/**
 * Deploys a venue, or finishes one, or finds that it stands. Each step's transaction is written to the file before it
 * is sent; a later run first looks for its contract on the chain, then sends the very same transaction again, and makes
 * a new one only when the old one can no longer happen.
 */
export async function deployVenue(options: DeployOptions): Promise<Deployment> {
  const { chain, parameters } = options
  const facts = await chain.getNodeFacts()
  let file = await openFile(options, facts)
  const steps = planDeployment(parameters)
  const count = steps.length + 1
  const ids: Partial<Record<StepName, string>> = {}
  const save = async (name: StepName | 'launch', step: SentStep): Promise<void> => {
    file = { ...file, steps: { ...file.steps, [name]: step } }
    await options.storage.write(formatDeploymentFile(file))
  }

  for (const [index, step] of steps.entries()) {
    const sent = await perform(options, {
      name: step.name,
      index,
      count,
      earlier: file.steps[step.name],
      isDone: (contractId) => isCreated(chain, step, { contractId, ids }),
      build: () => creation(options, step, ids),
      save: (value) => save(step.name, value),
    })
    ids[step.name] = sent.contractId
  }

  const venueId = ids.venue
  if (venueId === undefined) throw new DeploymentRefused('the plan has no venue')
  const contracts = contractsOfVenue(venueId)
  await perform(options, {
    name: 'launch',
    index: steps.length,
    count,
    earlier: file.steps.launch,
    isDone: () => isLaunched(chain, contracts),
    build: async () => {
      const call = launchVenue({ venueId })
      return { ...call, contractId: () => venueId }
    },
    save: (value) => save('launch', value),
  })

  const { tokens: _given, ...terms } = parameters
  const deployment: Deployment = {
    networkId: facts.networkId,
    genesisHash: facts.genesisHash,
    ...terms,
    tokens: tokensOf(parameters, ids),
    contracts,
  }
  await options.storage.write(formatDeploymentFile({ ...file, deployment }))
  return deployment
}

async function openFile(
  { storage, parameters }: DeployOptions,
  facts: { readonly networkId: number; readonly genesisHash: string },
): Promise<DeploymentFile> {
  const fresh: DeploymentFile = {
    networkId: facts.networkId,
    genesisHash: facts.genesisHash,
    parameters,
    steps: {},
    deployment: null,
  }
  const text = await storage.read()
  if (text === null) return fresh
  const file = parseDeploymentFile(text)
  if (typeof file === 'string') {
    const named = storage.path === undefined ? '' : ` ${storage.path}`
    throw new DeploymentRefused(`the deployment file${named} cannot be used: ${file}`)
  }
  if (file.networkId !== facts.networkId || file.genesisHash !== facts.genesisHash)
    throw new DeploymentRefused(
      `the deployment file is of another chain (network ${file.networkId}); name another file or move it away`,
    )
  if (!sameParameters(file, fresh))
    throw new DeploymentRefused(
      'the deployment file was begun with other parameters; name another file to deploy another venue',
    )
  return { ...file, deployment: null }
}

/** Compared as written and read again, so that the order of keys does not matter. */
function sameParameters(a: DeploymentFile, b: DeploymentFile): boolean {
  const [left, right] = [a, b].map((file) => {
    const again = parseDeploymentFile(formatDeploymentFile({ ...file, steps: {}, deployment: null }))
    return typeof again === 'string' ? again : formatDeploymentFile(again)
  })
  return left === right
}

interface Step {
  readonly name: StepName | 'launch'
  readonly index: number
  readonly count: number
  readonly earlier: SentStep | undefined
  readonly isDone: (contractId: string) => Promise<boolean>
  readonly build: () => Promise<BuiltStep>
  readonly save: (step: SentStep) => Promise<void>
}

interface BuiltStep {
  readonly script: string
  readonly attoAlph: bigint
  readonly contractId: (tx: { readonly txId: string; readonly fixedOutputs: number }) => string
}

async function perform(options: DeployOptions, step: Step): Promise<SentStep> {
  const { chain } = options
  const tell = (state: DeployProgress['state'], sent: SentStep): void =>
    options.report?.({
      step: step.name,
      index: step.index,
      count: step.count,
      state,
      txId: sent.txId,
      contractAddress: addressFromContractId(sent.contractId),
    })

  if (step.earlier !== undefined) {
    if (await step.isDone(step.earlier.contractId)) {
      tell('found', step.earlier)
      return step.earlier
    }
    if (await sendAgain(chain, step.earlier)) {
      await untilDone(options, step, step.earlier)
      tell('done', step.earlier)
      return step.earlier
    }
  }
  const built = await step.build()
  const { deployer } = options
  const build = await chain.buildScript({
    publicKey: deployer.publicKey,
    ...(deployer.publicKeyType !== undefined && { publicKeyType: deployer.publicKeyType }),
    bytecode: built.script,
    attoAlph: built.attoAlph,
    group: options.parameters.group,
  })
  const fixedOutputs = decodeUnsignedTx(hexToBytes(build.unsignedTx)).fixedOutputs.length
  const sent: SentStep = {
    txId: build.txId,
    unsignedTx: build.unsignedTx,
    signature: await deployer.sign(build.txId),
    contractId: built.contractId({ txId: build.txId, fixedOutputs }),
  }
  await step.save(sent)
  tell('sent', sent)
  await chain.submit(sent)
  await untilDone(options, step, sent)
  tell('done', sent)
  return sent
}

/** False when the transaction of an earlier run can no longer happen, because its coins are gone. */
async function sendAgain(chain: Chain, sent: SentStep): Promise<boolean> {
  const status = await chain.getTransactionStatus(sent.txId)
  if (status.type !== 'unknown') return true
  try {
    await chain.submit(sent)
    return true
  } catch (error) {
    if (error instanceof NodeRefused) return false
    throw error
  }
}

async function untilDone(options: DeployOptions, step: Step, sent: SentStep): Promise<void> {
  const deadline = options.clock.nowMs() + INCLUSION_MS_MAX
  for (let pause = POLL_MS; ; pause = Math.min(pause * 2, POLL_MS_MAX)) {
    const status = await options.chain.getTransactionStatus(sent.txId)
    if (status.type === 'confirmed') break
    if (options.clock.nowMs() > deadline)
      throw new DeploymentRefused(
        `${step.name}: transaction ${sent.txId} is not in a block yet; run the same command again to go on`,
      )
    await options.sleep(pause)
  }
  if (await step.isDone(sent.contractId)) return
  throw new DeploymentRefused(
    `${step.name}: transaction ${sent.txId} is in a block but did not do what it should have`,
  )
}

async function creation(options: DeployOptions, step: CreateStep, ids: StepIds): Promise<BuiltStep> {
  const script = deployScript({
    ...encodeCreation(step, ids),
    deployer: Buffer.from(addressToBytes(options.deployer.address)).toString('hex'),
    alph: ENTRY_DEPOSIT,
    tokens: [],
    ...(step.issue !== undefined && { issue: { amount: step.issue } }),
  })
  return {
    script,
    attoAlph: ENTRY_DEPOSIT,
    contractId: ({ txId, fixedOutputs }) => contractIdOf(txId, fixedOutputs, options.parameters.group),
  }
}

/** On the chain, with our code and exactly the fields the plan gives it. */
async function isCreated(
  chain: Chain,
  step: CreateStep,
  at: { readonly contractId: string; readonly ids: StepIds },
): Promise<boolean> {
  const state = await chain.findContractState(addressFromContractId(at.contractId))
  if (state === null) return false
  const found = readState(step.contract, state)
  if (found === null) return false
  const wanted = step.fields(at.ids)
  const values: Readonly<Record<string, unknown>> = found
  return Object.entries(wanted).every(([name, value]) => String(values[name]) === String(value))
}

async function isLaunched(chain: Chain, contracts: Deployment['contracts']): Promise<boolean> {
  const wanted = [
    ['Vault', contracts.vault],
    ['Voting', contracts.voting],
    ['Oracle', contracts.oracle],
    ['Parlays', contracts.parlays],
    ['Desk', contracts.desk],
  ] as const
  for (const [contract, { address }] of wanted) {
    const state = await chain.findContractState(address)
    if (state === null || readState(contract, state) === null) return false
  }
  return true
}

function tokensOf(parameters: VenueParameters, ids: StepIds): Deployment['tokens'] {
  if (parameters.tokens !== null) return parameters.tokens
  const { 'token-collateral': collateral, 'token-stake': stake } = ids
  if (collateral === undefined || stake === undefined) throw new DeploymentRefused('the plan has no tokens')
  return {
    collateral: { id: collateral, ...devTokenLabels.collateral },
    stake: { id: stake, ...devTokenLabels.stake },
  }
}

/** A contract's id is the key of its output with the group as last byte; a script's first contract follows the change. */
function contractIdOf(txId: string, outputIndex: number, group: number): string {
  return outputKeyOf(txId, outputIndex).slice(0, -2) + group.toString(16).padStart(2, '0')
}
