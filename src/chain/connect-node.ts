import { NodeProvider, type node } from '@alephium/web3'
import type { Coin } from '../domain/index.ts'
import { type Clock, Fault } from '../kit/index.ts'
import type { Cut } from './cut-json.ts'
import { createGuardedFetch, defaultFetchLimits, type FetchLimits } from './guarded-fetch.ts'
import { NodeRefused } from './node-refused.ts'
import type { ObserveChain } from './observation.ts'
import { createReplyParser } from './parse-reply.ts'
import type { BlockEvent, BlockTransaction, Chain, InputAsset, NodeFacts, TransactionStatus } from './port.ts'
import * as replies from './replies.ts'
import {
  fromTokens,
  toAssets,
  toBlockTransaction,
  toCoin,
  toRunResult,
  toTransaction,
} from './translate-values.ts'

export interface NodeOptions {
  readonly url: string
  readonly apiKey?: string
  /** The venue's group g: blocks are those of chain (g, g), where all its contracts live. */
  readonly group: number
  /** Real time, for the breaker. */
  readonly clock: Clock
  /** The embedded devnet's own request handler, or the system's fetch. */
  readonly fetch?: typeof fetch
  readonly limits?: Partial<FetchLimits>
  readonly observe?: ObserveChain
}

const parse = {
  chainParams: createReplyParser('chain-params', replies.ChainParamsReply),
  version: createReplyParser('version', replies.VersionReply),
  selfClique: createReplyParser('self-clique', replies.SelfCliqueReply),
  chainInfo: createReplyParser('chain-info', replies.ChainInfoReply),
  hashes: createReplyParser('hashes', replies.HashesReply),
  header: createReplyParser('headers', replies.HeaderReply),
  block: createReplyParser('blocks-with-events', replies.BlockReply),
  blockTransaction: createReplyParser('blocks-with-events', replies.BlockTransactionReply),
  event: createReplyParser('blocks-with-events', replies.EventReply),
  inMainChain: createReplyParser('is-block-in-main-chain', replies.BooleanReply),
  coin: createReplyParser('utxos', replies.CoinReply),
  contractState: createReplyParser('contract state', replies.ContractStateReply),
  call: createReplyParser('call-contract', replies.CallReply),
  scriptRun: createReplyParser('call-tx-script', replies.ScriptRunReply),
  scriptBuild: createReplyParser('execute-script', replies.ScriptBuildReply),
  submit: createReplyParser('submit', replies.SubmitReply),
  status: createReplyParser('transaction status', replies.StatusReply),
  transaction: createReplyParser('transaction details', replies.TransactionReply),
}

/** A header has seven dependencies and a few uncles; a list of coins has less than that beside it. */
const REST_BYTES_MAX = 65_536
/** More than the inputs, outputs and signatures of a transaction come to when its long strings are cut. */
const ELEMENT_BYTES_MAX = 8_388_608
/** Of a transaction in a block only its id is read, and whether there is a script; an unlocking script has no bound. */
const TX_STRING_BYTES_MAX = 1_024

/** Far more transactions than the gas of a block pays for, and coins than a node lists. */
const ELEMENTS_MAX = 100_000
/** Of the events of a block that are ours: as many bytes as its gas can log, several times over. */
const EVENTS_BYTES_MAX = 33_554_432

/** One node behind the port, over the SDK's NodeProvider. */
export function connectNode(options: NodeOptions): Chain {
  const { group, observe = () => undefined } = options
  const guarded = createGuardedFetch(
    { fetch: options.fetch ?? fetch, clock: options.clock },
    { ...defaultFetchLimits, ...options.limits },
  )
  const provider = new NodeProvider(options.url, options.apiKey, guarded.fetch)
  const headers = options.apiKey === undefined ? {} : { 'X-API-KEY': options.apiKey }

  /** For answers that hold what strangers wrote, of whatever size: their lists are cut out while they come. */
  const askInPieces = async (path: string, arrays: Cut['arrays'], lane: 'calls' | 'blocks') => {
    const cut = { arrays, elementBytesMax: ELEMENT_BYTES_MAX, restBytesMax: REST_BYTES_MAX }
    return fromJson(await guarded.cut(`${options.url}${path}`, { headers }, cut, lane))
  }
  const line = { fromGroup: group, toGroup: group }

  async function getGenesisHash(): Promise<string> {
    const { headers } = parse.hashes(
      await askFact(() => provider.blockflow.getBlockflowHashes({ ...line, height: 0 })),
    )
    if (headers[0] === undefined) throw new Fault('upstream_error', 'the node has no genesis block')
    return headers[0]
  }

  return {
    async getNodeFacts(): Promise<NodeFacts> {
      const [params, version, clique, genesisHash] = await Promise.all([
        askFact(() => provider.infos.getInfosChainParams()).then(parse.chainParams),
        askFact(() => provider.infos.getInfosVersion()).then(parse.version),
        askFact(() => provider.infos.getInfosSelfClique()).then(parse.selfClique),
        getGenesisHash(),
      ])
      return {
        networkId: params.networkId,
        groups: params.groups,
        genesisHash,
        version: version.version,
        synced: clique.synced,
      }
    },

    async getHeight() {
      const reply = await askFact(() => provider.blockflow.getBlockflowChainInfo(line))
      return parse.chainInfo(reply).currentHeight
    },

    async getTip() {
      const { currentHeight } = parse.chainInfo(
        await ask(() => provider.blockflow.getBlockflowChainInfo(line)),
      )
      const { headers } = parse.hashes(
        await ask(() => provider.blockflow.getBlockflowHashes({ ...line, height: currentHeight })),
      )
      const [main] = headers
      if (main === undefined) throw new Fault('upstream_error', 'the node has no block at its own height')
      const header = parse.header(await askFact(() => provider.blockflow.getBlockflowHeadersBlockHash(main)))
      if (header.hash !== main)
        throw new Fault('upstream_error', 'the node answered with another block’s header')
      return { hash: main, height: header.height, timestampMs: header.timestamp }
    },

    async listHashesAt(height) {
      const reply = await askFact(() => provider.blockflow.getBlockflowHashes({ ...line, height }))
      return parse.hashes(reply).headers
    },

    async findBlock(hash, isWanted) {
      const transactions: BlockTransaction[] = []
      const events: BlockEvent[] = []
      let position = -1
      let eventsBytes = 0
      const arrays: Cut['arrays'] = {
        'block.transactions': {
          stringBytesMax: TX_STRING_BYTES_MAX,
          take: (text) => {
            assertRoom('transactions', transactions.length, ELEMENTS_MAX)
            transactions.push(toBlockTransaction(parse.blockTransaction(fromJson(text))))
          },
        },
        events: {
          isWanted: (head) => {
            position += 1
            const address = contractAddressIn(head)
            return address === undefined || isWanted(address)
          },
          take: (text) => {
            const { txId, contractAddress, eventIndex, fields } = parse.event(fromJson(text))
            if (!isWanted(contractAddress)) return
            eventsBytes += text.length
            assertRoom('bytes of events', eventsBytes, EVENTS_BYTES_MAX)
            events.push({ txId, contractAddress, eventIndex, fields, position })
          },
        },
      }
      const reply = await askFact(() =>
        orNull('block_unknown', () => askInPieces(`/blockflow/blocks-with-events/${hash}`, arrays, 'blocks')),
      )
      if (reply === null) return null
      const { block } = parse.block(reply)
      const parentHash = block.deps[block.deps.length - groupsOf(block.deps.length) + group]
      if (
        block.hash !== hash ||
        block.chainFrom !== group ||
        block.chainTo !== group ||
        parentHash === undefined
      )
        throw new Fault('upstream_error', 'the node answered with another block than the one asked for')
      return {
        hash,
        parentHash,
        height: block.height,
        timestampMs: block.timestamp,
        transactions,
        events,
      }
    },

    async getBlockStanding(hash) {
      const reply = await askFact(() =>
        orNull('block_unknown', () => provider.blockflow.getBlockflowIsBlockInMainChain({ blockHash: hash })),
      )
      if (reply === null) return 'unknown'
      return parse.inMainChain(reply) ? 'main' : 'orphan'
    },

    async listCoins(address) {
      const coins: Coin[] = []
      let listed = 0
      const take = (text: string) => {
        const reply = fromJson(text)
        assertRoom('coins', listed, ELEMENTS_MAX)
        listed += 1
        try {
          coins.push(toCoin(parse.coin(reply)))
        } catch (cause) {
          // Anybody may send a coin to anybody: one that we cannot read must not cost its owner the others.
          observe({ kind: 'odd-coin', address, cause })
        }
      }
      await ask(() => askInPieces(coinsPath(address, false), { utxos: { take } }, 'calls'))
      return coins
    },

    async hasHiddenCoins(address) {
      const take = () => undefined
      try {
        await ask(() => askInPieces(coinsPath(address, true), { utxos: { take } }, 'calls'))
        return false
      } catch (error) {
        if (error instanceof NodeRefused && error.reason.kind === 'too_many_coins') return true
        throw error
      }
    },

    async findContractState(address) {
      const reply = await orNull('contract_missing', () =>
        provider.contracts.getContractsAddressState(address),
      )
      if (reply === null) return null
      const { codeHash, immFields, mutFields, asset } = parse.contractState(reply)
      return { address, codeHash, immFields, mutFields, assets: toAssets(asset) }
    },

    async callContract(call) {
      return toRunResult(
        parse.call(await ask(() => provider.contracts.postContractsCallContract({ group, ...call }))),
      )
    },

    async dryRunScript({ bytecode, inputAssets }) {
      try {
        const reply = await ask(() =>
          provider.contracts.postContractsCallTxScript({
            group,
            bytecode,
            ...(inputAssets && { inputAssets: inputAssets.map(toInputAsset) }),
          }),
        )
        return toRunResult(parse.scriptRun(reply))
      } catch (error) {
        // This route has no result for failures: the failure's text comes as an error.
        if (error instanceof NodeRefused && error.reason.kind === 'script_failed')
          return { ok: false, failure: error.reason.failure }
        throw error
      }
    },

    async buildScript(request) {
      const reply = await ask(() =>
        provider.contracts.postContractsUnsignedTxExecuteScript({
          fromPublicKey: request.publicKey,
          bytecode: request.bytecode,
          ...(request.publicKeyType !== undefined && { fromPublicKeyType: request.publicKeyType }),
          ...(request.attoAlph !== undefined && { attoAlphAmount: String(request.attoAlph) }),
          ...(request.tokens && { tokens: fromTokens(request.tokens) }),
          ...(request.gasAmount !== undefined && { gasAmount: request.gasAmount }),
          ...(request.gasPrice !== undefined && { gasPrice: String(request.gasPrice) }),
          ...(request.group !== undefined && { group: request.group }),
          ...(request.dustAmount !== undefined && { dustAmount: String(request.dustAmount) }),
        }),
      )
      const { unsignedTx, txId, gasAmount, gasPrice } = parse.scriptBuild(reply)
      return { unsignedTx, txId, gasAmount, gasPrice: BigInt(gasPrice) }
    },

    async submit({ unsignedTx, signature }) {
      const reply = await ask(() => provider.transactions.postTransactionsSubmit({ unsignedTx, signature }))
      return { txId: parse.submit(reply).txId }
    },

    async getTransactionStatus(txId) {
      return toStatus(parse.status(await ask(() => provider.transactions.getTransactionsStatus({ txId }))))
    },

    async findTransaction(txId) {
      const reply = await orNull('not_found', () => provider.transactions.getTransactionsDetailsTxid(txId))
      return reply === null ? null : toTransaction(parse.transaction(reply))
    },
  }
}

/** The node lists a bounded number of coins; of a wallet with more it lists so many, or refuses when it is `strict`. */
const coinsPath = (address: string, strict: boolean): string =>
  `/addresses/${encodeURIComponent(address)}/utxos?error-if-exceed-max-utxos=${strict}`

/** What an answer leaves in memory has a bound, though the answer itself has none: a node may write a list without end. */
function assertRoom(what: string, kept: number, max: number): void {
  if (kept >= max)
    throw new Fault('upstream_error', `the node's answer cannot be used: it has more than ${max} ${what}`)
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Fault('upstream_error', "the node's answer cannot be read", { cause })
  }
}

/** Whose event it is, from its first bytes: nodes write that before the fields. */
const contractAddressIn = (head: string): string | undefined =>
  /"contractAddress"\s*:\s*"([^"]*)"/.exec(head)?.[1]

/** A header has 2·groups − 1 dependencies: one per other group, then one per chain of its own group. */
const groupsOf = (depCount: number): number => (depCount + 1) / 2

/**
 * The SDK wraps what our fetch throws and keeps the original as `trace`; a 200 that is not JSON it reports with an
 * error of its own. Whatever is not ours is trouble with the node.
 */
async function ask<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    const inner = error instanceof Error && 'trace' in error ? error.trace : error
    if (inner instanceof Fault || inner instanceof NodeRefused) throw inner
    throw new Fault('upstream_error', "the node's answer cannot be read", { cause: error })
  }
}

/** For what every node of the chain can say: a no is trouble with this one, and another may know. */
async function askFact<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await ask(request)
  } catch (error) {
    if (!(error instanceof NodeRefused)) throw error
    throw new Fault('upstream_error', error.message, { cause: error })
  }
}

async function orNull<T>(
  kind: 'block_unknown' | 'contract_missing' | 'not_found',
  request: () => Promise<T>,
): Promise<T | null> {
  try {
    return await ask(request)
  } catch (error) {
    if (error instanceof NodeRefused && error.reason.kind === kind) return null
    throw error
  }
}

const toInputAsset = (input: InputAsset): node.TestInputAsset => ({
  address: input.address,
  asset: {
    attoAlphAmount: String(input.attoAlph),
    ...(input.tokens && { tokens: fromTokens(input.tokens) }),
  },
})

function toStatus(reply: ReturnType<typeof parse.status>): TransactionStatus {
  switch (reply.type) {
    case 'MemPooled':
      return { type: 'mempool' }
    case 'TxNotFound':
      return { type: 'unknown' }
    default:
      return {
        type: reply.type === 'Confirmed' ? 'confirmed' : 'conflicted',
        blockHash: reply.blockHash,
        txIndex: reply.txIndex,
        confirmations: reply.chainConfirmations,
      }
  }
}
