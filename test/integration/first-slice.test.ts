import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { expect, test } from 'vitest'
import { ONE } from '../../src/domain/index.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'

describeOnBothDatabases('first slice', (context) => {
  test('default: an order is built, signed by a stock wallet, included, indexed, met, and its trade is read back', async () => {
    const stage: BuildStage = await openBuildStage(context.database, 'first-slice')
    const { builder, chain } = stage
    const [marketAddress = ''] = await stage.openMarkets()
    const maker = stage.wallet({ collateral: 1_000n * ONE })
    const taker = stage.wallet({ collateral: 1_000n * ONE, keyType: 'gl-secp256k1' })

    const buyYes = { side: 'buy', outcome: 'yes', price: 400, quantity: String(10n * ONE) } as const
    await stage.send(maker, builder.placeOrder({ ...signerOf(maker), marketAddress, ...buyYes }))

    const buyNo = { side: 'buy', outcome: 'no', price: 600, quantity: String(4n * ONE) } as const
    const text = await builder.placeOrder({ ...signerOf(taker), marketAddress, ...buyNo })
    const answer = parseAnswer(text)
    expect(answer).toMatchObject({
      fromGroup: 0,
      toGroup: 0,
      gasPrice: '100000000000',
      collateralRequired: '2460000000000000000',
      tokens: [{ id: stage.deployment.tokens.collateral.id, amount: '2460000000000000000' }],
    })
    await stage.send(taker, text)
    await stage.index()

    const { status, orders, trades, build } = await builder.getTransaction(answer.txId)
    expect(status).toBe('included')
    expect(orders).toMatchObject([
      { orderId: 2, trader: taker.address, filled: String(4n * ONE), price: 600 },
    ])
    expect(trades).toMatchObject([
      {
        marketAddress,
        txId: answer.txId,
        buyOrderId: 1,
        sellOrderId: 2,
        fillType: 'mint',
        outcome: 'no',
        side: 'buy',
        isBuy: true,
        price: 600,
        quantity: String(4n * ONE),
        amountUsd: '2400000000000000000',
        makerAddress: maker.address,
        takerAddress: taker.address,
      },
    ])
    expect(build?.effects.map((effect) => effect.type)).toEqual(['OrderPlaced', 'OrderFilled', 'FeeCharged'])
    expect((await chain.findTransaction(answer.txId))?.scriptExecutionOk).toBe(true)
    await stage.close()
  })

  test('behavior: the SDK’s own wallet signs the answer as it is', async () => {
    const stage = await openBuildStage(context.database, 'stock-wallet')
    const bank = stage.devnet.wallets[0]
    const stock = new PrivateKeyWallet({ privateKey: bank?.privateKey ?? '' })
    const amount = String(5n * ONE)
    stage.fund(
      { address: stock.address, publicKey: stock.publicKey, keyType: 'default', sign: () => '' },
      {
        alph: 0n,
        stake: 10n * ONE,
      },
    )
    const text = await stage.builder.vaultDeposit({
      signerAddress: stock.address,
      signerPublicKey: stock.publicKey,
      amount,
    })
    const answer = parseAnswer(text)
    const signed = await stock.signUnsignedTx({
      signerAddress: stock.address,
      unsignedTx: answer.unsignedTx,
    })
    expect(signed.txId).toBe(answer.txId)
    const submitted = await stage.chain.submit(signed)
    expect(submitted.txId).toBe(answer.txId)
    await stage.close()
  })
})
