import { isHex } from '../kit/index.ts'
import type { DeployedContract, Deployment, VenueParameters, VenuePeriods, VenueToken } from './deployment.ts'
import { DECIMALS_MAX, DECIMALS_MIN } from './deployment.ts'
import { codeOfStep, type StepName } from './deployment-plan.ts'

/**
 * The deployment file: what was asked for, every transaction on the way, and the venue once it stands. A transaction is
 * written down before it is sent, so that a deployment that was cut off anywhere goes on without doing a step twice.
 */
export interface DeploymentFile {
  readonly networkId: number
  readonly genesisHash: string
  readonly parameters: VenueParameters
  readonly steps: Readonly<Partial<Record<StepName | 'launch', SentStep>>>
  /** Null until the venue stands. */
  readonly deployment: Deployment | null
}

export interface SentStep {
  readonly txId: string
  readonly unsignedTx: string
  readonly signature: string
  /** The contract it creates; for the launch, the venue it launches. */
  readonly contractId: string
}

const FORMAT = 2
/** Of a venue whose contracts this release does not speak with. */
const FIRST_PROTOCOL = 1
/** Nothing is deleted or sent for somebody who only took another release. */
const REMEDY =
  'keep the folder for the release that made it, and give this one a fresh DATA_DIR or DEPLOYMENT_FILE'

export function formatDeploymentFile(file: DeploymentFile): string {
  return `${JSON.stringify({ format: FORMAT, ...file }, writeBigint, 2)}\n`
}

const writeBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/** The file's content, or a sentence about what is wrong with it. */
export function parseDeploymentFile(text: string): DeploymentFile | string {
  const json = parseJson(text)
  if (json === undefined) return 'it is not JSON'
  try {
    const file = asObject(json, 'the file')
    if (file.format === FIRST_PROTOCOL)
      return `its venue is of the first protocol, which this release does not serve: ${REMEDY}`
    if (file.format !== FORMAT) return `its format is ${String(file.format)}, this release reads ${FORMAT}`
    const steps = toSteps(file.steps)
    const other = findOtherCode(steps)
    if (other !== null)
      return `its contracts are of another release, the code of ${other} is not this one's: ${REMEDY}`
    return {
      networkId: asCount(file.networkId, 'networkId'),
      genesisHash: asHash(file.genesisHash, 'genesisHash'),
      parameters: toParameters(file.parameters),
      steps,
      deployment: file.deployment === null ? null : toDeployment(file.deployment),
    }
  } catch (error) {
    if (error instanceof Malformed) return error.message
    throw error
  }
}

/** A transaction that creates a contract carries its code: the first step whose code is not ours. */
function findOtherCode(steps: DeploymentFile['steps']): StepName | null {
  const other = Object.entries(steps).find(([name, { unsignedTx }]) => {
    const code = codeOfStep(name)
    return code !== null && !unsignedTx.includes(code)
  })
  return (other?.[0] as StepName | undefined) ?? null // only a step that has code is found
}

class Malformed extends Error {}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // said by the caller
  }
}

function toParameters(value: unknown): VenueParameters {
  const json = asObject(value, 'parameters')
  return {
    ...toTerms(json, 'parameters'),
    tokens: json.tokens === null ? null : toTokens(json.tokens),
  }
}

function toDeployment(value: unknown): Deployment {
  const json = asObject(value, 'deployment')
  const contracts = asObject(json.contracts, 'deployment.contracts')
  return {
    networkId: asCount(json.networkId, 'deployment.networkId'),
    genesisHash: asHash(json.genesisHash, 'deployment.genesisHash'),
    ...toTerms(json, 'deployment'),
    tokens: toTokens(json.tokens),
    contracts: {
      venue: toContract(contracts.venue, 'venue'),
      vault: toContract(contracts.vault, 'vault'),
      voting: toContract(contracts.voting, 'voting'),
      oracle: toContract(contracts.oracle, 'oracle'),
      parlays: toContract(contracts.parlays, 'parlays'),
      desk: toContract(contracts.desk, 'desk'),
    },
  }
}

function toTerms(json: Readonly<Record<string, unknown>>, where: string) {
  const periods = asObject(json.periods, `${where}.periods`)
  const period = (name: keyof VenuePeriods): number => asCount(periods[name], `${where}.periods.${name}`)
  return {
    group: asCount(json.group, `${where}.group`),
    treasury: asText(json.treasury, `${where}.treasury`),
    periods: {
      votingMs: period('votingMs'),
      minTradingMs: period('minTradingMs'),
      closingMs: period('closingMs'),
      disputeMs: period('disputeMs'),
      commitMs: period('commitMs'),
      revealMs: period('revealMs'),
      appealMs: period('appealMs'),
      unlockMs: period('unlockMs'),
      voidAfterMs: period('voidAfterMs'),
    },
    bond: asAmount(json.bond, `${where}.bond`),
    bondMax: asAmount(json.bondMax, `${where}.bondMax`),
    quorumWeight: asCount(json.quorumWeight, `${where}.quorumWeight`),
    quorumWallets: asCount(json.quorumWallets, `${where}.quorumWallets`),
  }
}

function toTokens(value: unknown): Deployment['tokens'] {
  const json = asObject(value, 'tokens')
  return { collateral: toToken(json.collateral, 'collateral'), stake: toToken(json.stake, 'stake') }
}

function toToken(value: unknown, where: string): VenueToken {
  const json = asObject(value, where)
  const decimals = asCount(json.decimals, `${where}.decimals`)
  if (decimals < DECIMALS_MIN || decimals > DECIMALS_MAX)
    throw new Malformed(`${where}.decimals is not ${DECIMALS_MIN} to ${DECIMALS_MAX}`)
  return {
    id: asHash(json.id, `${where}.id`),
    name: asText(json.name, `${where}.name`),
    symbol: asText(json.symbol, `${where}.symbol`),
    decimals,
  }
}

function toContract(value: unknown, where: string): DeployedContract {
  const json = asObject(value, where)
  return { id: asHash(json.id, `${where}.id`), address: asText(json.address, `${where}.address`) }
}

function toSteps(value: unknown): DeploymentFile['steps'] {
  const json = asObject(value, 'steps')
  return Object.fromEntries(
    Object.entries(json).map(([name, step]) => {
      const sent = asObject(step, `steps.${name}`)
      return [
        name,
        {
          txId: asHash(sent.txId, `steps.${name}.txId`),
          unsignedTx: asText(sent.unsignedTx, `steps.${name}.unsignedTx`),
          signature: asText(sent.signature, `steps.${name}.signature`),
          contractId: asHash(sent.contractId, `steps.${name}.contractId`),
        },
      ]
    }),
  )
}

function asObject(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>> // just checked
  throw new Malformed(`${where} is missing`)
}

function asText(value: unknown, where: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new Malformed(`${where} is no text`)
}

function asHash(value: unknown, where: string): string {
  if (typeof value === 'string' && value.length === 64 && isHex(value)) return value
  throw new Malformed(`${where} is not 32 bytes of hex`)
}

function asCount(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new Malformed(`${where} is no whole number`)
}

function asAmount(value: unknown, where: string): bigint {
  if (typeof value === 'string' && /^\d{1,78}$/.test(value)) return BigInt(value)
  throw new Malformed(`${where} is no amount`)
}
