import { createServer } from 'node:net'
import { NodeProvider, ONE_ALPH } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { describe, expect, test } from 'vitest'
import { createDataDir, runCommand, startDevnetAlone } from '../support/service.ts'

const nobody = '1CQvSXsmM5BMFKguKDPpNUfw1idiut8UifLtT8748JdHc'
const printed = (output: string) =>
  [...output.matchAll(/group (\d) +(\w+)\n +key +([0-9a-f]{64})/g)].map(([, group, address, privateKey]) => ({
    group: Number(group),
    address: address ?? '',
    privateKey: privateKey ?? '',
  }))

describe('sibyl devnet', () => {
  test('default: a node alone that prints four wallets with their money, and ends when asked', async () => {
    const devnet = await startDevnetAlone({})
    const provider = new NodeProvider(devnet.url)
    const wallets = printed(devnet.output())
    expect(wallets.map(({ group }) => group)).toEqual([0, 1, 2, 3])
    for (const { address, privateKey, group } of wallets) {
      expect(new PrivateKeyWallet({ privateKey, nodeProvider: provider })).toMatchObject({ address, group })
      const { balance } = await provider.addresses.getAddressesAddressBalance(address)
      expect(BigInt(balance)).toBe(1_000_000n * ONE_ALPH)
    }
    const compiled = await fetch(`${devnet.url}/contracts/compile-script`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'TxScript Nothing() { assert!(true, 0) }' }),
    })
    expect([compiled.status, await compiled.json()]).toEqual([
      200,
      expect.objectContaining({ name: 'Nothing', bytecodeTemplate: '01010300000003030c7b' }),
    ])
    devnet.kill('SIGTERM')
    expect(await devnet.exited).toBe(0)
  })
  test('behavior: accounts of a seed have money, and every block has its line', async () => {
    const data = createDataDir()
    const args = ['--port', '0', '--seed', 'people', '--accounts', '2', '--keep', data.path]
    const first = await startDevnetAlone({}, args)
    const [, , , , fifth, sixth] = printed(first.output())
    expect([fifth?.address, sixth?.address]).toEqual([
      '1G8M9xUUjduohFUdvnNN9vXuz9ECvHhEAogGpbYzzpLqG',
      '15RhHmF1f1Rv1LWEVjhGTHgpWyAEGqr8Cprpy92X5ofh9',
    ])
    const provider = new NodeProvider(first.url)
    const wallet = new PrivateKeyWallet({ privateKey: fifth?.privateKey ?? '', nodeProvider: provider })
    await wallet.signAndSubmitTransferTx({
      signerAddress: wallet.address,
      destinations: [{ address: sixth?.address ?? '', attoAlphAmount: ONE_ALPH }],
    })
    const { currentHeight } = await provider.blockflow.getBlockflowChainInfo({ fromGroup: 0, toGroup: 0 })
    first.kill('SIGTERM')
    expect(await first.exited).toBe(0)
    expect(first.output()).toMatch(
      new RegExp(`\\n[0-9:]{8}  0 → 0  block ${currentHeight}  1 transaction, 0 events  [0-9a-f]{64}\\n`),
    )

    const again = await startDevnetAlone({}, args)
    const { balance } = await new NodeProvider(again.url).addresses.getAddressesAddressBalance(
      sixth?.address ?? '',
    )
    expect(BigInt(balance)).toBe(1_000_001n * ONE_ALPH)
    again.kill('SIGTERM')
    expect(await again.exited).toBe(0)
    data.remove()
  })
  test('behavior: with --block-time transactions wait for their block', async () => {
    const devnet = await startDevnetAlone({}, ['--block-time', '3600'])
    const [{ privateKey = '' } = {}] = printed(devnet.output())
    const provider = new NodeProvider(devnet.url)
    const wallet = new PrivateKeyWallet({ privateKey, nodeProvider: provider })
    const destinations = [{ address: nobody, attoAlphAmount: ONE_ALPH }]
    const { txId } = await wallet.signAndSubmitTransferTx({ signerAddress: wallet.address, destinations })
    expect((await provider.transactions.getTransactionsStatus({ txId })).type).toBe('MemPooled')
    devnet.kill('SIGTERM')
    expect(await devnet.exited).toBe(0)
  })
  test('behavior: compile routes go to the node behind ALEPHIUM_COMPILER_URL', async () => {
    const behind = await startDevnetAlone({})
    const front = await startDevnetAlone({ ALEPHIUM_COMPILER_URL: behind.url })
    const compiled = await fetch(`${front.url}/contracts/compile-script`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'TxScript Nothing() { assert!(true, 0) }' }),
    })
    expect([compiled.status, await compiled.json()]).toEqual([
      200,
      expect.objectContaining({ name: 'Nothing', bytecodeTemplate: '01010300000003030c7b' }),
    ])
    for (const devnet of [front, behind]) {
      devnet.kill('SIGTERM')
      expect(await devnet.exited).toBe(0)
    }
  })
  test('behavior: --keep brings the chain back after kill -9', async () => {
    const data = createDataDir()
    const first = await startDevnetAlone({}, ['--keep', data.path])
    const [{ privateKey = '' } = {}] = printed(first.output())
    const wallet = new PrivateKeyWallet({ privateKey, nodeProvider: new NodeProvider(first.url) })
    await wallet.signAndSubmitTransferTx({
      signerAddress: wallet.address,
      destinations: [{ address: nobody, attoAlphAmount: ONE_ALPH }],
    })
    first.kill('SIGKILL')
    expect(await first.exited).toBe('SIGKILL')

    const second = await startDevnetAlone({}, ['--keep', data.path])
    const { balance } = await new NodeProvider(second.url).addresses.getAddressesAddressBalance(nobody)
    expect(BigInt(balance)).toBe(ONE_ALPH)
    second.kill('SIGKILL')
    await second.exited
    data.remove()
  })
  test('error: a port that is taken is named', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    const result = await runCommand(['devnet'], { DEVNET_PORT: String(port) })
    taken.close()
    expect([result.code, result.stdout, result.stderr]).toEqual([
      1,
      '',
      expect.stringContaining(`DEVNET_PORT ${port} is taken`),
    ])
  })
})
