import type { Client } from '../create-client.ts'

/** Kinds of transactions, named as the methods of `client.tx`. */
export type TxKind = keyof Client['tx']

export type TxInput<K extends TxKind> = Parameters<Client['tx'][K]>[0]

/** What was asked for: the input of a method of `client.tx`, and which. */
export type TxRequest = { [K in TxKind]: { readonly kind: K } & TxInput<K> }[TxKind]

/** The same without who signs, which a Trader adds. */
export type TradeRequest = {
  [K in TxKind]: { readonly kind: K } & Omit<
    TxInput<K>,
    'signerAddress' | 'signerPublicKey' | 'signerKeyType'
  >
}[TxKind]
