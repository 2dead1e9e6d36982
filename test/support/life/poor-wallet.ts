import { contractIdFromAddress } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { expect } from 'vitest'
import { addLiquidity, commitHash, findContractId } from '../../../src/bindings/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { createWallet } from '../wallet.ts'
import type { Hands, Json } from './hands.ts'
import type { LifeStage } from './life-stage.ts'

/** One whole collateral token, in base units. */
const unitOf = (status: Json): bigint => 10n ** BigInt(status.tokens.collateral.decimals)

/** Gives the venue's desk its first liquidity, as an operator would. */
export async function seedDesk(stage: LifeStage, { get, fundedWallet, blockTime }: Hands): Promise<void> {
  const status = await get('/v1/status')
  const { contracts, tokens } = status
  const { privateKey } = await fundedWallet()
  const bank = new PrivateKeyWallet({ privateKey, nodeProvider: stage.node })
  const call = addLiquidity({
    deskId: findContractId(contracts.desk) ?? '',
    collateralId: tokens.collateral.id,
    // A coin costs a quarter of a unit.
    amount: 50n * ONE,
    minCollateral: (25n * unitOf(status)) / 2n,
    maxCollateral: (25n * unitOf(status)) / 2n,
    minShares: 1n,
    deadlineMs: (await blockTime()) + 600_000,
  })
  const { txId } = await bank.signAndSubmitExecuteScriptTx({
    signerAddress: bank.address,
    bytecode: call.script,
    attoAlphAmount: call.attoAlph,
    tokens: [...call.tokens],
  })
  await stage.included(txId)
}

/** A wallet with 0.05 ALPH, 50 collateral and the least stake: all native coin it needs is bought out of its collateral. */
export async function createPoorWallet(stage: LifeStage, hands: Hands) {
  const wallet = createWallet()
  const { get, send } = hands
  const unit = unitOf(await get('/v1/status'))
  await stage.fundExactly(wallet, { attoAlph: ONE / 20n, collateral: 50n * unit, stake: 60_000n * ONE })
  /** Sends it and sees that the desk was asked first. */
  const sendBuying = async (path: string, body: object): Promise<void> => {
    const txId = await send(path, wallet, body)
    const { build } = await get(`/v1/transactions/${txId}`)
    expect(build.effects[0]).toMatchObject({ type: 'NativeBought', trader: wallet.address })
  }
  return {
    async stakeAndVote(proposalId: number): Promise<void> {
      await sendBuying('vault/deposit', { amount: String(60_000n * ONE) })
      await send('voting/vote', wallet, { proposalId })
      expect(await get(`/v1/users/${wallet.address}/vault`)).toMatchObject({ tier: 'Iron', weight: 1 })
    },
    async orderAndCancel(market: string): Promise<void> {
      const terms = { side: 'buy', outcome: 'yes', price: 10, quantity: String(10n * unit) }
      await sendBuying(`markets/${market}/orders`, terms)
      const { orders } = await get(`/v1/users/${wallet.address}/orders`)
      expect(orders).toHaveLength(1)
      await send(`markets/${market}/orders/${orders[0].orderId}/cancel`, wallet)
      expect((await get(`/v1/markets/${market}/orderbook`)).yes.bids).toEqual([])
    },
    async commit(market: string, salt: string): Promise<void> {
      const secret = {
        marketId: Buffer.from(contractIdFromAddress(market)).toString('hex'),
        round: 1,
        voter: wallet.address,
        vote: 1 as const,
        salt,
      }
      await send('oracle/commit', wallet, {
        marketAddress: market,
        commitHash: commitHash(secret),
        voteRound: 1,
      })
    },
  }
}
