import { addressFromContractId, contractIdFromAddress, isContractAddress } from '../alephium/index.ts'
import { bytesToHex } from '../kit/index.ts'

export const contractAddressOf = (contractId: string): string => addressFromContractId(contractId)

/** The id of the contract an address names, or null when it names none. */
export function findContractId(address: string): string | null {
  try {
    if (!isContractAddress(address)) return null
    const id = bytesToHex(contractIdFromAddress(address))
    return id.length === 64 ? id : null
  } catch {
    return null
  }
}
