import { addressFromPublicKey, publicKeyFromPrivateKey, sign } from '../alephium/index.ts'
import { attachedAtto, type ContractCall, SPARE_DUST } from '../bindings/index.ts'
import { type Chain, listUnlockedCoins } from '../chain/index.ts'
import { isWallet, parseWallet, type Wallet } from '../domain/index.ts'
import { bytesToHex } from '../kit/index.ts'
import {
  CannotBuild,
  encodeUnsignedTx,
  limits,
  type Payer,
  planJoining,
  planScriptCall,
  scriptGasOf,
  scriptGasWithMargin,
  spendableCoins,
  txIdOf,
  type UnsignedTx,
} from '../transaction/index.ts'

/** The wallet that pays for the keeper's transactions. It can pay gas and deposits, and nothing else. */
export interface KeeperWallet {
  readonly address: string
  getBalance(): Promise<bigint>
  /** Tries the call on the node: null when it would succeed, otherwise the failure's text and code. */
  dryRun(call: ContractCall): Promise<DryRun>
  /** Signs and submits; gas as the dry run used it, with margin. */
  send(call: ContractCall, scriptGas: number, terms?: SendTerms): Promise<string>
  /** Joins coins where a stranger sent too many; the transaction's id, or null when there was no need. */
  joinCoins(): Promise<string | null>
}

export interface SendTerms {
  /** The least there is, when absent. */
  readonly gasPrice?: bigint
  /** Nothing is sent that would leave less than this, gas aside. */
  readonly keepAtto?: bigint
}

export type DryRun =
  | { readonly ok: true; readonly scriptGas: number }
  | { readonly ok: false; readonly text: string; readonly errorCode: number | null }

/** Beside the spare of every call: chores pay others and bring tokens back, and each of these needs dust. */
const moreDust = 2n * limits.DUST

/**
 * The address of a key in the venue's group: its ordinary one when that lies there, else its groupless one, which lives
 * in every group.
 */
export function keeperAccount(privateKey: string, group: number): { wallet: Wallet; payer: Payer } {
  const publicKey = publicKeyFromPrivateKey(privateKey, 'default')
  const ordinary = parseWallet(addressFromPublicKey(publicKey, 'default'), group)
  if (isWallet(ordinary))
    return { wallet: ordinary, payer: { lock: ordinary.lock, unlock: `00${publicKey}` } }
  const groupless = parseWallet(addressFromPublicKey(publicKey, 'gl-secp256k1'), group)
  if (!isWallet(groupless)) throw new TypeError('KEEPER_KEY is no private key')
  return { wallet: groupless, payer: { lock: groupless.lock, unlock: '05' } }
}

const sumOf = (coins: readonly { readonly amount: bigint }[]): bigint =>
  coins.reduce((sum, { amount }) => sum + amount, 0n)

export function createKeeperWallet(options: {
  readonly chain: Chain
  /** Time of a recent block. */
  readonly tipMs: () => Promise<number>
  readonly networkId: number
  readonly group: number
  readonly privateKey: string
}): KeeperWallet {
  const { chain, tipMs, networkId, group, privateKey } = options
  const { wallet, payer } = keeperAccount(privateKey, group)

  const spendable = async () => spendableCoins(await listUnlockedCoins(chain, wallet.address, await tipMs()))

  async function submit(tx: UnsignedTx): Promise<string> {
    const bytes = encodeUnsignedTx(tx)
    const txId = txIdOf(bytes)
    await chain.submit({ unsignedTx: bytesToHex(bytes), signature: sign(txId, privateKey) })
    return txId
  }

  return {
    address: wallet.address,
    async getBalance() {
      return sumOf(await spendable())
    },
    async dryRun(call) {
      const result = await chain.dryRunScript({
        bytecode: call.script,
        inputAssets: [
          { address: wallet.address, attoAlph: attachedAtto(call) + moreDust, tokens: call.tokens },
        ],
      })
      if (!result.ok) return { ok: false, text: result.failure.text, errorCode: result.failure.errorCode }
      return { ok: true, scriptGas: scriptGasOf(call.script, result.gasUsed) }
    },
    async send(call, scriptGas, { gasPrice = limits.GAS_PRICE_MIN, keepAtto = 0n } = {}) {
      const coins = await spendable()
      if (sumOf(coins) - call.attoAlph < keepAtto)
        throw new CannotBuild('not-enough-balance', 'what is left in the wallet is kept for reveals')
      const { tx } = planScriptCall({
        networkId,
        payer,
        coins,
        call: {
          script: call.script,
          isPayable: true,
          approved: { alph: call.attoAlph, tokens: call.tokens },
          extraAlph: SPARE_DUST + moreDust,
        },
        scriptGas: scriptGasWithMargin(scriptGas),
        gasPrice,
      })
      return submit(tx)
    },
    async joinCoins() {
      const tx = planJoining({ networkId, payer, coins: await spendable() })
      return tx === null ? null : submit(tx)
    },
  }
}
