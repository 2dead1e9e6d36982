import { canDecide, FILLS_MAX, quorumOf, TAKER_FEE_PERMILLE, tiers } from '../../../domain/index.ts'
import { findWholeWeight } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import type { VenueToken } from '../../parts.ts'
import { readPrivately } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

const networkNames: Readonly<Record<number, string>> = { 0: 'mainnet', 1: 'testnet' }
const native = { id: '00'.repeat(32), symbol: 'ALPH', decimals: 18 }
const toToken = ({ id, symbol, decimals }: VenueToken) => ({ id, symbol, decimals })
/** 0.1 ALPH an entry, 0.5 ALPH a proposed market: the chain's and the protocol's numbers. */
const deposits = { entry: '100000000000000000', proposal: '500000000000000000' }

export const getStatus = defineRoute(
  operations.getStatus,
  readPrivately(async (_request, { venue, node, terms, index, auth, database }) => {
    const [status, tip, maintenance, wholeWeight] = await Promise.all([
      index.current(),
      node.tip(),
      auth.isMaintenance(),
      findWholeWeight(database),
    ])
    const lagMs = status === null ? null : index.lagMs(status)
    const ready =
      status !== null && status.haltedReason === null && lagMs !== null && lagMs <= terms.maxIndexLagMs
    const { votingMs, minTradingMs, disputeMs, commitMs, revealMs, appealMs, unlockMs } = venue.periods
    const body = {
      network: {
        id: venue.networkId,
        name: networkNames[venue.networkId] ?? 'devnet',
        group: venue.group,
        nodeUrl: node.url,
      },
      chain: tip,
      index: { height: status?.height ?? null, blockHash: status?.hash ?? null, lagMs, ready },
      tokens: { native, collateral: toToken(venue.tokens.collateral), stake: toToken(venue.tokens.stake) },
      contracts: Object.fromEntries(
        Object.entries(venue.contracts).map(([name, contract]) => [name, contract.address]),
      ),
      periods: { votingMs, minTradingMs, disputeMs, commitMs, revealMs, appealMs, unlockMs },
      parameters: {
        feeBps: Number(TAKER_FEE_PERMILLE) * 10,
        bond: String(venue.bond),
        bondMax: String(venue.bondMax),
        tiers: tiers.map(({ name, staked, weight }) => ({
          name,
          staked: String(staked * 10n ** BigInt(venue.tokens.stake.decimals)),
          weight,
        })),
        maxFills: FILLS_MAX,
        deposits,
        quorum: { weight: venue.quorumWeight, wallets: venue.quorumWallets },
        confirmations: terms.confirmations,
      },
      oracle: {
        wholeWeight,
        quorum: quorumOf(wholeWeight, venue.quorumWeight),
        canDecide: canDecide(wholeWeight, venue),
      },
      maintenance,
    }
    return {
      text: JSON.stringify(body),
      view: { height: status?.height ?? 0, revision: status?.revision ?? 0 },
    }
  }),
)
