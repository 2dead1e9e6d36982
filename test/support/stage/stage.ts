import { readFileSync } from 'node:fs'
import {
  addressFromContractId,
  encodeContractFields,
  type Fields,
  type NodeProvider,
  subContractId,
} from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import {
  artifacts,
  type ContractCall,
  type ContractMethod,
  type ContractName,
  findRefusal,
  methodScript,
} from '../../../src/bindings/index.ts'
import { type ContractEvent, type ContractValue, ONE } from '../../../src/domain/index.ts'
import { bytesToHex, concatBytes, createSeededRandom, hexToBytes } from '../../../src/kit/index.ts'
import type { StageHost } from './host.ts'

/**
 * Markets and parlays on a real chain without the rest of the venue: the contract of stage.ral stands for the voting
 * contract, which creates markets, and for the oracle, which resolves them.
 */
export interface Stage {
  readonly host: StageHost
  readonly collateralId: string
  readonly parlaysId: string
  readonly treasury: PrivateKeyWallet
  readonly creator: PrivateKeyWallet
  readonly openMarket: (options?: MarketOptions) => Promise<StagedMarket>
  /** New wallets of the venue's group with ALPH and collateral. */
  readonly wallets: (
    count: number,
    funds?: { alph?: bigint; collateral?: bigint },
  ) => Promise<PrivateKeyWallet[]>
  readonly send: (wallet: PrivateKeyWallet, call: ContractCall) => Promise<Receipt>
  /** A call of the stage's own contract. */
  readonly act: (method: string, args: Record<string, unknown>, assets?: Assets) => ContractCall
  readonly resolve: (market: StagedMarket, finalOutcome: 1 | 2 | 3) => Promise<Receipt>
}

export interface MarketOptions {
  readonly lastsMs?: number
  readonly creatorShare?: number
  readonly nextOrderId?: bigint
  readonly creator?: string
  readonly treasury?: string
}

interface Assets {
  readonly attoAlph?: bigint
  readonly tokens?: { readonly id: string; readonly amount: bigint }[]
}

export interface StagedMarket {
  readonly number: number
  readonly id: string
  readonly address: string
  readonly endsAtMs: number
}

export interface Receipt {
  readonly txId: string
  readonly gasAmount: number
  readonly events: readonly ContractEvent[]
}

const GROUP = 0
const stageArtifact = JSON.parse(readFileSync(new URL('./stage.json', import.meta.url), 'utf8')) as {
  bytecode: string
  functions: Omit<ContractMethod, 'index' | 'isPublic'>[]
}

export async function openStage(host: StageHost, seed: string): Promise<Stage> {
  const { node, bank } = host
  const random = createSeededRandom(seed)

  const newWallet = (): PrivateKeyWallet => {
    for (;;) {
      const wallet = new PrivateKeyWallet({ privateKey: bytesToHex(random.bytes(32)), nodeProvider: node })
      if (wallet.group === GROUP) return wallet
    }
  }

  const deploy = async (name: ContractName, fields: Fields, issue?: bigint): Promise<string> => {
    const { encodedImmFields, encodedMutFields } = encodeFields(name, fields)
    const code = concatBytes(hexToBytes(artifacts[name].bytecode), encodedImmFields, encodedMutFields)
    const result = await bank.signAndSubmitDeployContractTx({
      signerAddress: bank.address,
      bytecode: bytesToHex(code),
      initialAttoAlphAmount: 10n ** 17n,
      ...(issue === undefined ? {} : { issueTokenAmount: issue, issueTokenTo: bank.address }),
    })
    await host.mined(result.txId)
    return result.contractId
  }

  const treasury = newWallet()
  const creator = newWallet()
  const collateralId = await deploy(
    'Event',
    { id: 0n, proposalId: 0n, legCount: 0n, textHash: '' },
    10n ** 40n,
  )
  const stageResult = await bank.signAndSubmitDeployContractTx({
    signerAddress: bank.address,
    bytecode: `${stageArtifact.bytecode}0000`,
    initialAttoAlphAmount: 10n ** 17n,
  })
  await host.mined(stageResult.txId)
  const stageId = stageResult.contractId
  const template = await deploy('Market', marketFields({ id: 0, endsAtMs: 0 }))
  const parlaysId = await deploy('Parlays', { voting: stageId, collateral: collateralId, nextParlayId: 1n })

  function marketFields(options: MarketOptions & { id: number; endsAtMs: number }): Fields {
    return {
      id: BigInt(options.id),
      oracle: stageId,
      collateral: collateralId,
      treasury: options.treasury ?? treasury.address,
      creator: options.creator ?? creator.address,
      creatorShare: BigInt(options.creatorShare ?? 7),
      endsAt: BigInt(options.endsAtMs),
      proposalId: 0n,
      eventId: 0n,
      textHash: '',
      state: 0n,
      outcome: 0n,
      nextOrderId: options.nextOrderId ?? 1n,
      chunksUsed: 0n,
      creatorFees: 0n,
      treasuryFees: 0n,
      levels: Array.from({ length: 8 }, () => 0n),
    }
  }

  const send = async (wallet: PrivateKeyWallet, call: ContractCall): Promise<Receipt> => {
    const result = await wallet.signAndSubmitExecuteScriptTx({
      signerAddress: wallet.address,
      bytecode: call.script,
      attoAlphAmount: call.attoAlph,
      tokens: call.tokens.map((token) => ({ id: token.id, amount: token.amount })),
    })
    await host.mined(result.txId)
    return { txId: result.txId, gasAmount: result.gasAmount, events: await eventsOf(node, result.txId) }
  }

  const act = (name: string, args: Record<string, unknown>, assets: Assets = {}): ContractCall => {
    const index = stageArtifact.functions.findIndex((item) => item.name === name)
    const method = { ...stageArtifact.functions[index]!, index, isPublic: true }
    return methodScript(method, { contractId: stageId, args, ...assets })
  }

  let markets = 0
  return {
    host,
    collateralId,
    parlaysId,
    treasury,
    creator,
    send,
    act,
    async openMarket(options = {}) {
      markets += 1
      const number = markets
      const endsAtMs = (await host.nowMs()) + (options.lastsMs ?? 3_600_000)
      const { encodedImmFields, encodedMutFields } = encodeFields(
        'Market',
        marketFields({ ...options, id: number, endsAtMs }),
      )
      await send(
        bank,
        act(
          'create',
          {
            template,
            id: BigInt(number),
            immFields: bytesToHex(encodedImmFields),
            mutFields: bytesToHex(encodedMutFields),
          },
          { attoAlph: 10n ** 17n },
        ),
      )
      const path = `6d${number.toString(16).padStart(16, '0')}`
      const id = subContractId(stageId, path, GROUP)
      return { number, id, address: addressFromContractId(id), endsAtMs }
    },
    async wallets(count, { alph = 100n * ONE, collateral = 1_000_000n * ONE } = {}) {
      const made = Array.from({ length: count }, newWallet)
      for (let i = 0; i < count; i += 50) {
        const result = await bank.signAndSubmitTransferTx({
          signerAddress: bank.address,
          destinations: made.slice(i, i + 50).map((wallet) => ({
            address: wallet.address,
            attoAlphAmount: alph,
            tokens: collateral > 0n ? [{ id: collateralId, amount: collateral }] : [],
          })),
        })
        await host.mined(result.txId)
      }
      return made
    },
    resolve: (market, finalOutcome) =>
      send(bank, act('resolve', { market: market.id, finalOutcome: BigInt(finalOutcome) })),
  }
}

function encodeFields(name: ContractName, fields: Fields) {
  const declared: readonly { name: string; type: string; isMutable: boolean }[] = artifacts[name].fields
  return encodeContractFields(
    fields,
    {
      names: declared.map((field) => field.name),
      types: declared.map((field) => field.type),
      isMutable: declared.map((field) => field.isMutable),
    },
    [],
  )
}

/** What a transaction made the venue's contracts say, without the chain's own words about created entries. */
async function eventsOf(node: NodeProvider, txId: string): Promise<ContractEvent[]> {
  const { events } = await node.events.getEventsTxIdTxid(txId, { group: GROUP })
  return events
    .filter((event) => event.eventIndex >= 0)
    .map((event) => ({
      txId,
      contractAddress: event.contractAddress,
      eventIndex: event.eventIndex,
      fields: event.fields as readonly ContractValue[],
    }))
}

const errorCode = /Error Code: (\d+)/

/** Why a call was refused: the contract's name for it, or the first words of what the virtual machine said. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    const text = String(error)
    const code = errorCode.exec(text)
    return code === null ? text : (findRefusal(Number(code[1]))?.name ?? text)
  }
  return 'accepted'
}
