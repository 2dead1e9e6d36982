import { addressFromContractId, sign } from '@alephium/web3'
import {
  type ContractCall,
  type ContractName,
  type Deployment,
  decodeEvent,
  type EntryOf,
  findRefusal,
  readEntry,
  readState,
  type StateOf,
  type StructName,
  standardBonds,
  standardQuorum,
} from '../../../src/bindings/index.ts'
import { NodeRefused } from '../../../src/chain/index.ts'
import { deployVenue } from '../../../src/deploy/index.ts'
import {
  type ContractEvent,
  type ContractValue,
  ONE,
  type ProposalCreated,
  subjectOf,
  type VenueEvent,
} from '../../../src/domain/index.ts'
import { createSeededRandom, sleep, systemClock } from '../../../src/kit/index.ts'
import { takeTokens } from '../take-tokens.ts'
import { createCalls } from './calls.ts'
import { bankKey, type Host } from './host.ts'
import { newWallet, type Wallet, walletOf } from './wallet.ts'

/** A venue on a chain of its own, and the few things tests do with it. */
export interface Venue {
  readonly host: Host
  readonly deployment: Deployment
  readonly calls: ReturnType<typeof createCalls>
  /** What a market's number stands for, and how late a call may come: for calls that are not in `calls`. */
  readonly meaning: (marketNumber: number) => { readonly subject: string; readonly deadlineMs: number }
  readonly bank: Wallet
  readonly treasury: Wallet
  /** A new wallet with ALPH, collateral and stake tokens. */
  readonly wallet: (funds?: Funds) => Promise<Wallet>
  /** A new wallet that has staked this many whole tokens. */
  readonly staker: (tokens: bigint, funds?: Funds) => Promise<Wallet>
  readonly send: (wallet: Wallet, call: ContractCall) => Promise<Receipt>
  /** Leaves the transaction to the mempool; for blocks of one's own making. Returns its id. */
  readonly submit: (wallet: Wallet, call: ContractCall) => Promise<string>
  /** The name of the refusal a call meets, as `Vault.NoStake`; the failure's text when it is none of ours. */
  readonly refusal: (wallet: Wallet, call: ContractCall) => Promise<string>
  /** An entry of a map, or null when there is none. */
  readonly entry: <S extends StructName>(struct: S, contractId: string) => Promise<EntryOf<S> | null>
  /** The fields of one of the venue's contracts; of a market or event by its id. */
  readonly state: <C extends ContractName>(contract: C, contractId: string) => Promise<StateOf<C>>
  /** What a wallet or contract holds. */
  readonly balance: (address: string) => Promise<Balance>
}

export interface Funds {
  readonly keyType?: Wallet['keyType']
  readonly alph?: bigint
  readonly collateral?: bigint
  readonly stake?: bigint
}

export interface Balance {
  readonly alph: bigint
  readonly collateral: bigint
  readonly stake: bigint
}

export interface Receipt {
  readonly txId: string
  readonly gasAmount: number
  readonly gasFee: bigint
  readonly events: readonly VenueEvent[]
}

/** As far ahead as a build puts it. */
const DEADLINE_MS = 10 * 60_000

export async function openVenue(host: Host, seed: string): Promise<Venue> {
  const { periods } = host
  const random = createSeededRandom(seed)
  const bank = walletOf(bankKey)
  const treasury = newWallet(random)
  const deployment = await deployVenue({
    chain: host.chain,
    clock: systemClock,
    sleep,
    deployer: {
      address: bank.address,
      publicKey: bank.publicKey,
      sign: async (txId) => sign(txId, bankKey),
    },
    parameters: {
      group: 0,
      treasury: treasury.address,
      periods,
      ...standardBonds(ONE),
      ...standardQuorum,
      tokens: null,
    },
    storage: { read: async () => null, write: async () => {} },
  })
  const { contracts, tokens } = deployment
  const markets = new Set<string>()
  const proposals = new Map<number, ProposalCreated>()
  const subjects = new Map<number, string>()
  const addresses = {
    vault: contracts.vault.address,
    voting: contracts.voting.address,
    oracle: contracts.oracle.address,
    parlays: contracts.parlays.address,
    desk: contracts.desk.address,
    isMarket: (address: string) => markets.has(address),
  }

  const submit = async (wallet: Wallet, call: ContractCall) => {
    const build = await host.chain.buildScript({
      publicKey: wallet.publicKey,
      publicKeyType: wallet.keyType,
      bytecode: call.script,
      attoAlph: call.attoAlph,
      tokens: call.tokens,
      ...(wallet.keyType !== 'default' && { group: 0 }),
    })
    await host.chain.submit({ unsignedTx: build.unsignedTx, signature: wallet.sign(build.txId) })
    return build
  }

  const send = async (wallet: Wallet, call: ContractCall): Promise<Receipt> => {
    const { txId, gasAmount, gasPrice } = await submit(wallet, call)
    const { events } = await host.node.events.getEventsTxIdTxid(txId)
    const decoded = events.map((event) => {
      const raw: ContractEvent = {
        txId,
        contractAddress: event.contractAddress,
        eventIndex: event.eventIndex,
        fields: event.fields as ContractValue[],
      }
      const named = decodeEvent(addresses, raw)
      if (named?.type === 'ProposalCreated') proposals.set(named.proposalId, named)
      if (named?.type === 'MarketDeployed') {
        markets.add(named.marketAddress)
        const textHash = proposals.get(named.proposalId)?.textHash ?? ''
        subjects.set(named.marketId, subjectOf({ textHash, leg: named.leg, endsAtMs: named.endsAtMs }))
      }
      return named
    })
    return {
      txId,
      gasAmount,
      gasFee: BigInt(gasAmount) * gasPrice,
      events: decoded.filter((event) => event !== null),
    }
  }

  const fund = async (wallet: Wallet, funds: Funds): Promise<void> => {
    const build = await host.node.transactions.postTransactionsBuild({
      fromPublicKey: bank.publicKey,
      destinations: [{ address: wallet.address, attoAlphAmount: String(funds.alph ?? 100n * ONE) }],
    })
    await host.chain.submit({ unsignedTx: build.unsignedTx, signature: bank.sign(build.txId) })
    const wanted = [
      { tokenId: tokens.collateral.id, amount: funds.collateral ?? 0n },
      { tokenId: tokens.stake.id, amount: funds.stake ?? 0n },
    ]
    for (const { tokenId, amount } of wanted)
      if (amount > 0n) await submit(bank, takeTokens({ tokenId, to: wallet.address, amount }))
  }

  const calls = createCalls(deployment, {
    marketSubject: (number) => subjects.get(number) ?? '00'.repeat(32),
    proposalSubject: (proposalId) => {
      const proposal = proposals.get(proposalId)
      return proposal === undefined ? '00'.repeat(32) : subjectOf({ ...proposal, leg: 0 })
    },
    deadlineMs: () => host.nowMs() + DEADLINE_MS,
  })
  const open = async (funds: Funds): Promise<Wallet> => {
    const wallet = newWallet(random, funds.keyType)
    await fund(wallet, funds)
    return wallet
  }

  return {
    host,
    deployment,
    calls,
    meaning: (marketNumber) => ({
      subject: subjects.get(marketNumber) ?? '00'.repeat(32),
      deadlineMs: host.nowMs() + DEADLINE_MS,
    }),
    bank,
    treasury,
    send,
    submit: async (wallet, call) => (await submit(wallet, call)).txId,
    wallet: (funds = {}) => open(funds),
    async staker(whole, funds = {}) {
      const stake = whole * ONE
      const wallet = await open({ ...funds, stake: stake + (funds.stake ?? 0n) })
      await send(wallet, calls.deposit(stake))
      return wallet
    },
    async refusal(wallet, call) {
      try {
        await submit(wallet, call)
      } catch (error) {
        if (!(error instanceof NodeRefused) || error.reason.kind !== 'script_failed') throw error
        const { errorCode, text } = error.reason.failure
        const refusal = errorCode === null ? null : findRefusal(errorCode)
        return refusal === null ? text : `${refusal.contract}.${refusal.name}`
      }
      return 'accepted'
    },
    async entry(struct, contractId) {
      const state = await host.chain.findContractState(addressFromContractId(contractId))
      return state === null ? null : readEntry(struct, state)
    },
    async state(contract, contractId) {
      const raw = await host.chain.findContractState(addressFromContractId(contractId))
      const state = raw === null ? null : readState(contract, raw)
      if (state === null) throw new Error(`${contractId} is no ${contract}`)
      return state
    },
    async balance(address) {
      const reply = await host.node.addresses.getAddressesAddressBalance(address)
      const amountOf = (id: string): bigint =>
        BigInt(reply.tokenBalances?.find((token) => token.id === id)?.amount ?? '0')
      return {
        alph: BigInt(reply.balance),
        collateral: amountOf(tokens.collateral.id),
        stake: amountOf(tokens.stake.id),
      }
    },
  }
}
