import { addressFromContractId, type NodeProvider } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import type { ContractCall } from '../../../src/bindings/index.ts'
import type { ContractEvent, ContractValue } from '../../../src/domain/index.ts'
import { bytesToHex, concatBytes } from '../../../src/kit/index.ts'
import type { BlockReceipt, Receipt, StageHost, StageWallet } from './host.ts'

const GROUP = 0

/** The public test key of group 0 that every Alephium devnet funds. */
const bankKey = 'a642942e67258589cd2b1822c631506632db5a12aabcf413604e785300d762a5'

/** A node that mines every transaction at once, driven by the SDK as any wallet would. */
export function createNodeHost(
  node: NodeProvider,
  {
    mineTogether,
    ...time
  }: Pick<StageHost, 'nowMs' | 'blockMs' | 'shortMs' | 'passTime'> & {
    /** Runs what submits transactions, then mines them all into one block and answers its hash. */
    readonly mineTogether?: (submit: () => Promise<void>) => Promise<string>
  },
): StageHost {
  const keys = new Map<string, PrivateKeyWallet>()
  const remember = (wallet: PrivateKeyWallet): StageWallet => {
    const address = wallet.keyType === 'gl-secp256k1' ? `${wallet.address}:${GROUP}` : wallet.address
    keys.set(address, wallet)
    return { address }
  }
  const bank = new PrivateKeyWallet({ privateKey: bankKey, nodeProvider: node })

  const execute = async (from: StageWallet, call: ContractCall): Promise<Receipt> => {
    const wallet = keys.get(from.address)!
    const result = await wallet.signAndSubmitExecuteScriptTx({
      signerAddress: wallet.address,
      signerKeyType: wallet.keyType,
      group: GROUP,
      bytecode: call.script,
      attoAlphAmount: call.attoAlph,
      tokens: call.tokens.map((token) => ({ id: token.id, amount: token.amount })),
    })
    return { txId: result.txId, gasAmount: result.gasAmount, events: await eventsOf(node, result.txId) }
  }

  /** A block takes its transactions by gas price, so each is worth a little less than the one before. */
  const oneBlock = async (
    mine: (submit: () => Promise<void>) => Promise<string>,
    calls: readonly [StageWallet, ContractCall][],
  ): Promise<BlockReceipt[]> => {
    const txIds: string[] = []
    const blockHash = await mine(async () => {
      for (const [i, [from, call]] of calls.entries()) {
        const wallet = keys.get(from.address)!
        const { txId } = await wallet.signAndSubmitExecuteScriptTx({
          signerAddress: wallet.address,
          signerKeyType: wallet.keyType,
          group: GROUP,
          bytecode: call.script,
          attoAlphAmount: call.attoAlph,
          tokens: call.tokens.map((token) => ({ id: token.id, amount: token.amount })),
          gasAmount: 400_000,
          gasPrice: BigInt(1 + calls.length - i) * 10n ** 11n,
        })
        txIds.push(txId)
      }
    })
    const block = await node.blockflow.getBlockflowBlocksBlockHash(blockHash)
    return Promise.all(
      txIds.map(async (txId) => {
        const found = block.transactions.find((tx) => tx.unsigned.txId === txId)
        const ok = found?.scriptExecutionOk === true
        return { txId, blockHash, ok, gasAmount: 400_000, events: ok ? await eventsOf(node, txId) : [] }
      }),
    )
  }

  return {
    ...time,
    bank: remember(bank),
    oneBlock: mineTogether === undefined ? null : (calls) => oneBlock(mineTogether, calls),
    newWallet(random, kind = 'grouped') {
      for (;;) {
        const privateKey = bytesToHex(random.bytes(32))
        const keyType = kind === 'grouped' ? 'default' : 'gl-secp256k1'
        const wallet = new PrivateKeyWallet({ privateKey, keyType, nodeProvider: node })
        if (kind === 'groupless' || wallet.group === GROUP) return remember(wallet)
      }
    },
    async fund(wallets, attoAlph, tokens) {
      for (let i = 0; i < wallets.length; i += 50)
        await bank.signAndSubmitTransferTx({
          signerAddress: bank.address,
          destinations: wallets
            .slice(i, i + 50)
            .map(({ address }) => ({ address, attoAlphAmount: attoAlph, tokens: [...tokens] })),
        })
    },
    async deploy({ code, immFields, mutFields, issue }) {
      const result = await bank.signAndSubmitDeployContractTx({
        signerAddress: bank.address,
        bytecode: bytesToHex(concatBytes(code, immFields, mutFields)),
        initialAttoAlphAmount: 10n ** 17n,
        ...(issue === undefined ? {} : { issueTokenAmount: issue, issueTokenTo: bank.address }),
      })
      return result.contractId
    },
    execute,
    async balance(address) {
      const { balance, tokenBalances } = await node.addresses.getAddressesAddressBalance(address)
      return { attoAlph: BigInt(balance), tokens: amountsOf(tokenBalances) }
    },
    async contract(contractId) {
      try {
        const state = await node.contracts.getContractsAddressState(addressFromContractId(contractId))
        return {
          codeHash: state.codeHash,
          immFields: state.immFields as ContractValue[],
          mutFields: state.mutFields as ContractValue[],
          attoAlph: BigInt(state.asset.attoAlphAmount),
          tokens: amountsOf(state.asset.tokens),
        }
      } catch (error) {
        if (String(error).includes('KeyNotFound')) return null
        throw error
      }
    },
  }
}

const amountsOf = (tokens: readonly { id: string; amount: string }[] = []): ReadonlyMap<string, bigint> =>
  new Map(tokens.map((token) => [token.id, BigInt(token.amount)]))

/** What a transaction made the venue's contracts say, without the chain's own words about created entries. */
export async function eventsOf(node: NodeProvider, txId: string): Promise<ContractEvent[]> {
  const { events } = await node.events.getEventsTxIdTxid(txId, { group: GROUP })
  return events
    .filter((event) => event.eventIndex >= 0)
    .map((event) => ({
      txId,
      contractAddress: event.contractAddress,
      eventIndex: event.eventIndex,
      fields: event.fields as readonly ContractValue[],
    }))
}
