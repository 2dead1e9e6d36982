import { hexToBytes } from '../kit/index.ts'
import { type AssetOutput, groupOfLock, limits } from '../transaction/index.ts'
import { DEPS, grindHeader, type Header } from './block-header.ts'
import { CHAINS, fromOf, isIntraGroup } from './chain-index.ts'
import { plainTransaction, signedTx, type Transaction, txsHashOf } from './transaction.ts'

export interface TestWallet {
  readonly address: string
  readonly lock: string
  readonly publicKey: string
  readonly privateKey: string
  readonly group: number
}

const GENESIS_TIME_MS = 1231006505000
export const LAUNCH_TIME_MS = 1636379973000
const NO_PREMINE_PROOF = hexToBytes('d55dedab77b982ade743516f96d9c4fe85f19cc85e64d02b81b67532ce72df48')
const ALLOCATION = 10n ** 24n

export interface GenesisBlock {
  readonly header: Header
  readonly transactions: readonly Transaction[]
}

/**
 * The 16 first blocks. Each intra-group chain starts with one transaction that gives the test wallets of its group one
 * million ALPH; with the same wallets, hashes and coins equal those of the node's own devnet.
 */
export function genesisBlocks(networkId: number, locks: readonly string[]): GenesisBlock[] {
  return Array.from({ length: CHAINS }, (_, chain) => {
    const transactions = isIntraGroup(chain)
      ? [
          allocation(
            networkId,
            locks.filter((lock) => groupOfLock(lock) === fromOf(chain)),
          ),
        ]
      : []
    const header = grindHeader(chain, {
      deps: Array.from({ length: DEPS }, () => '0'.repeat(64)),
      depStateHash: '0'.repeat(64),
      txsHash: txsHashOf(transactions),
      timestampMs: GENESIS_TIME_MS,
    })
    return { header, transactions }
  })
}

function allocation(networkId: number, locks: readonly string[]): Transaction {
  const fixedOutputs: AssetOutput[] = locks.map((lock, index) => ({
    kind: 'asset',
    amount: ALLOCATION,
    lock,
    tokens: [],
    lockTimeMs: BigInt(LAUNCH_TIME_MS),
    additionalData: index === 0 ? NO_PREMINE_PROOF : new Uint8Array(0),
  }))
  return plainTransaction(
    signedTx(
      {
        version: 0,
        networkId,
        script: undefined,
        gasAmount: limits.GAS_MIN,
        gasPrice: limits.GAS_PRICE_MIN,
        inputs: [],
        fixedOutputs,
      },
      [],
    ),
  )
}
