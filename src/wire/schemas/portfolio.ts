import * as Type from 'typebox'
import { outcomes } from '../../domain/index.ts'
import { Address, Amount, Named, Nullable, SignedAmount, Strict, Word } from './fields.ts'

const money = {
  spent: Amount('paid for shares: fills and splits, without fees'),
  received: Amount('got for shares: fills, merges and payouts'),
  fees: Amount('paid as taker'),
  cost: Amount('of the shares held, by average cost'),
  value: Amount('of the shares held'),
  realisedPnl: SignedAmount('received − spent − fees + cost'),
  unrealisedPnl: SignedAmount('value − cost'),
  pnl: SignedAmount('received − spent − fees + value: realised and unrealised together'),
}

export const PortfolioPosition = Named(
  'PortfolioPosition',
  {
    id: Type.Integer({ minimum: 1 }),
    marketAddress: Address('the market’s contract'),
    marketId: Type.Integer({ minimum: 1 }),
    question: Type.String(),
    resolved: Type.Boolean(),
    positionType: Word(outcomes, 'yes or no'),
    shares: Amount('held and not paid out, locked ones included'),
    price: Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'what a share is valued at in thousandths, rounded down',
      }),
    ),
    lockedCollateral: Amount(
      'held by resting buys of this outcome; still the wallet’s, and part of nothing here',
    ),
    ...money,
  },
  'what a wallet’s shares of one outcome cost, brought and are worth',
)

export const Portfolio = Strict(
  {
    ...money,
    lockedCollateral: Amount('held by resting buys'),
    parlays: Strict(
      {
        spent: Amount('stakes of offers and of the other sides taken'),
        received: Amount('payouts and refunds'),
        value: Amount('stakes of those that still run'),
        pnl: SignedAmount('received − spent + value'),
      },
      'parlays',
    ),
    apart: Strict(
      {
        referralFees: Amount('of takers this wallet referred'),
        creatorFees: Amount('paid out of markets it proposed'),
        submitterFees: Amount('for outcomes it submitted that became final'),
        bondsPosted: Amount('for outcomes and disputes'),
        bondsPaid: Amount('what came back for them'),
        votingRewards: Amount('of other people’s bonds, for votes that were right'),
      },
      'collateral that is no trading: not in pnl. Gas, stakes and swaps are not counted at all',
    ),
  },
  'all positions together',
)

export const leaderboardSorts = ['profit', 'volume'] as const
export const leaderboardWindows = ['1d', '1w', 'all'] as const

export const LeaderboardRow = Named(
  'LeaderboardRow',
  {
    rank: Type.Integer({ minimum: 1 }),
    address: Address('the wallet'),
    profit: SignedAmount('realised in the window, fees taken off: fills, merges, payouts and parlays'),
    volume: Amount('sum of amountUsd over its trades in the window'),
  },
  'a wallet among the others',
)

export const VenueStats = Named(
  'VenueStats',
  {
    markets: Strict({ open: Type.Integer(), resolved: Type.Integer() }, 'how many'),
    volume: Amount('sum of amountUsd over all trades'),
    volume24h: Amount('of the last 24 hours, to the hour'),
    openInterest: Amount('pairs of shares in markets that are not resolved'),
    trades: Type.Integer({ minimum: 0 }),
    traders: Type.Integer({ minimum: 0, description: 'wallets that traded or earned something' }),
  },
  'the venue at a glance',
)
