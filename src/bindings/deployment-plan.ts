import { addressFromContractId, encodeContractFields, type Fields } from '../alephium/index.ts'
import { ONE } from '../domain/index.ts'
import { assert, bytesToHex } from '../kit/index.ts'
import { artifacts, type ContractName } from './artifacts.ts'
import { unitOf, type VenueParameters } from './deployment.ts'

/**
 * Deploying a venue, in order: the devnet's tokens, one template per contract, the root with all parameters, and the
 * root's `launch`. Every step but the last creates one contract whose fields follow from the parameters and from the
 * ids of earlier steps; so whether a step is done can be seen on the chain, and doing it again changes nothing.
 */
export interface CreateStep {
  readonly name: StepName
  readonly contract: ContractName
  readonly fields: (ids: StepIds) => Fields
  /** Tokens the new contract issues to itself. */
  readonly issue?: bigint
}

export type StepName =
  | 'token-collateral'
  | 'token-stake'
  | 'template-market'
  | 'template-event'
  | 'template-vault'
  | 'template-voting'
  | 'template-oracle'
  | 'template-parlays'
  | 'template-desk'
  | 'venue'

/** Contract ids of the steps done so far. */
export type StepIds = Readonly<Partial<Record<StepName, string>>>

const DEV_TOKEN_DECIMALS = 18

/** What the devnet's tokens are: enough for everybody, far from any overflow. */
const DEV_TOKEN_SUPPLY = 10n ** 15n * ONE
const DEV_TOKEN_TAKE_MAX = 10n ** 12n * ONE

export function planDeployment(parameters: VenueParameters): readonly CreateStep[] {
  const tokens = parameters.tokens === null ? devTokens : []
  return [
    ...tokens,
    ...templates,
    { name: 'venue', contract: 'Venue', fields: (ids) => venueFields(parameters, ids) },
  ]
}

/** The code that the step's transaction carries, hex; null for one that creates nothing. */
export function codeOfStep(name: string): string | null {
  const step = [...devTokens, ...templates].find((one) => one.name === name)
  if (step !== undefined) return artifacts[step.contract].bytecode
  return name === 'venue' ? artifacts.Venue.bytecode : null
}

/** The bytes a creating transaction carries, hex. */
export function encodeCreation(
  step: CreateStep,
  ids: StepIds,
): { readonly code: string; readonly immFields: string; readonly mutFields: string } {
  const { bytecode, fields } = artifacts[step.contract]
  const encoded = encodeContractFields(
    step.fields(ids),
    {
      names: fields.map((field) => field.name),
      types: fields.map((field) => field.type),
      isMutable: fields.map((field) => field.isMutable),
    },
    [],
  )
  return {
    code: bytecode,
    immFields: bytesToHex(encoded.encodedImmFields),
    mutFields: bytesToHex(encoded.encodedMutFields),
  }
}

function devToken(name: 'token-collateral' | 'token-stake', symbol: string, title: string): CreateStep {
  const hex = (text: string): string => bytesToHex(new TextEncoder().encode(text))
  return {
    name,
    contract: 'DevToken',
    issue: DEV_TOKEN_SUPPLY,
    fields: () => ({
      symbol: hex(symbol),
      name: hex(title),
      decimals: BigInt(DEV_TOKEN_DECIMALS),
      supply: DEV_TOKEN_SUPPLY,
      takeMax: DEV_TOKEN_TAKE_MAX,
      // How the chain marks a contract as following its fungible-token standard: "ALPH", then the standard's id.
      __stdInterfaceId: '414c50480001',
    }),
  }
}

/** What the devnet's tokens call themselves. */
export const devTokenLabels = {
  collateral: { symbol: 'DUSD', name: 'Devnet Dollar', decimals: DEV_TOKEN_DECIMALS },
  stake: { symbol: 'DSIB', name: 'Devnet Sibyl', decimals: DEV_TOKEN_DECIMALS },
} as const

const devTokens: readonly CreateStep[] = [
  devToken('token-collateral', devTokenLabels.collateral.symbol, devTokenLabels.collateral.name),
  devToken('token-stake', devTokenLabels.stake.symbol, devTokenLabels.stake.name),
]

/** A template's code is copied, its own fields never matter: zeros, empty bytes and nobody. */
function template(name: StepName, contract: ContractName): CreateStep {
  const blank = (type: string): bigint | boolean | string | bigint[] => {
    const size = /^\[U256;(\d+)\]$/.exec(type)?.[1]
    if (size !== undefined) return Array.from({ length: Number(size) }, () => 0n)
    if (type === 'U256') return 0n
    if (type === 'Bool') return false
    return type === 'Address' ? addressFromContractId('00'.repeat(32)) : ''
  }
  const fields = artifacts[contract].fields.map((field) => [field.name, blank(field.type)])
  return { name, contract, fields: () => Object.fromEntries(fields) }
}

const templates: readonly CreateStep[] = [
  template('template-market', 'Market'),
  template('template-event', 'Event'),
  template('template-vault', 'Vault'),
  template('template-voting', 'Voting'),
  template('template-oracle', 'Oracle'),
  template('template-parlays', 'Parlays'),
  template('template-desk', 'Desk'),
]

function venueFields(parameters: VenueParameters, ids: StepIds): Fields {
  const idOf = (name: StepName): string => {
    const id = ids[name]
    assert(id !== undefined, `${name} comes before the venue`)
    return id
  }
  const { periods, tokens } = parameters
  const devToken = { decimals: DEV_TOKEN_DECIMALS }
  return {
    vaultTemplate: idOf('template-vault'),
    votingTemplate: idOf('template-voting'),
    oracleTemplate: idOf('template-oracle'),
    parlaysTemplate: idOf('template-parlays'),
    marketTemplate: idOf('template-market'),
    eventTemplate: idOf('template-event'),
    deskTemplate: idOf('template-desk'),
    collateral: tokens?.collateral.id ?? idOf('token-collateral'),
    unit: unitOf(tokens?.collateral ?? devToken),
    stakeToken: tokens?.stake.id ?? idOf('token-stake'),
    stakeUnit: unitOf(tokens?.stake ?? devToken),
    treasury: parameters.treasury,
    closingMs: BigInt(periods.closingMs),
    votingMs: BigInt(periods.votingMs),
    minTradingMs: BigInt(periods.minTradingMs),
    disputeMs: BigInt(periods.disputeMs),
    commitMs: BigInt(periods.commitMs),
    revealMs: BigInt(periods.revealMs),
    appealMs: BigInt(periods.appealMs),
    unlockMs: BigInt(periods.unlockMs),
    voidAfterMs: BigInt(periods.voidAfterMs),
    bond: parameters.bond,
    bondMax: parameters.bondMax,
    quorumWeight: BigInt(parameters.quorumWeight),
    quorumWallets: BigInt(parameters.quorumWallets),
  }
}
