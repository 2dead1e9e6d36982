import { NodeProvider } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'

/** What a full node answers where one would not expect it; each was seen on a 4.6.0 beside this one. */
let devnet: Devnet
let node: NodeProvider
let wallet: PrivateKeyWallet
const zero = 'tgx7VNFoP9DJiFMFgXXtafQZkUvyEdDHT9ryamHJYrjq'

beforeAll(async () => {
  devnet = await startDevnet({ seed: 'answers', startMs: 1_800_000_000_000, port: 0 })
  node = new NodeProvider(devnet.url)
  wallet = new PrivateKeyWallet({
    privateKey: devnet.wallets[0]?.privateKey ?? '',
    nodeProvider: node,
  })
})
afterAll(() => devnet.stop())

const run = (bytecode: string) =>
  wallet.signAndSubmitExecuteScriptTx({ signerAddress: wallet.address, bytecode })

const compiled = async (code: string): Promise<string> =>
  (await node.contracts.postContractsCompileScript({ code })).bytecodeTemplate

describe('as a node answers', () => {
  test('behavior: a script that asks for its block’s hash is taken, and never comes into a block', async () => {
    const readsHash = '010103000000027d18'
    const { txId } = await run(readsHash)
    expect(await node.transactions.getTransactionsStatus({ txId })).toEqual({ type: 'TxNotFound' })
    expect(await node.mempool.getMempoolTransactions()).toEqual([])
  })
  test('behavior: one that would fail with the hash too is mined and pays its fee', async () => {
    const { nowMs } = devnet.controls.setTime({ advanceMs: 1_000 })
    devnet.controls.setMining({ mode: 'manual' })
    const inTime = await compiled(`TxScript Main { assert!(blockTimeStamp!() < ${nowMs + 60_000}, 0) }`)
    expect(inTime.slice(0, 14)).toBe('01010300000005')
    const { txId } = await run(`010103000000077d18${inTime.slice(14)}`)
    devnet.controls.setTime({ advanceMs: 120_000 })
    devnet.controls.mine()
    devnet.controls.setMining({ mode: 'instant' })
    expect((await node.transactions.getTransactionsDetailsTxid(txId)).scriptExecutionOk).toBe(false)
  })
  test('behavior: a contract exists at zero, and holds one', async () => {
    const id = '0'.repeat(64)
    const { txId } = await run(await compiled(`TxScript Main { assert!(contractExists!(#${id}), 0) }`))
    const tx = await node.transactions.getTransactionsDetailsTxid(txId)
    expect(tx.scriptExecutionOk).toBe(true)
    expect(await node.addresses.getAddressesAddressBalance(zero)).toMatchObject({ balance: '1', utxoNum: 1 })
    expect(await node.addresses.getAddressesAddressUtxos(zero)).toEqual({
      utxos: [{ ref: { hint: 0, key: id }, amount: '1' }],
    })
  })
  test('behavior: of equal keys the first counts', async () => {
    const body = '{"code":"TxScript Main { assert!(true, 0) }","code":"nonsense","x":[{"code":1},"code"]}'
    const response = await fetch(`${devnet.url}/contracts/compile-script`, { method: 'POST', body })
    expect(await response.json()).toMatchObject({ name: 'Main', bytecodeTemplate: '01010300000003030c7b' })
  })
  test('behavior: an origin comes back, and a wrong method is told the right ones', async () => {
    const response = await fetch(`${devnet.url}/infos/version`, { headers: { origin: 'http://a.site' } })
    expect(response.headers.get('access-control-allow-origin')).toBe('http://a.site')
    expect(response.headers.get('vary')).toBe('origin')
    const wrong = await fetch(`${devnet.url}/wallets`, { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, PUT, GET'])
  })
})
