import { NodeProvider, type SignerProvider } from '../alephium/index.ts'
import {
  contractsOfVenue,
  findContractId,
  lockOfEntry,
  orderEntryId,
  parlayEntryId,
} from '../bindings/index.ts'
import { isWallet, parseAmount, parseWallet, subjectOf, subjectOfLegs, termsOf } from '../domain/index.ts'
import type { BuildTx, Parlay, Transaction } from '../wire/index.ts'
import type { Client } from './create-client.ts'
import { askingNode } from './node-error.ts'
import { signAndSubmit } from './sign-and-submit.ts'
import type { CallOptions } from './transport.ts'
import type { BuildFacts, WalletCoin } from './verify/build-facts.ts'
import type { TradeRequest, TxRequest } from './verify/build-request.ts'
import { entryOf, stateOf } from './verify/contract-state.ts'
import { provenNumber } from './verify/expected-call.ts'
import { trust } from './verify/untrusted.ts'
import { pinVenue, type VenuePin } from './verify/venue-pin.ts'
import { cancelledIn, type VerifiedBuild, verifyBuild } from './verify/verify-build.ts'
import { type WaitOptions, waitForTransaction } from './wait-for-transaction.ts'

export interface TraderOptions {
  /** With a key that may build. */
  readonly client: Client
  readonly signer: SignerProvider
  /** What builds are checked against; when absent, what the service says of itself now. */
  readonly venue?: VenuePin | undefined
  /** Where signed transactions go; when absent, the node the service names. */
  readonly node?: NodeProvider | undefined
  /** Asks the node for the wallet's coins and accounts for every unit of a build. */
  readonly checkCoins?: boolean | undefined
}

/** What the caller knows beside the request, for the kinds that leave something open. */
export type TradeFacts = Omit<BuildFacts, 'venue' | 'marketNumber' | 'coins'> & {
  /** The offer that is taken, as it was shown: what it locks and its terms follow from it. */
  readonly offer?: Parlay | undefined
}

/** One wallet at one venue. Whatever it signs was checked. */
export interface Trader {
  readonly address: string
  readonly venue: VenuePin
  readonly node: NodeProvider
  /** Has it built, and checks it. */
  build(request: TradeRequest, facts?: TradeFacts & CallOptions): Promise<VerifiedBuild>
  /** Builds, checks, signs and submits; the transaction is on its way then, not yet in a block. */
  send(request: TradeRequest, facts?: TradeFacts & CallOptions): Promise<VerifiedBuild>
  /** The same, and waits until a block has it and reads reflect that block. */
  sendAndWait(request: TradeRequest, facts?: TradeFacts & WaitOptions): Promise<Transaction>
}

/** By their ids on the chain. */
const publicNetworks: Readonly<Record<number, string>> = { 0: 'mainnet', 1: 'testnet' }

/** Markets that are remembered; a market keeps its number, and what that stands for. */
const MARKETS_MAX = 10_000

interface KnownMarket {
  readonly marketNumber: number
  readonly subject: string | undefined
}

export async function createTrader({ client, signer, checkCoins, ...given }: TraderOptions): Promise<Trader> {
  const { address, publicKey, keyType } = await signer.getSelectedAccount()
  const { venue, node } = await placeOf(client, given)
  const markets = new Map<string, KnownMarket>()
  // A devnet's clock is moved at will, by years: only on a public network is this machine's a bound for deadlines.
  const movedTime = venue.networkId in publicNetworks ? undefined : Number.MAX_SAFE_INTEGER

  async function build(
    request: TradeRequest,
    {
      signal,
      timeoutMs,
      attemptsMax,
      onAnswer,
      minBlockHeight: _,
      offer,
      ...facts
    }: TradeFacts & WaitOptions = {},
  ): Promise<VerifiedBuild> {
    const options = { signal, timeoutMs, attemptsMax, onAnswer }
    const whole = { ...request, signerAddress: address, signerPublicKey: publicKey, signerKeyType: keyType }
    const { kind, ...input } = whole as TxRequest // what a TradeRequest lacks was just added
    const send = client.tx[kind] as (input: object, options: CallOptions) => Promise<BuildTx> // chosen by kind
    const [built, shown] = await Promise.all([send(input, options), factsOf(request, offer, options)])
    const nowMs = facts.nowMs ?? movedTime
    const coins = checkCoins === true ? await coinsOf(node, address, venue.group) : undefined
    const orderLocks =
      request.kind === 'quote' ? await locksOf(node, request.address, cancelledIn(built)) : undefined
    const known = { orderLocks, ...shown, ...facts, nowMs, venue, coins }
    const verified = verifyBuild(whole as TxRequest, built, known) // as above
    if ('address' in request && 'marketNumber' in shown) remember(request.address, shown)
    return verified
  }

  /** What the service shows of what the request names; a number is its word until verifyBuild has proven it. */
  async function factsOf(
    request: TradeRequest,
    offer: Parlay | undefined,
    options: CallOptions,
  ): Promise<KnownMarket | Pick<BuildFacts, 'subject' | 'terms' | 'takerAmount'>> {
    switch (request.kind) {
      case 'submitOutcome':
      case 'disputeOutcome':
      case 'commitVote':
        return { subject: (await marketOf(request.marketAddress, options)).subject }
      case 'vote': {
        const { textHash, endsAt } = await client.voting.proposal({ id: request.proposalId }, options)
        return { subject: subjectOf({ textHash, leg: 0, endsAtMs: Date.parse(endsAt) }) }
      }
      case 'offerParlay': {
        const legs = await Promise.all(request.legs.map((leg) => marketOf(leg.marketAddress, options)))
        return { subject: subjectOfLegs(legs.map(({ subject = '' }) => subject)) }
      }
      case 'takeParlay': {
        if (offer === undefined) return {}
        trust(offer.id === request.id, 'offer', 'another offer than the one that is taken')
        // The terms name no address: what a leg is about is its market's own word, never the service's.
        const parlayId = parlayEntryId(contractsOfVenue(venue.venueId).parlays.id, offer.id)
        const [entry, ...legs] = await Promise.all([
          entryOf(node, 'Parlay', parlayId),
          ...offer.legs.map(async ({ marketAddress, outcome }) => {
            trust(outcome === 'yes' || outcome === 'no', 'offer', 'a leg that bets on neither yes nor no')
            return { outcome, ...(await marketFromNode(node, venue, marketAddress)) }
          }),
        ])
        // Markets of the same words and end are about the same thing and may still end differently.
        const markets = (entry.legs.match(/.{18}/g) ?? []).map((leg) => BigInt(`0x${leg.slice(0, 16)}`))
        const isShown = markets.length === legs.length && legs.every(({ id }, i) => id === markets[i])
        trust(isShown, 'offer', 'the offer is about other markets than those shown')
        return {
          takerAmount: parseAmount(offer.takerAmount) ?? undefined,
          terms: termsOf({
            maker: offer.maker,
            amount: BigInt(offer.amount),
            combinedOdds: BigInt(offer.combinedOdds),
            expiresAtMs: Date.parse(offer.expiresAt),
            legs,
          }),
        }
      }
      default:
        return 'address' in request ? marketOf(request.address, options) : {}
    }
  }

  async function marketOf(marketAddress: string, options: CallOptions): Promise<KnownMarket> {
    const known = markets.get(marketAddress)
    if (known !== undefined) return known
    const { id, proposalId } = await client.markets.get({ address: marketAddress }, options)
    if (proposalId === null) return { marketNumber: id, subject: undefined }
    const { textHash, endsAt, marketAddresses } = await client.voting.proposal({ id: proposalId }, options)
    const leg = marketAddresses.indexOf(marketAddress)
    const subject = leg === -1 ? undefined : subjectOf({ textHash, leg, endsAtMs: Date.parse(endsAt) })
    return { marketNumber: id, subject }
  }

  function remember(marketAddress: string, market: KnownMarket): void {
    if (markets.size >= MARKETS_MAX) markets.clear()
    markets.set(marketAddress, market)
  }

  async function send(request: TradeRequest, facts?: TradeFacts & WaitOptions): Promise<VerifiedBuild> {
    const verified = await build(request, facts)
    await signAndSubmit(verified, { signer, node })
    return verified
  }

  return {
    address,
    venue,
    node,
    build,
    send,
    async sendAndWait(request, facts = {}) {
      const { txId } = await send(request, facts)
      return waitForTransaction(client, txId, { node, ...facts })
    },
  }
}

/** A market's number and what it is about, as its contract says; that it is one of this venue its number proves. */
async function marketFromNode(node: NodeProvider, venue: VenuePin, marketAddress: string) {
  const contractId = findContractId(marketAddress.split(':')[0] ?? '')
  trust(contractId !== null, 'market', 'another market, or none of this venue')
  const { id, subject } = await stateOf(node, 'Market', contractId)
  provenNumber(marketAddress, id, contractsOfVenue(venue.venueId).voting.id)
  return { id, subject }
}

/** What orders of a market lock, as a node shows them. One that is gone has no entry, and what is not shown pays nothing. */
async function locksOf(
  node: NodeProvider,
  marketAddress: string,
  orderIds: readonly number[],
): Promise<Map<number, bigint>> {
  const marketId = findContractId(marketAddress.split(':')[0] ?? '')
  if (marketId === null) return new Map()
  const locks = orderIds.map(async (orderId) => {
    const order = await entryOf(node, 'Order', orderEntryId(marketId, orderId)).catch(() => null)
    return [orderId, order === null ? 0n : lockOfEntry(order)] as const
  })
  return new Map(await Promise.all(locks))
}

/** Which venue, and which node: what the caller says, otherwise what the service says now. */
async function placeOf(
  client: Client,
  { venue, node }: Pick<TraderOptions, 'venue' | 'node'>,
): Promise<{ readonly venue: VenuePin; readonly node: NodeProvider }> {
  if (venue !== undefined && node !== undefined) return { venue, node }
  const status = await client.status()
  return { venue: venue ?? pinVenue(status), node: node ?? new NodeProvider(status.network.nodeUrl) }
}

/** The wallet's coins in the venue's group, as a node lists them. */
async function coinsOf(node: NodeProvider, address: string, group: number): Promise<WalletCoin[]> {
  const wallet = parseWallet(address, group)
  trust(isWallet(wallet), 'signerAddress', 'the signer is no wallet of this venue')
  return askingNode('the node does not show the wallet’s coins', async () => {
    const { utxos } = await node.addresses.getAddressesAddressUtxos(wallet.address)
    return utxos.map(({ ref, amount, tokens = [] }) => ({
      key: ref.key,
      attoAlph: BigInt(amount),
      tokens: tokens.map((token) => ({ id: token.id, amount: BigInt(token.amount) })),
    }))
  })
}
