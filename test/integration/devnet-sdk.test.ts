import {
  addressFromPublicKey,
  BlockSubscription,
  DUST_AMOUNT,
  EventSubscription,
  NodeProvider,
  ONE_ALPH,
  TxStatusSubscription,
  waitForTxConfirmation,
  web3,
} from '@alephium/web3'
import type * as api from '@alephium/web3/api/node'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'
import {
  counterContract,
  deployCounter,
  methodIndex,
  readCount,
  runScript,
  scriptBytecode,
} from '../support/counter.ts'

/** The official SDK, unchanged, over a socket. It knows nothing of us; whatever it needs of a node must be there. */
let devnet: Devnet
let node: NodeProvider
let wallet: PrivateKeyWallet
const walletOf = (group: number) =>
  new PrivateKeyWallet({ privateKey: devnet.wallets[group]!.privateKey, nodeProvider: node })

beforeAll(async () => {
  devnet = await startDevnet({ port: 0 })
  node = new NodeProvider(devnet.url)
  web3.setCurrentNodeProvider(node)
  wallet = walletOf(0)
})
afterAll(() => devnet.stop())

describe('contracts', () => {
  test('default: deploy, call, multicall, simulate, execute', async () => {
    const counter = await deployCounter(wallet, { count: 5n })
    const state = await node.contracts.getContractsAddressState(counter.address)
    expect(state.codeHash).toBe(counterContract.codeHash)
    expect(state.asset).toEqual({ attoAlphAmount: String(ONE_ALPH / 10n), tokens: [] })

    const call = { group: 0, address: counter.address, methodIndex: methodIndex('get') }
    const one = await node.contracts.postContractsCallContract(call)
    expect(one).toMatchObject({ type: 'CallContractSucceeded', returns: [{ type: 'U256', value: '5' }] })
    const many = await node.contracts.postContractsMulticallContract({ calls: [call, call, call] })
    expect(many.results).toHaveLength(3)

    const bytecode = scriptBytecode('Add', { counter: counter.contractId, amount: 3n })
    const asset = { attoAlphAmount: String(ONE_ALPH) }
    const inputAssets = [{ address: wallet.address, asset }]
    const simulated = await node.contracts.postContractsCallTxScript({
      group: 0,
      bytecode,
      inputAssets,
      interestedContracts: [counter.address],
    })
    expect(simulated.contracts[0]?.mutFields[0]).toEqual({ type: 'U256', value: '8' })
    expect(simulated.events).toHaveLength(1)
    expect(await readCount(node, counter)).toBe(5n)

    const { txId } = await runScript(wallet, 'Add', { counter: counter.contractId, amount: 3n })
    expect(await readCount(node, counter)).toBe(8n)
    const { events } = await node.events.getEventsTxIdTxid(txId)
    expect(events.map(({ eventIndex, fields }) => ({ eventIndex, fields }))).toEqual([
      {
        eventIndex: 0,
        fields: [
          { type: 'Address', value: wallet.address },
          { type: 'U256', value: '8' },
        ],
      },
    ])
  })

  test('behavior: maps are sub-contracts that pay and return their deposit', async () => {
    const counter = await deployCounter(wallet)
    for (let visit = 1; visit <= 2; visit++)
      await runScript(wallet, 'Visit', { counter: counter.contractId }, { attoAlphAmount: 2n * ONE_ALPH })
    const seen = await node.contracts.postContractsCallContract({
      group: 0,
      address: counter.address,
      methodIndex: methodIndex('visitsOf'),
      args: [{ type: 'Address', value: wallet.address }],
    })
    expect(seen).toMatchObject({ returns: [{ type: 'U256', value: '2' }] })
    const { subContracts } = await node.contracts.getContractsAddressSubContracts(counter.address, {
      start: 0,
    })
    expect(subContracts).toHaveLength(1)
    expect(await node.contracts.getContractsAddressParent(subContracts[0]!)).toEqual({
      parent: counter.address,
    })
  })

  test('behavior: assets move in and out, only the owner may take them, destruction returns the rest', async () => {
    const counter = await deployCounter(wallet)
    const balance = async () =>
      (await node.contracts.getContractsAddressState(counter.address)).asset.attoAlphAmount
    const fields = { counter: counter.contractId, amount: ONE_ALPH }
    await runScript(wallet, 'Deposit', fields, { attoAlphAmount: 2n * ONE_ALPH })
    expect(await balance()).toBe(String(ONE_ALPH + ONE_ALPH / 10n))
    await runScript(wallet, 'Withdraw', { counter: counter.contractId, amount: ONE_ALPH / 2n })
    expect(await balance()).toBe(String(ONE_ALPH / 2n + ONE_ALPH / 10n))
    await runScript(wallet, 'Destroy', { counter: counter.contractId })
    await expect(node.contracts.getContractsAddressState(counter.address)).rejects.toThrow('KeyNotFound')
  })

  test('error: a refused assertion says where and with which code', async () => {
    const counter = await deployCounter(wallet)
    const stranger = PrivateKeyWallet.Random(0, node)
    const funding = await wallet.signAndSubmitTransferTx({
      signerAddress: wallet.address,
      destinations: [{ address: stranger.address, attoAlphAmount: 5n * ONE_ALPH }],
    })
    await waitForTxConfirmation(funding.txId, 1, 100)
    await expect(runScript(stranger, 'Destroy', { counter: counter.contractId })).rejects.toThrow(
      `Assertion Failed in Contract @ ${counter.address}, Error Code: 7`,
    )
  })
})

describe('tokens and transfers', () => {
  test('default: tokens are issued, held and sent', async () => {
    const receiver = PrivateKeyWallet.Random(1, node)
    const { contractId } = await deployCounter(wallet, {
      issueTokenAmount: 1000n,
      issueTokenTo: wallet.address,
    })
    await wallet.signAndSubmitTransferTx({
      signerAddress: wallet.address,
      destinations: [
        { address: receiver.address, attoAlphAmount: DUST_AMOUNT, tokens: [{ id: contractId, amount: 30n }] },
      ],
    })
    const balance = await node.addresses.getAddressesAddressBalance(receiver.address)
    expect(balance).toMatchObject({
      balance: String(DUST_AMOUNT),
      tokenBalances: [{ id: contractId, amount: '30' }],
      utxoNum: 1,
    })
    const { utxos } = await node.addresses.getAddressesAddressUtxos(wallet.address)
    const left = utxos.flatMap((utxo) => utxo.tokens ?? []).find((token) => token.id === contractId)
    expect(left?.amount).toBe('970')
  })

  test('behavior: a groupless wallet pays out of all its groups', async () => {
    const groupless = new PrivateKeyWallet({
      privateKey: PrivateKeyWallet.Random(undefined, node).privateKey,
      keyType: 'gl-secp256k1',
      nodeProvider: node,
    })
    const bare = addressFromPublicKey(groupless.publicKey, 'gl-secp256k1')
    for (const group of [0, 1])
      await wallet.signAndSubmitTransferTx({
        signerAddress: wallet.address,
        destinations: [{ address: `${bare}:${group}`, attoAlphAmount: 3n * ONE_ALPH }],
      })
    const target = PrivateKeyWallet.Random(2, node).address
    await groupless.signAndSubmitTransferTx({
      signerAddress: groupless.address,
      signerKeyType: 'gl-secp256k1',
      destinations: [{ address: target, attoAlphAmount: 5n * ONE_ALPH }],
    })
    expect((await node.addresses.getAddressesAddressBalance(target)).balance).toBe(String(5n * ONE_ALPH))
  })
})

describe('subscriptions', () => {
  test('default: events arrive by polling', async () => {
    const counter = await deployCounter(wallet)
    const seen = new Promise<api.ContractEvent>((resolve, reject) => {
      const subscription = new EventSubscription(
        {
          pollingInterval: 20,
          messageCallback: async (event) => {
            subscription.unsubscribe()
            resolve(event)
          },
          errorCallback: async (error) => reject(error),
        },
        counter.address,
      )
      subscription.subscribe()
    })
    await runScript(wallet, 'Add', { counter: counter.contractId, amount: 1n })
    expect((await seen).fields[1]).toEqual({ type: 'U256', value: '1' })
  })

  test('default: a transaction is confirmed', async () => {
    const { txId } = await wallet.signAndSubmitTransferTx({
      signerAddress: wallet.address,
      destinations: [{ address: wallet.address, attoAlphAmount: ONE_ALPH }],
    })
    const status = await new Promise<api.TxStatus>((resolve, reject) => {
      const subscription = new TxStatusSubscription(
        {
          pollingInterval: 20,
          messageCallback: async (current) => resolve(current),
          errorCallback: async (error) => reject(error),
        },
        txId,
      )
      subscription.subscribe()
    })
    expect(status).toMatchObject({ type: 'Confirmed', chainConfirmations: 1, toGroupConfirmations: 1 })
  })

  test('behavior: a reorganisation calls back with the blocks that left and those that came', async () => {
    const { controls } = devnet
    const first = controls.mine({ blocks: 2, fromGroup: 3 }).blocks
    const from = devnet.clock.nowMs() - 1_000
    const told = new Promise<{ orphans: string[]; news: string[] }>((resolve, reject) => {
      let isForked = false
      const subscription = new BlockSubscription(
        {
          pollingInterval: 20,
          messageCallback: async (blocks) => {
            if (isForked || !blocks.some((block) => block.hash === first[1])) return
            isForked = true
            controls.reorg({ depth: 2, fromGroup: 3 })
            controls.mine({ blocks: 3, fromGroup: 3 })
          },
          reorgCallback: (fromGroup, toGroup, orphans, news) => {
            subscription.unsubscribe()
            expect([fromGroup, toGroup]).toEqual([3, 3])
            resolve({ orphans: orphans.map(({ hash }) => hash), news: news.map(({ hash }) => hash) })
          },
          errorCallback: async (error) => reject(error),
        },
        from,
        node,
      )
      subscription.subscribe()
    })
    const { orphans, news } = await told
    expect(orphans).toEqual(first)
    for (const hash of news)
      expect(await node.blockflow.getBlockflowIsBlockInMainChain({ blockHash: hash })).toBe(true)
    expect(await node.blockflow.getBlockflowIsBlockInMainChain({ blockHash: first[0]! })).toBe(false)
  })
})
