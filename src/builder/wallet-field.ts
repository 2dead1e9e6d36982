import { isWallet, parseWallet, type Wallet } from '../domain/index.ts'
import { invalid } from './invalid.ts'

/** A wallet named in a body, or the 400 that says why it is none. Script locks pass: a Schnorr wallet has one. */
export function readWallet(field: string, text: string, venueGroup: number): Wallet {
  const wallet = parseWallet(text, venueGroup)
  if (isWallet(wallet)) return wallet
  switch (wallet.reason) {
    case 'undecodable':
      throw invalid(field, text, `${field} is no address`)
    case 'not_a_wallet':
      throw invalid(field, text, `${field} must be a wallet, not a contract or multisig address`)
    case 'wrong_suffix':
      throw invalid(field, text, `${field} belongs to group ${wallet.group}, its suffix says another`)
    case 'other_group':
      throw invalid(
        field,
        text,
        `${field} is in group ${wallet.group}, this venue is in group ${venueGroup}; a groupless address works`,
      )
  }
}

/** The same for somebody who only receives or is spoken of: nobody proves that a script lock is a wallet's. */
export function readPayee(field: string, text: string, venueGroup: number): Wallet {
  const wallet = readWallet(field, text, venueGroup)
  if (wallet.isScript) throw invalid(field, text, `${field} must be a wallet, not a script address`)
  return wallet
}
