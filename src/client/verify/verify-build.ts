import { codec } from '../../alephium/index.ts'
import { attachedAtto, type ContractCall } from '../../bindings/index.ts'
import { isWallet, keyTypeOf, parseWallet, unlockOf, type Wallet } from '../../domain/index.ts'
import {
  blake2b256,
  bytesToHex,
  DUST,
  equalBytes,
  GAS_MIN,
  GAS_PER_INPUT,
  GAS_PER_OUTPUT,
  GAS_PER_TX,
  GAS_PRICE_MIN,
  hexToBytes,
  isHex,
} from '../../kit/index.ts'
import type { BuildTx } from '../../wire/index.ts'
import type { BuildFacts } from './build-facts.ts'
import type { TxRequest } from './build-request.ts'
import { cancelledBy, type ExpectedCall, expectedCall } from './expected-call.ts'
import { trust, UntrustedBuild } from './untrusted.ts'

declare const verified: unique symbol

/** A build that verifyBuild has seen. Nothing else is signed by this package. */
export interface VerifiedBuild extends BuildTx {
  readonly [verified]: true
  readonly request: TxRequest
}

/** More than opening the coins costs with any kind of key. */
const UNLOCK_GAS_MAX = 2_500

const SAME_AS_PREVIOUS = '03'

/**
 * Reads the bytes a wallet is about to sign and holds them against what was asked for, so that the server need not be
 * trusted: the id is the hash of the bytes; the script is, byte for byte, the venue's call for this request with no other
 * arguments and no larger approvals; inputs are the wallet's; outputs pay nobody else; gas is bounded; and the answer
 * says of the transaction what is in it. Throws UntrustedBuild.
 */
export function verifyBuild(request: TxRequest, build: BuildTx, facts: BuildFacts): VerifiedBuild {
  const { venue } = facts
  trust(isHex(build.unsignedTx), 'unsignedTx', 'unsignedTx is no hex')
  const bytes = hexToBytes(build.unsignedTx)
  trust(bytesToHex(blake2b256(bytes)) === build.txId, 'txId', 'txId is not the hash of unsignedTx')
  const tx = decode(bytes)
  trust(tx.version === 0, 'version', 'a version this package does not know')
  trust(tx.networkId === venue.networkId, 'networkId', `made for network ${tx.networkId}`)
  const wallet = signerOf(request, venue.group)
  checkInputs(tx, wallet)
  checkOutputs(tx, wallet.lock)

  const script = scriptOf(tx)
  const expected = expectedCall(request, { facts, wallet: wallet.address, script })
  trust(script === expected.call.script, 'script', 'it calls something else than what was asked for')

  // A limit of the caller's for all its calls must not let a small one cost more.
  const gasAmountMax = Math.min(baseGas(tx) + expected.scriptGasMax, facts.gasAmountMax ?? Infinity)
  trust(tx.gasAmount <= gasAmountMax, 'gasAmount', `${tx.gasAmount} gas, which is more than ${gasAmountMax}`)
  trust(tx.gasAmount >= expected.gasMin, 'gasAmount', `less than ${expected.gasMin} gas, so it would fail`)
  trust(tx.gasPrice <= (facts.gasPriceMax ?? GAS_PRICE_MIN), 'gasPrice', `a gas price of ${tx.gasPrice}`)
  checkAnswer(build, tx, { ...expected, group: venue.group })
  if (facts.coins !== undefined) {
    checkConserved(tx, expected.call, facts.coins)
    if (request.nativeFrom !== 'collateral') checkSwapNeeded(tx, expected, facts.coins)
  }
  return { ...build, request } as VerifiedBuild // the brand says no more than that the checks above passed
}

function scriptOf(tx: codec.UnsignedTx): string {
  trust(tx.statefulScript.kind === 'Some', 'script', 'it runs no script')
  return bytesToHex(codec.script.scriptCodec.encode(tx.statefulScript.value))
}

/** Which orders a quote would cancel, by their ids. */
export const cancelledIn = ({ unsignedTx }: BuildTx): number[] => {
  trust(isHex(unsignedTx), 'unsignedTx', 'unsignedTx is no hex')
  return cancelledBy(scriptOf(decode(hexToBytes(unsignedTx))))
}

/** The bytes as the chain reads them; an encoding that is longer than it must be, or goes on after its end, is refused. */
function decode(bytes: Uint8Array): codec.UnsignedTx {
  try {
    const tx = codec.unsignedTxCodec.decode(bytes)
    if (equalBytes(codec.unsignedTxCodec.encode(tx), bytes)) return tx
  } catch {
    // Whatever the reader stumbled over, it is no transaction.
  }
  throw new UntrustedBuild('unsignedTx', 'unsignedTx is no transaction')
}

interface SigningWallet extends Wallet {
  readonly unlock: string
  readonly hint: number
}

function signerOf(request: TxRequest, group: number): SigningWallet {
  const { signerAddress, signerKeyType } = request
  const wallet = parseWallet(signerAddress, group)
  trust(isWallet(wallet), 'signerAddress', 'signerAddress is no wallet of this venue')
  const publicKey = request.signerPublicKey.replace(/^0x/, '').toLowerCase()
  const keyType = keyTypeOf(publicKey, signerAddress, signerKeyType)
  trust(keyType !== null, 'signerPublicKey', 'signerPublicKey is not the key of signerAddress')
  return { ...wallet, unlock: unlockOf(wallet, publicKey, keyType), hint: hintOf(wallet.lock) }
}

/** Outputs of a lock carry its hint, so an input with another one is not this wallet's coin. */
function hintOf(lock: string): number {
  const lockupScript = codec.lockupScript.lockupScriptCodec.decode(hexToBytes(lock))
  const output = { amount: 0n, lockupScript, lockTime: 0n, tokens: [], additionalData: new Uint8Array() }
  return codec.assetOutput.AssetOutputCodec.toFixedAssetOutput(new Uint8Array(32), output, 0).hint
}

function checkInputs({ inputs }: codec.UnsignedTx, wallet: SigningWallet): void {
  const keys = new Set(inputs.map((input) => bytesToHex(input.key)))
  trust(inputs.length > 0 && keys.size === inputs.length, 'inputs', 'no inputs, or one twice')
  for (const [index, input] of inputs.entries()) {
    const unlock = bytesToHex(codec.unlockScript.unlockScriptCodec.encode(input.unlockScript))
    const isOwn = unlock === (index === 0 ? wallet.unlock : SAME_AS_PREVIOUS) && input.hint === wallet.hint
    trust(isOwn, 'inputs', `input ${index} is not the signer's`)
  }
}

/** Change only: to the signer, at once, with nothing attached. */
function checkOutputs({ fixedOutputs }: codec.UnsignedTx, lock: string): void {
  for (const [index, output] of fixedOutputs.entries()) {
    const to = bytesToHex(codec.lockupScript.lockupScriptCodec.encode(output.lockupScript))
    trust(to === lock, 'outputs', `output ${index} pays somebody else`)
    trust(output.lockTime === 0n, 'outputs', `output ${index} is locked for a time`)
    trust(output.additionalData.length === 0, 'outputs', `output ${index} carries data`)
  }
}

/** One more output than there is, because the builder counts one for native change that may be nought. */
const baseGas = ({ inputs, fixedOutputs }: codec.UnsignedTx): number =>
  Math.max(
    GAS_MIN,
    GAS_PER_TX + GAS_PER_INPUT * inputs.length + GAS_PER_OUTPUT * (fixedOutputs.length + 1) + UNLOCK_GAS_MAX,
  )

function checkAnswer(
  build: BuildTx,
  tx: codec.UnsignedTx,
  { call, brings, collateralRequired, group }: ExpectedCall & { readonly group: number },
): void {
  const native = attachedAtto(brings ?? call) + BigInt(tx.gasAmount) * tx.gasPrice
  const says = (field: Exclude<keyof BuildTx, 'tokens'>, value: string | number) =>
    trust(build[field] === value, field, `${field} is not what the build does`)
  says('fromGroup', group)
  says('toGroup', group)
  says('gasAmount', tx.gasAmount)
  says('gasPrice', String(tx.gasPrice))
  says('collateralRequired', String(collateralRequired))
  says('attoNativeAmount', String(native))
  const isSameTokens =
    Array.isArray(build.tokens) &&
    build.tokens.length === call.tokens.length &&
    call.tokens.every(({ id, amount }, index) => {
      const said = build.tokens[index]
      return said?.id === id && said.amount === String(amount)
    })
  trust(isSameTokens, 'tokens', 'tokens are not what the build takes')
}

/** Every unit of the inputs goes back in an output, along with the call, or to the fee. */
function checkConserved(
  tx: codec.UnsignedTx,
  call: ContractCall,
  coins: NonNullable<BuildFacts['coins']>,
): void {
  const byKey = new Map(coins.map((coin) => [coin.key, coin]))
  const left = new Map<string, bigint>()
  const add = (id: string, amount: bigint) => left.set(id, (left.get(id) ?? 0n) + amount)
  for (const input of tx.inputs) {
    const coin = byKey.get(bytesToHex(input.key))
    trust(coin !== undefined, 'inputs', 'an input is no coin of the wallet')
    add('', coin.attoAlph)
    for (const { id, amount } of coin.tokens) add(id, amount)
  }
  for (const output of tx.fixedOutputs) {
    add('', -output.amount)
    for (const { tokenId, amount } of output.tokens) add(bytesToHex(tokenId), -amount)
  }
  add('', -attachedAtto(call) - BigInt(tx.gasAmount) * tx.gasPrice)
  for (const { id, amount } of call.tokens) add(id, -amount)
  const isEven = [...left.values()].every((amount) => amount === 0n)
  trust(isEven, 'outputs', 'what goes in is not what comes back and what the call takes')
}

/** Native coin is bought when the wallet has too little: for the call, the fee of all its coins, and dust for its change. */
function checkSwapNeeded(
  tx: codec.UnsignedTx,
  { brings }: ExpectedCall,
  coins: NonNullable<BuildFacts['coins']>,
): void {
  if (brings === undefined) return
  const tokenIds = new Set(coins.flatMap(({ tokens }) => tokens.map(({ id }) => id)))
  const gas = tx.gasAmount + GAS_PER_INPUT * coins.length + GAS_PER_OUTPUT * tokenIds.size
  const needs = attachedAtto(brings) + BigInt(gas) * tx.gasPrice + DUST * BigInt(tokenIds.size + 1)
  const has = coins.reduce((sum, { attoAlph }) => sum + attoAlph, 0n)
  trust(has < needs, 'nativeFrom', 'it buys native coin, of which the wallet has enough')
}
