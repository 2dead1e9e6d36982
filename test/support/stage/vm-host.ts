import { addressFromContractId, addressFromPublicKey, codec } from '@alephium/web3'
import { encodeScript } from '../../../src/alephium/index.ts'
import type { ContractCall } from '../../../src/bindings/index.ts'
import { addressText, groupOfLock, type Lock, lockOfAddress, type Val } from '../../../src/bytecode/index.ts'
import type { ContractEvent, ContractValue } from '../../../src/domain/index.ts'
import { bytesToHex, createSeededRandom, GAS_MAX, hexToBytes } from '../../../src/kit/index.ts'
import {
  type AssetOutput,
  chargeTxScript,
  createFixtureWorld,
  decodeTxScript,
  runTxScript,
  type ScriptSuccess,
} from '../../../src/vm/index.ts'
import type { StageHost, StageWallet } from './host.ts'

const GROUP = 0
const BLOCK_MS = 1_000
const GAS_PRICE = 10n ** 11n

/**
 * The virtual machine with the barest ledger around it: every wallet's coins are spent whole by each of its
 * transactions, every transaction is a block, and nothing is signed. What contracts do is what they do on a chain; how
 * transactions are built and checked is not tried here. A thousand times quicker than a node, for ten thousand lives.
 */
export function createVmHost(options: { readonly seed: string; readonly startMs: number }): StageHost {
  const random = createSeededRandom(options.seed)
  const world = createFixtureWorld()
  const coins = new Map<Lock, AssetOutput[]>()
  let now = options.startMs

  const give = (lock: Lock, amount: bigint, tokens: AssetOutput['tokens']): void => {
    const coin: AssetOutput = {
      kind: 'asset',
      amount,
      lock,
      tokens,
      lockTimeMs: 0n,
      additionalData: new Uint8Array(),
    }
    coins.set(lock, [...(coins.get(lock) ?? []), coin])
  }

  function run(wallet: StageWallet, script: Uint8Array): ScriptSuccess & { txId: string; gasUsed: number } {
    const decoded = decodeTxScript(script)
    if (!decoded.ok) throw new Error(decoded.text)
    const lock = lockOf(wallet.address)
    const txId = bytesToHex(random.bytes(32))
    now += BLOCK_MS
    const gas = GAS_MAX - chargeTxScript(script.length)
    const outcome = runTxScript({
      world,
      block: {
        networkId: 4,
        group: GROUP,
        timestampMs: now,
        target: new Uint8Array(4),
        blockHash: bytesToHex(random.bytes(32)),
      },
      tx: {
        txId,
        inputs: coins.get(lock) ?? [],
        fixedOutputs: [],
        gasPrice: GAS_PRICE,
        gasAmount: 20_000,
        signatures: [],
      },
      script: decoded.script,
      gas,
    })
    if (!outcome.ok) throw new Error(outcome.failure.text)
    world.apply(outcome.changes)
    coins.delete(lock)
    for (const output of outcome.generatedOutputs)
      if (output.kind === 'asset') coins.set(output.lock, [...(coins.get(output.lock) ?? []), output])
    return { ...outcome, txId, gasUsed: gas - outcome.gasRemaining }
  }

  const newLock = (): Lock => {
    for (;;) {
      const lock = `00${bytesToHex(random.bytes(32))}`
      if (groupOfLock(lock) === GROUP) return lock
    }
  }
  const bankLock = newLock()
  give(bankLock, 10n ** 30n, [])

  return {
    nowMs: () => now,
    blockMs: BLOCK_MS,
    shortMs: 60_000,
    async passTime(untilMs) {
      now = Math.max(now, untilMs)
    },
    bank: { address: addressText(bankLock) },
    oneBlock: null,
    newWallet: (_, kind = 'grouped') => ({
      address:
        kind === 'grouped'
          ? addressText(newLock())
          : `${addressFromPublicKey(`02${bytesToHex(random.bytes(32))}`, 'gl-secp256k1')}:${GROUP}`,
    }),
    async fund(wallets, attoAlph, tokens) {
      for (const { address } of wallets) {
        give(lockOf(address), attoAlph, [])
        for (const token of tokens) give(lockOf(address), 10n ** 15n, [token])
      }
    },
    async deploy({ code, immFields, mutFields, issue }) {
      const script = deployScript({ code, immFields, mutFields }, issue, addressText(bankLock))
      const { logs } = run({ address: addressText(bankLock) }, script)
      const created = logs.find((log) => log.eventIndex === -1)?.fields[0]
      if (created?.type !== 'Address') throw new Error('nothing was created')
      return created.value.slice(2)
    },
    async execute(wallet, call: ContractCall) {
      const { txId, gasUsed, logs } = run(wallet, hexToBytes(call.script))
      const events = logs
        .filter((log) => log.eventIndex >= 0)
        .map(
          (log): ContractEvent => ({
            txId,
            contractAddress: addressFromContractId(log.contractId),
            eventIndex: log.eventIndex,
            fields: log.fields.map(toContractValue),
          }),
        )
      return { txId, gasAmount: gasUsed, events }
    },
    async balance(address) {
      const tokens = new Map<string, bigint>()
      let attoAlph = 0n
      for (const coin of coins.get(lockOf(address)) ?? []) {
        attoAlph += coin.amount
        for (const token of coin.tokens) tokens.set(token.id, (tokens.get(token.id) ?? 0n) + token.amount)
      }
      return { attoAlph, tokens }
    },
    async contract(contractId) {
      const record = world.findContract(contractId)
      if (record === undefined) return null
      return {
        codeHash: record.codeHash,
        immFields: record.immFields.map(toContractValue),
        mutFields: record.mutFields.map(toContractValue),
        attoAlph: record.asset.amount,
        tokens: new Map(record.asset.tokens.map((token) => [token.id, token.amount])),
      }
    },
  }
}

function lockOf(address: string): Lock {
  const found = lockOfAddress(address)
  if ('error' in found) throw new Error(found.error)
  return found.lock
}

function deployScript(
  contract: { code: Uint8Array; immFields: Uint8Array; mutFields: Uint8Array },
  issue: bigint | undefined,
  issueTo: string,
): Uint8Array {
  const create =
    issue === undefined
      ? [codec.CreateContract]
      : [codec.toU256(issue), codec.AddressConst(lockScriptOf(issueTo)), codec.CreateContractAndTransferToken]
  return encodeScript([
    codec.CallerAddress,
    codec.toU256(10n ** 17n),
    codec.ApproveAlph,
    codec.BytesConst(contract.code),
    codec.BytesConst(contract.immFields),
    codec.BytesConst(contract.mutFields),
    ...create,
    codec.Pop,
  ])
}

const lockScriptOf = (address: string) =>
  codec.lockupScript.lockupScriptCodec.decode(hexToBytes(lockOf(address)))

function toContractValue(val: Val): ContractValue {
  switch (val.type) {
    case 'Bool':
      return val
    case 'ByteVec':
      return { type: 'ByteVec', value: bytesToHex(val.value) }
    case 'Address':
      return { type: 'Address', value: addressText(val.value) }
    default:
      return { type: val.type, value: String(val.value) }
  }
}
