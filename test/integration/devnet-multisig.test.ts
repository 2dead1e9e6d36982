import { NodeProvider, ONE_ALPH, transactionSign } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'

/** Wallets of several keys, through the node's own routes: address, build, sweep, submit. */
let devnet: Devnet
let node: NodeProvider
const owners = Array.from({ length: 3 }, () => PrivateKeyWallet.Random(0))
const keys = owners.map(({ publicKey }) => publicKey)

beforeAll(async () => {
  devnet = await startDevnet({ seed: 'multisig', startMs: 1_800_000_000_000 })
  node = new NodeProvider(devnet.url, undefined, devnet.fetch)
})
afterAll(() => devnet.stop())

async function fund(address: string): Promise<void> {
  const response = await devnet.fetch(`${devnet.url}/devnet/fund`, {
    method: 'POST',
    body: JSON.stringify({ address, attoAlph: String(10n * ONE_ALPH) }),
  })
  expect(response.status).toBe(200)
}

const signatures = (txId: string, signers: readonly PrivateKeyWallet[]) =>
  signers.map(({ privateKey }) => transactionSign(txId, privateKey))

const balanceOf = async (address: string) =>
  (await node.addresses.getAddressesAddressBalance(address)).balance

test('default: two of three keys pay, one alone or in the wrong order does not', async () => {
  const { address } = await node.multisig.postMultisigAddress({ keys, mrequired: 2 })
  await fund(address)
  const receiver = PrivateKeyWallet.Random(1).address
  const built = await node.multisig.postMultisigBuild({
    fromAddress: address,
    fromPublicKeys: [keys[0]!, keys[2]!],
    destinations: [{ address: receiver, attoAlphAmount: String(ONE_ALPH) }],
  })
  const { unsignedTx, txId } = built
  const submit = (signers: readonly PrivateKeyWallet[]) =>
    node.multisig.postMultisigSubmit({ unsignedTx, signatures: signatures(txId, signers) })
  await expect(submit([owners[0]!])).rejects.toThrow('NotEnoughSignature')
  await expect(submit([owners[2]!, owners[0]!])).rejects.toThrow('InvalidSignature')
  await expect(submit([owners[0]!, owners[2]!, owners[1]!])).rejects.toThrow('TooManyInputSignatures')
  await submit([owners[0]!, owners[2]!])
  expect(await balanceOf(receiver)).toBe(String(ONE_ALPH))

  const swept = await node.multisig.postMultisigSweep({
    fromAddress: address,
    fromPublicKeys: [keys[1]!, keys[2]!],
    toAddress: receiver,
  })
  for (const tx of swept.unsignedTxs)
    await node.multisig.postMultisigSubmit({
      unsignedTx: tx.unsignedTx,
      signatures: signatures(tx.txId, [owners[1]!, owners[2]!]),
    })
  expect(await balanceOf(address)).toBe('0')
})

test('behavior: a groupless multisig pays from the group it has coins in', async () => {
  const { address } = await node.multisig.postMultisigAddress({ keys, mrequired: 2, multiSigType: 'P2HMPK' })
  await fund(address)
  expect(await balanceOf(address)).toBe(String(10n * ONE_ALPH))
  const receiver = PrivateKeyWallet.Random(3).address
  const built = await node.multisig.postMultisigBuild({
    fromAddress: address,
    fromPublicKeys: keys,
    fromPublicKeyIndexes: [0, 2],
    multiSigType: 'P2HMPK',
    destinations: [{ address: receiver, attoAlphAmount: String(ONE_ALPH) }],
  })
  await node.multisig.postMultisigSubmit({
    unsignedTx: built.unsignedTx,
    signatures: signatures(built.txId, [owners[0]!, owners[2]!]),
  })
  expect(await balanceOf(receiver)).toBe(String(ONE_ALPH))
})
