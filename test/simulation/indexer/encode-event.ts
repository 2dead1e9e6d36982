import { artifacts } from '../../../src/bindings/index.ts'
import {
  type ContractEvent,
  type ContractValue,
  cancelReasons,
  fillTypes,
  parlayResults,
  timesInForce,
  type VenueEvent,
} from '../../../src/domain/index.ts'

/** Texts as bytes, so that a workload can say what no valid text could. */
export interface RawTexts {
  readonly [field: string]: Uint8Array
}

type ContractName = 'Market' | 'Parlays' | 'Vault' | 'Voting' | 'Oracle' | 'Desk'

const nobody = 'tgx7VNFoP9DJiFMFgXXtafQZkUvyEdDHT9ryamHJYrjq'
const states = ['closed', 'proposed', 'disputed', 'resolved']
const submissionResults = ['yes', 'no', 'too-early', 'void']
const contracts: readonly ContractName[] = ['Market', 'Parlays', 'Vault', 'Voting', 'Oracle', 'Desk']

export function contractOf(event: VenueEvent): ContractName {
  const found = contracts.find((name) =>
    artifacts[name].events.some((declared) => declared.name === event.type),
  )
  if (!found) throw new Error(`no contract says ${event.type}`)
  return found
}

/** The event as the chain would log it: fields in the artifact's order, words as their numbers. */
export function encodeEvent(
  event: VenueEvent,
  place: { readonly contractAddress: string; readonly txId: string; readonly rawTexts?: RawTexts },
): ContractEvent {
  const declared = artifacts[contractOf(event)].events.find((candidate) => candidate.name === event.type)
  if (!declared) throw new Error(`no artifact of ${event.type}`)
  const fields = declared.fields.map(({ name, type }) => toValue(type, fieldOf(event, name, place.rawTexts)))
  return { txId: place.txId, contractAddress: place.contractAddress, eventIndex: declared.index, fields }
}

function fieldOf(event: VenueEvent, name: string, rawTexts: RawTexts | undefined): unknown {
  const raw = rawTexts?.[name]
  if (raw) return hexOf(raw)
  const own = event as unknown as Readonly<Record<string, unknown>>
  if (event.type === 'OrderPlaced') {
    if (name === 'kind') return (event.side === 'buy' ? 0 : 1) + (event.outcome === 'yes' ? 0 : 2)
    if (name === 'timeInForce') return timesInForce.indexOf(event.timeInForce)
    if (name === 'referer') return event.referer ?? nobody
  }
  if (event.type === 'OrderFilled' && name === 'fillType') return fillTypes.indexOf(event.fillType)
  if (event.type === 'OrderCancelled' && name === 'reason') return cancelReasons.indexOf(event.reason)
  if (event.type === 'MarketStateChanged' && name === 'state') return states.indexOf(event.state) + 1
  if (event.type === 'SubmissionClosed' && name === 'result')
    return submissionResults.indexOf(event.result) + 1
  if (event.type === 'ParlaySettled' && name === 'result') return parlayResults.indexOf(event.result)
  const value = name in own ? own[name] : own[`${name}Ms`]
  return value === null ? 0 : value
}

function toValue(type: string, value: unknown): ContractValue {
  switch (type) {
    case 'Bool':
      return { type, value: value === true }
    case 'U256':
    case 'I256':
      return { type, value: String(value) }
    case 'Address':
    case 'ByteVec':
      return { type, value: String(value) }
    default:
      throw new Error(`no values of type ${type} in events`)
  }
}

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
