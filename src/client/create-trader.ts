import { NodeProvider, type SignerProvider } from '../alephium/index.ts'
import { isWallet, parseWallet } from '../domain/index.ts'
import type { BuildTx, Transaction } from '../wire/index.ts'
import type { Client } from './create-client.ts'
import { askingNode } from './node-error.ts'
import { signAndSubmit } from './sign-and-submit.ts'
import type { CallOptions } from './transport.ts'
import type { BuildFacts, WalletCoin } from './verify/build-facts.ts'
import type { TradeRequest, TxKind, TxRequest } from './verify/build-request.ts'
import { trust } from './verify/untrusted.ts'
import { pinVenue, type VenuePin } from './verify/venue-pin.ts'
import { type VerifiedBuild, verifyBuild } from './verify/verify-build.ts'
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
export type TradeFacts = Omit<BuildFacts, 'venue' | 'marketNumber' | 'coins'>

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

/** Market numbers that are remembered; a market keeps its number for ever. */
const NUMBERS_MAX = 10_000

export async function createTrader({ client, signer, checkCoins, ...given }: TraderOptions): Promise<Trader> {
  const { address, publicKey, keyType } = await signer.getSelectedAccount()
  const { venue, node } = await placeOf(client, given)
  const numbers = new Map<string, number>()
  // A devnet's clock is moved at will, by years: only on a public network is this machine's a bound for deadlines.
  const movedTime = venue.networkId in publicNetworks ? undefined : Number.MAX_SAFE_INTEGER

  async function build(
    request: TradeRequest,
    { signal, timeoutMs, attemptsMax, onAnswer, minBlockHeight: _, ...facts }: TradeFacts & WaitOptions = {},
  ): Promise<VerifiedBuild> {
    const options = { signal, timeoutMs, attemptsMax, onAnswer }
    const whole = { ...request, signerAddress: address, signerPublicKey: publicKey, signerKeyType: keyType }
    const { kind, ...input } = whole as TxRequest // what a TradeRequest lacks was just added
    const send = client.tx[kind] as (input: object, options: CallOptions) => Promise<BuildTx> // chosen by kind
    const [built, marketNumber] = await Promise.all([send(input, options), numberOf(request, options)])
    const nowMs = facts.nowMs ?? movedTime
    const coins = checkCoins === true ? await coinsOf(node, address, venue.group) : undefined
    const verified = verifyBuild(whole as TxRequest, built, { ...facts, nowMs, venue, marketNumber, coins }) // as above
    if (marketNumber !== undefined && 'address' in request) remember(request.address, marketNumber)
    return verified
  }

  /** The number is the service's word until verifyBuild has proven it. */
  async function numberOf(request: TradeRequest, options: CallOptions): Promise<number | undefined> {
    if (!namesMarketByPath.includes(request.kind) || !('address' in request)) return undefined
    const known = numbers.get(request.address)
    return known ?? (await client.markets.get({ address: request.address }, options)).id
  }

  function remember(marketAddress: string, number: number): void {
    if (numbers.size >= NUMBERS_MAX) numbers.clear()
    numbers.set(marketAddress, number)
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

/** Which venue, and which node: what the caller says, otherwise what the service says now. */
async function placeOf(
  client: Client,
  { venue, node }: Pick<TraderOptions, 'venue' | 'node'>,
): Promise<{ readonly venue: VenuePin; readonly node: NodeProvider }> {
  if (venue !== undefined && node !== undefined) return { venue, node }
  const status = await client.status()
  return { venue: venue ?? pinVenue(status), node: node ?? new NodeProvider(status.network.nodeUrl) }
}

const namesMarketByPath: readonly TxKind[] = [
  'placeOrder',
  'cancelOrder',
  'cancelOrderByPost',
  'cancelAll',
  'quote',
  'split',
  'merge',
  'settle',
]

/** The wallet's coins in the venue's group, as a node lists them. */
async function coinsOf(node: NodeProvider, address: string, group: number): Promise<WalletCoin[]> {
  const wallet = parseWallet(address, group)
  trust(isWallet(wallet), 'signerAddress', 'the signer is no wallet of this venue')
  const { utxos } = await askingNode('the node does not show the wallet’s coins', () =>
    node.addresses.getAddressesAddressUtxos(wallet.address),
  )
  return utxos.map(({ ref, amount, tokens = [] }) => ({
    key: ref.key,
    attoAlph: BigInt(amount),
    tokens: tokens.map((token) => ({ id: token.id, amount: BigInt(token.amount) })),
  }))
}
