import { codec } from '../../alephium/index.ts'
import { decodeVals } from '../../bytecode/index.ts'
import { hexToBytes } from '../../kit/index.ts'
import {
  type AssetOutput,
  encodeUnsignedTx,
  groupOfHint,
  limits,
  type Payer,
  txIdOf,
} from '../../transaction/index.ts'
import {
  chargeTxScript,
  type Failure,
  runTxScript,
  runUnlockScript,
  type ScriptSuccess,
  unlockScriptGas,
} from '../../vm/index.ts'
import { outputOf, type RankedCoin } from '../coin-entry.ts'
import { scriptOf } from '../execution.ts'
import type { NodeCore } from '../node-core.ts'
import { worldOf } from '../world.ts'

const CODE_MAX_BYTES = 32_768
/** What signature checks see while nothing is signed yet; they are stubbed. */
const mockSignatures = Array.from({ length: 16 }, () => new Uint8Array(64))

export type Emulation =
  | { readonly ok: true; readonly gasUsed: number; readonly outcome: ScriptSuccess }
  | { readonly ok: false; readonly failure: Failure }

/** Runs a script as if its transaction were in a block now, with all the gas there is and without signatures. */
export function emulate(
  core: NodeCore,
  request: {
    readonly script: string
    readonly payer: Payer
    readonly coins: readonly RankedCoin[]
    readonly fixedOutputs: readonly AssetOutput[]
    readonly gasAmount?: number
    readonly gasPrice?: bigint
  },
): Emulation {
  const { script, payer, coins, fixedOutputs } = request
  const gasAmount = request.gasAmount ?? limits.GAS_MIN
  const gasPrice = request.gasPrice ?? limits.GAS_PRICE_MIN
  const bytes = script.length / 2
  if (bytes > CODE_MAX_BYTES) {
    const text = `Code size ${bytes} bytes is too large, max size: ${CODE_MAX_BYTES} bytes`
    return { ok: false, failure: { kind: 'execution', name: 'CodeSizeTooLarge', text } }
  }
  const inputs = coins.map(({ hint, key }) => ({ ref: { hint, key }, unlock: payer.unlock }))
  const { networkId } = core
  const unsigned = { version: 0, networkId, script, gasAmount, gasPrice, inputs, fixedOutputs }
  const group = groupOfHint(coins[0]!.hint)
  const outcome = runTxScript({
    world: worldOf(core.state, group),
    block: core.dryRunBlock(group),
    tx: {
      txId: txIdOf(encodeUnsignedTx(unsigned)),
      inputs: coins.map((coin) => outputOf(coin, coin.level)),
      fixedOutputs,
      gasPrice,
      gasAmount,
      signatures: mockSignatures,
    },
    script: scriptOf(script),
    gas: limits.GAS_MAX - chargeTxScript(bytes),
    mode: 'mockup',
  })
  if (!outcome.ok) return { ok: false, failure: outcome.failure }
  return { ok: true, gasUsed: limits.GAS_MAX - outcome.gasRemaining, outcome }
}

export const emulationText = (failure: Failure): string =>
  `${failure.kind === 'io' ? 'IO' : 'Execution'} error when emulating tx script or contract: ${failure.text}`

/** Gas of opening a coin locked by a script, measured by running it. */
export function scriptUnlockGas(core: NodeCore, coins: readonly RankedCoin[]): (unlock: string) => number {
  return (unlock) => {
    const { script, params } = splitScriptUnlock(unlock)
    const charge = unlockScriptGas(script.length)
    const group = coins[0] === undefined ? 0 : groupOfHint(coins[0].hint)
    const outcome = runUnlockScript({
      block: core.dryRunBlock(group),
      tx: {
        txId: '0'.repeat(64),
        inputs: coins.map((coin) => outputOf(coin, coin.level)),
        fixedOutputs: [],
        gasPrice: limits.GAS_PRICE_MIN,
        gasAmount: limits.GAS_MIN,
        signatures: mockSignatures,
      },
      script,
      params: decodeVals(params),
      gas: limits.GAS_MAX - charge,
      mode: 'mockup',
    })
    if (!outcome.ok)
      throw new Error(`Execution error when estimating gas for P2SH script: ${outcome.failure.text}`)
    return limits.GAS_MAX - outcome.gasRemaining
  }
}

/** Script and encoded parameters of an unlock. */
function splitScriptUnlock(unlock: string): { readonly script: Uint8Array; readonly params: Uint8Array } {
  const decoded = codec.unlockScript.unlockScriptCodec.decode(hexToBytes(unlock))
  if (decoded.kind !== 'P2SH') throw new TypeError('not a script unlock')
  return {
    script: codec.script.scriptCodec.encode(decoded.value.script),
    params: codec.val.valsCodec.encode(decoded.value.params),
  }
}
