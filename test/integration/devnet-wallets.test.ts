import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressFromPublicKey, codec, NodeProvider, ONE_ALPH, verifySignature } from '@alephium/web3'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '../../src/kit/index.ts'
import { createDataDir } from '../support/service.ts'

/** The wallet of the node's own devnet, whose first address is one of the funded ones. */
const mnemonic =
  'vault alarm sad mass witness property virus style good flower rice alpha viable evidence run glare pretty scout evil judge enroll refuse another lava'
const funded = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
const receiver = '14UAjZ3qcmEVKdTo84Kwf4RprTQi86w2TefnnGFjov9xF'
const startMs = 1_800_000_000_000

async function open(dataDir?: string): Promise<{ devnet: Devnet; node: NodeProvider }> {
  const devnet = await startDevnet({
    seed: 'wallets',
    startMs,
    ...(dataDir === undefined ? {} : { dataDir }),
  })
  return { devnet, node: new NodeProvider(devnet.url, undefined, devnet.fetch) }
}

async function refusal(devnet: Devnet, route: string, body?: unknown): Promise<[number, string]> {
  const [method = '', path = ''] = route.split(' ')
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await devnet.fetch(devnet.url + path, init)
  return [response.status, ((await response.json()) as { detail: string }).detail]
}

describe('the wallets of the devnet', () => {
  test('default: restored from its words, a wallet pays, signs, sweeps and derives', async () => {
    const { devnet, node } = await open()
    expect(await node.wallets.putWallets({ walletName: 'mine', password: 'pw', mnemonic })).toEqual({
      walletName: 'mine',
    })
    expect(await node.wallets.getWallets()).toEqual([{ walletName: 'mine', locked: false }])
    const { activeAddress, addresses } = await node.wallets.getWalletsWalletNameAddresses('mine')
    expect(activeAddress).toBe(funded)
    expect(addresses).toEqual([
      {
        address: funded,
        publicKey: '0381818e63bd9e35a5489b52a430accefc608fd60aa2c7c0d1b393b5239aedf6b0',
        group: 0,
        path: "m/44'/1234'/0'/0/0",
      },
    ])
    const before = await node.wallets.getWalletsWalletNameBalances('mine')
    expect(before).toEqual({
      totalBalance: String(10n ** 24n),
      totalBalanceHint: '1000000 ALPH',
      balances: [
        {
          address: funded,
          balance: String(10n ** 24n),
          balanceHint: '1000000 ALPH',
          lockedBalance: '0',
          lockedBalanceHint: '0 ALPH',
        },
      ],
    })
    const sent = await node.wallets.postWalletsWalletNameTransfer('mine', {
      destinations: [{ address: receiver, attoAlphAmount: String(ONE_ALPH) }],
    })
    expect(sent).toMatchObject({ fromGroup: 0, toGroup: 1 })
    const data = '11'.repeat(32)
    const { signature } = await node.wallets.postWalletsWalletNameSign('mine', { data })
    expect(verifySignature(data, addresses[0]?.publicKey ?? '', signature)).toBe(true)

    const next = await node.wallets.postWalletsWalletNameDeriveNextAddress('mine', { group: 2 })
    expect(next.group).toBe(2)
    const after = await node.wallets.getWalletsWalletNameAddresses('mine')
    expect(after.activeAddress).toBe(next.address)
    await node.wallets.postWalletsWalletNameChangeActiveAddress('mine', { address: funded })
    const { results } = await node.wallets.postWalletsWalletNameSweepActiveAddress('mine', {
      toAddress: next.address,
    })
    expect(results).toEqual([{ txId: expect.any(String), fromGroup: 0, toGroup: 2 }])
    const swept = await node.wallets.getWalletsWalletNameBalances('mine')
    expect(swept.balances.find(({ address }) => address === funded)?.balance).toBe('0')
    await devnet.stop()
  })

  test('behavior: on disk it is encrypted, and after a restart its password opens it', async () => {
    const data = createDataDir()
    const first = await open(data.path)
    const created = await first.node.wallets.postWallets({
      walletName: 'kept',
      password: 'secret',
      mnemonicPassphrase: 'more',
      mnemonicSize: 12,
    })
    expect(created.mnemonic.split(' ')).toHaveLength(12)
    const known = await first.node.wallets.getWalletsWalletNameAddresses('kept')
    await first.devnet.stop()
    const file = join(data.path, 'devnet', 'wallets', 'kept')
    expect(existsSync(file)).toBe(true)
    expect(readFileSync(file, 'utf8')).not.toContain(created.mnemonic.split(' ')[0])

    const { devnet, node } = await open(data.path)
    expect(await node.wallets.getWalletsWalletName('kept')).toEqual({ walletName: 'kept', locked: true })
    expect(await refusal(devnet, 'GET /wallets/kept/addresses')).toEqual([401, 'Wallet is locked'])
    const unlock = 'POST /wallets/kept/unlock'
    expect(await refusal(devnet, unlock, { password: 'other', mnemonicPassphrase: 'more' })).toEqual([
      401,
      'Invalid password',
    ])
    expect(await refusal(devnet, unlock, { password: 'secret' })).toEqual([
      401,
      'Invalid mnemonic passphrase',
    ])
    await node.wallets.postWalletsWalletNameUnlock('kept', {
      password: 'secret',
      mnemonicPassphrase: 'more',
    })
    expect(await node.wallets.getWalletsWalletNameAddresses('kept')).toEqual(known)
    expect(await node.wallets.postWalletsWalletNameRevealMnemonic('kept', { password: 'secret' })).toEqual({
      mnemonic: created.mnemonic,
    })
    await node.wallets.postWalletsWalletNameLock('kept')
    expect(await node.wallets.getWallets()).toEqual([{ walletName: 'kept', locked: true }])
    await node.wallets.deleteWalletsWalletName('kept', { password: 'secret' })
    expect(existsSync(file)).toBe(false)
    await devnet.stop()
    data.remove()
  })

  test('behavior: a miner’s wallet has one address of each group, and its miners are paid', async () => {
    const { devnet, node } = await open()
    await node.wallets.postWallets({ walletName: 'miner', password: 'pw', isMiner: true })
    const [round] = await node.wallets.getWalletsWalletNameMinerAddresses('miner')
    expect(round?.addresses.map(({ group }) => group)).toEqual([0, 1, 2, 3])
    const more = await node.wallets.postWalletsWalletNameDeriveNextMinerAddresses('miner')
    expect(more.map(({ group }) => group)).toEqual([0, 1, 2, 3])
    expect(await node.wallets.getWalletsWalletNameMinerAddresses('miner')).toHaveLength(2)
    expect(await refusal(devnet, 'POST /wallets/miner/derive-next-address')).toEqual([
      401,
      'Miner wallet is needed',
    ])
    const addresses = more.map(({ address }) => address)
    await node.miners.putMinersAddresses({ addresses })
    expect(await node.miners.getMinersAddresses()).toEqual({ addresses })
    await devnet.controls.mine({ blocks: 1 })
    const { balance, lockedBalance } = await node.addresses.getAddressesAddressBalance(addresses[0] ?? '')
    expect(BigInt(balance) > 0n && balance === lockedBalance).toBe(true)
    expect(await refusal(devnet, 'PUT /miners/addresses', { addresses: addresses.slice(1) })).toEqual([
      400,
      'Wrong number of addresses, expected 4, got 3',
    ])
    expect(await refusal(devnet, 'PUT /miners/addresses', { addresses: addresses.toReversed() })).toEqual([
      400,
      `Address ${addresses[3]} doesn't belong to group 0`,
    ])
    await devnet.stop()
  })

  test.each([
    ['an unknown wallet', 'GET /wallets/none', undefined, 404, 'none not found'],
    [
      'a name that is a path',
      'POST /wallets',
      { walletName: '../up', password: 'x' },
      400,
      'Invalid wallet name: ../up',
    ],
    [
      'words that are none',
      'PUT /wallets',
      { walletName: 'a', password: 'x', mnemonic: 'one two' },
      400,
      'Invalid value for: body (Cannot validate mnemonic: one two: decoding failure)',
    ],
    [
      'another number of words',
      'POST /wallets',
      { walletName: 'a', password: 'x', mnemonicSize: 2 },
      400,
      'Invalid value for: body (Invalid mnemonic size: 2, expected: 12, 15, 18, 21, 24: decoding failure)',
    ],
  ])('error: %s is refused', async (_, route, body, status, detail) => {
    const { devnet } = await open()
    expect(await refusal(devnet, route, body)).toEqual([status, detail])
    await devnet.stop()
  })
})

describe('signatures of an authenticator', () => {
  const privateKey = new Uint8Array(32).fill(7)
  const publicKey = bytesToHex(p256.getPublicKey(privateKey))
  const authenticatorData = concatBytes(sha256(utf8ToBytes('a site')), Uint8Array.of(1, 0, 0, 0, 9))
  const prefix = utf8ToBytes('{"type":"webauthn.get","challenge":"')
  const suffix = utf8ToBytes('","origin":"https://a.site"}')
  const sized = (bytes: Uint8Array) => concatBytes(codec.i32Codec.encode(bytes.length), bytes)

  /** The payload in pieces of 64 bytes, then the signature. */
  function signed(txId: string): string[] {
    const clientData = concatBytes(
      prefix,
      utf8ToBytes(Buffer.from(txId, 'hex').toString('base64url')),
      suffix,
    )
    const digest = sha256(concatBytes(authenticatorData, sha256(clientData)))
    const payload = sized(concatBytes(sized(authenticatorData), sized(prefix), sized(suffix)))
    const hex = bytesToHex(payload).padEnd(Math.ceil(payload.length / 64) * 128, '0')
    const signature = p256.sign(digest, privateKey, { prehash: false, lowS: true })
    return [...(hex.match(/.{128}/g) ?? []), bytesToHex(signature)]
  }

  test('default: a gl-webauthn wallet pays; a byte of its signature, or a piece less, and it does not', async () => {
    const { devnet, node } = await open()
    const address = addressFromPublicKey(publicKey, 'gl-webauthn')
    await devnet.fetch(`${devnet.url}/devnet/fund`, {
      method: 'POST',
      body: JSON.stringify({ address, attoAlph: String(10n * ONE_ALPH) }),
    })
    const built = await node.transactions.postTransactionsBuild({
      fromPublicKey: publicKey,
      fromPublicKeyType: 'gl-webauthn',
      destinations: [{ address: receiver, attoAlphAmount: String(ONE_ALPH) }],
    })
    const { unsignedTx, txId } = built
    const signatures = signed(txId)
    const submit = (list: readonly string[]) =>
      refusal(devnet, 'POST /multisig/submit', { unsignedTx, signatures: list })
    const last = signatures.at(-1) ?? ''
    const damaged = bytesToHex(hexToBytes(last).map((byte, i) => (i === 63 ? byte ^ 1 : byte)))
    expect((await submit([...signatures.slice(0, -1), damaged]))[1]).toContain('InvalidSignature')
    expect((await submit(signatures.slice(0, -1)))[1]).toContain('NotEnoughSignature')
    expect((await submit([]))[1]).toContain('InvalidWebauthnPayload')
    const before = BigInt((await node.addresses.getAddressesAddressBalance(receiver)).balance)
    await node.multisig.postMultisigSubmit({ unsignedTx, signatures })
    const after = BigInt((await node.addresses.getAddressesAddressBalance(receiver)).balance)
    expect(after - before).toBe(ONE_ALPH)
    await devnet.stop()
  })
})
