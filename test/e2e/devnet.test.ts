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
