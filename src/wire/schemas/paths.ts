import * as Type from 'typebox'
import { Address, INTEGER_MAX, TX_ID_PATTERN } from './fields.ts'

const path = <T extends Type.TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

const Id = (description: string, minimum?: number) =>
  Type.Integer({ ...(minimum === undefined ? {} : { minimum }), maximum: INTEGER_MAX, description })

export const MarketPath = path({ address: Address('the market’s contract') })
export const WalletPath = path({ address: Address('the wallet') })
export const EventPath = path({ id: Id('event id') })
export const ProposalPath = path({ id: Id('proposal id', 0) })
export const OrderPath = path({
  address: Address('the market’s contract'),
  id: Id('the orderId on the chain', 0),
})
export const ParlayPath = path({ id: Id('the parlay’s id', 0) })
export const KeyPath = path({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'a key id' }),
})
export const TransactionPath = path({
  txId: Type.String({ pattern: TX_ID_PATTERN, description: '32 bytes hex' }),
})
