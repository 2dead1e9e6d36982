import { readFileSync } from 'node:fs'
import { addressFromContractId, encodeContractFields, type Fields } from '@alephium/web3'
import {
  artifacts,
  type ContractCall,
  type ContractMethod,
  type ContractName,
  findRefusal,
  marketIdOf,
  methodScript,
} from '../../../src/bindings/index.ts'
import { ONE, subjectOf, type TokenAmount } from '../../../src/domain/index.ts'
import { bytesToHex, createSeededRandom, hexToBytes } from '../../../src/kit/index.ts'
import type { Receipt, StageHost, StageWallet, WalletKind } from './host.ts'

/**
 * Markets and parlays on a chain without the rest of the venue: the contract of stage.ral stands for the voting
 * contract, which creates markets, and for the oracle, which resolves them.
 */
export interface Stage {
  readonly host: StageHost
  readonly collateralId: string
  /** One share. */
  readonly unit: bigint
  readonly parlaysId: string
  readonly deskId: string
  /** Another desk over the same collateral; answers its id. */
  readonly openDesk: () => Promise<string>
  readonly treasury: StageWallet
  readonly creator: StageWallet
  readonly openMarket: (options?: MarketOptions) => Promise<StagedMarket>
  /** New wallets of the venue's group with ALPH and collateral. */
  readonly wallets: (count: number, funds?: Funds) => Promise<StageWallet[]>
  readonly send: (wallet: StageWallet, call: ContractCall) => Promise<Receipt>
  /** A call of the stage's own contract. */
  readonly act: (method: string, args: Record<string, unknown>, assets?: Assets) => ContractCall
  /** submitter is who said so first; nobody unless given. */
  readonly resolve: (
    market: StagedMarket,
    finalOutcome: 1 | 2 | 3,
    submitter?: StageWallet,
  ) => Promise<Receipt>
  readonly collateralOf: (wallet: StageWallet) => Promise<bigint>
  readonly alphOf: (wallet: StageWallet) => Promise<bigint>
}

export interface Funds {
  readonly alph?: bigint
  readonly collateral?: bigint
  readonly kind?: WalletKind
}

export interface MarketOptions {
  readonly lastsMs?: number
  readonly creatorShare?: number
  readonly nextOrderId?: bigint
  /** The contract's number of a state, trading unless given. */
  readonly state?: bigint
  readonly treasury?: string
  readonly closingMs?: number
  /** What the market is about: two with the same number and another text have other subjects. */
  readonly textHash?: string
}

interface Assets {
  readonly attoAlph?: bigint
  readonly tokens?: readonly TokenAmount[]
}

export interface StagedMarket {
  readonly number: number
  readonly id: string
  readonly address: string
  readonly endsAtMs: number
  readonly closingMs: number
  readonly subject: string
}

const stageArtifact = JSON.parse(readFileSync(new URL('./stage.json', import.meta.url), 'utf8')) as {
  bytecode: string
  functions: Omit<ContractMethod, 'index' | 'isPublic'>[]
}

/** A deadline that no test reaches. */
export const FAR_MS = Number.MAX_SAFE_INTEGER

const TEXT_HASH = 'ab'.repeat(32)
const CLOSING_MS = 60_000

export async function openStage(host: StageHost, seed: string, unit = ONE): Promise<Stage> {
  const random = createSeededRandom(seed)
  const deploy = (name: ContractName, fields: Fields, issue?: bigint): Promise<string> =>
    host.deploy({
      code: hexToBytes(artifacts[name].bytecode),
      ...encodeFields(name, fields),
      ...(issue === undefined ? {} : { issue }),
    })

  const treasury = host.newWallet(random)
  const creator = host.newWallet(random)
  const collateralId = await deploy(
    'Event',
    { id: 0n, proposalId: 0n, legCount: 0n, textHash: '' },
    10n ** 40n,
  )
  const noFields = hexToBytes('00')
  const stageId = await host.deploy({
    code: hexToBytes(stageArtifact.bytecode),
    immFields: noFields,
    mutFields: noFields,
  })
  const parlaysId = await deploy('Parlays', { voting: stageId, collateral: collateralId, nextParlayId: 1n })
  const openDesk = () =>
    deploy('Desk', {
      collateral: collateralId,
      unit,
      nativeReserve: 0n,
      collateralReserve: 0n,
      totalShares: 0n,
      removedAt: 0n,
      removedBits: 0n,
    })
  const deskId = await openDesk()
  const template = await deploy('Market', marketFields({ id: 0, endsAtMs: 0 }))

  function marketFields(options: MarketOptions & { id: number; endsAtMs: number }): Fields {
    return {
      id: BigInt(options.id),
      oracle: stageId,
      parlays: parlaysId,
      collateral: collateralId,
      unit,
      treasury: options.treasury ?? treasury.address,
      creator: creator.address,
      creatorShare: BigInt(options.creatorShare ?? 7),
      endsAt: BigInt(options.endsAtMs),
      closingMs: BigInt(options.closingMs ?? CLOSING_MS),
      proposalId: 0n,
      eventId: 0n,
      subject: subjectOf({ textHash: options.textHash ?? TEXT_HASH, leg: 0, endsAtMs: options.endsAtMs }),
      state: options.state ?? 0n,
      outcome: 0n,
      nextOrderId: options.nextOrderId ?? 1n,
      chunksUsed: 0n,
      creatorFees: 0n,
      treasuryFees: 0n,
      keptBack: 0n,
      pairs: 0n,
      parlayStakes: 0n,
      standing: 0n,
      closing: 0n,
      levels: Array.from({ length: 8 }, () => 0n),
    }
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
    unit,
    parlaysId,
    deskId,
    openDesk,
    treasury,
    creator,
    send: host.execute,
    act,
    async openMarket(options = {}) {
      markets += 1
      const number = markets
      const endsAtMs = host.nowMs() + (options.lastsMs ?? 3_600_000)
      const fields = encodeFields('Market', marketFields({ ...options, id: number, endsAtMs }))
      const args = {
        template,
        id: BigInt(number),
        immFields: bytesToHex(fields.immFields),
        mutFields: bytesToHex(fields.mutFields),
      }
      await host.execute(host.bank, act('create', args, { attoAlph: 10n ** 17n }))
      const id = marketIdOf(stageId, number)
      const { closingMs = CLOSING_MS, textHash = TEXT_HASH } = options
      const subject = subjectOf({ textHash, leg: 0, endsAtMs })
      return { number, id, address: addressFromContractId(id), endsAtMs, closingMs, subject }
    },
    async wallets(count, { alph = 100n * ONE, collateral = 1_000_000n * unit, kind = 'grouped' } = {}) {
      const made = Array.from({ length: count }, () => host.newWallet(random, kind))
      await host.fund(made, alph, collateral > 0n ? [{ id: collateralId, amount: collateral }] : [])
      return made
    },
    resolve: (market, finalOutcome, submitter) =>
      host.execute(
        host.bank,
        act('resolve', {
          market: market.id,
          finalOutcome: BigInt(finalOutcome),
          submitter: submitter?.address ?? addressFromContractId('00'.repeat(32)),
        }),
      ),
    collateralOf: async ({ address }) => (await host.balance(address)).tokens.get(collateralId) ?? 0n,
    alphOf: async ({ address }) => (await host.balance(address)).attoAlph,
  }
}

function encodeFields(name: ContractName, fields: Fields): { immFields: Uint8Array; mutFields: Uint8Array } {
  const declared: readonly { name: string; type: string; isMutable: boolean }[] = artifacts[name].fields
  const { encodedImmFields, encodedMutFields } = encodeContractFields(
    fields,
    {
      names: declared.map((field) => field.name),
      types: declared.map((field) => field.type),
      isMutable: declared.map((field) => field.isMutable),
    },
    [],
  )
  return { immFields: encodedImmFields, mutFields: encodedMutFields }
}

const errorCode = /Error Code: (\d+)/

/** Why a call was refused, as `Market.BadPrice`, or what the virtual machine said. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    const text = String(error)
    const code = errorCode.exec(text)?.[1]
    const refusal = code === undefined ? null : findRefusal(Number(code))
    return refusal === null ? text : `${refusal.contract}.${refusal.name}`
  }
  return 'accepted'
}
