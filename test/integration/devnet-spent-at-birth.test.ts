import { addressToBytes } from '@alephium/web3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectNode } from '../../src/chain/index.ts'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { assert, bytesToHex, systemClock } from '../../src/kit/index.ts'
import { createAndDestroy, createMany } from '../simulation/hostile-chain/programs.ts'
import { patientNode } from '../support/venue/host.ts'
import { walletOf } from '../support/venue/wallet.ts'

/** A node finds out that a transaction uses up what it makes itself only when the block is ready. */
let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ seed: 'spent-at-birth', startMs: 1_800_000_000_000 })
})
afterAll(() => devnet.stop())

function connect() {
  const chain = connectNode({
    url: devnet.url,
    group: 0,
    clock: systemClock,
    fetch: devnet.fetch,
    limits: patientNode,
  })
  const [bank] = devnet.wallets
  assert(bank !== undefined, 'the devnet funds a wallet of group 0')
  const wallet = walletOf(bank.privateKey)
  const payer = bytesToHex(addressToBytes(wallet.address))
  const submit = async (bytecode: string): Promise<string> => {
    const { publicKey } = wallet
    const { unsignedTx, txId } = await chain.buildScript({ publicKey, bytecode, attoAlph: 2n * ONE })
    await chain.submit({ unsignedTx, signature: wallet.sign(txId) })
    return txId
  }
  return { chain, payer, submit }
}

test('behavior: a contract created and destroyed at once is taken, then dropped, and its block has no others', async () => {
  const { chain, payer, submit } = connect()
  devnet.controls.setMining({ mode: 'manual' })
  const fine = await submit(createMany(payer, 1))
  const spoiling = await submit(createAndDestroy(payer))
  expect(await chain.getTransactionStatus(spoiling)).toEqual({ type: 'mempool' })

  const [first] = devnet.controls.mine().blocks
  const block = await chain.findBlock(first ?? '', () => true)
  expect([block?.transactions.length, block?.events.length]).toEqual([1, 0])
  expect(await chain.getTransactionStatus(spoiling)).toEqual({ type: 'unknown' })
  expect(await chain.getTransactionStatus(fine)).toEqual({ type: 'mempool' })

  devnet.controls.mine()
  expect((await chain.getTransactionStatus(fine)).type).toBe('confirmed')
})
