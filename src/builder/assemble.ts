import { attachedAtto, type Deployment, SPARE_DUST } from '../bindings/index.ts'
import { conflict } from '../domain/index.ts'
import { bytesToHex } from '../kit/index.ts'
import {
  alphFor,
  CannotBuild,
  encodeUnsignedTx,
  limits,
  type PlannedScriptCall,
  planScriptCall,
  type ScriptCallPlan,
  type Spendable,
  txIdOf,
} from '../transaction/index.ts'
import { amountOf, type Shortage } from './insufficient.ts'
import type { Prepared } from './kind.ts'
import type { Signer } from './signer.ts'

export interface AssembleTerms {
  readonly venue: Deployment
  readonly signer: Signer
  readonly prepared: Prepared
  readonly coins: readonly Spendable[]
  /** Coins that other live builds of the wallet count on. */
  readonly avoid: ReadonlySet<string>
  /** Coins of earlier builds of the same request: one must be spent, so that only one of the builds can land. */
  readonly spendOneOf: ReadonlySet<string>
}

export interface Assembled {
  readonly unsignedTx: string
  readonly txId: string
  readonly gasAmount: number
  readonly gasPrice: bigint
  readonly inputs: readonly Spendable[]
  /** Attached native coin and the fee. */
  readonly attoNativeAmount: bigint
}

/** Coins and a prepared call → bytes, or what the wallet is short of. */
export function assemble(terms: AssembleTerms): Assembled | Shortage {
  const { call } = terms.prepared
  for (const { id, amount } of call.tokens) {
    const available = amountOf(terms.coins, id)
    if (available < amount) return { token: id, required: amount, available }
  }
  const planned = plan(terms)
  if ('token' in planned) return planned
  const { tx, inputs } = planned
  const bytes = encodeUnsignedTx(tx)
  return {
    unsignedTx: bytesToHex(bytes),
    txId: txIdOf(bytes),
    gasAmount: tx.gasAmount,
    gasPrice: tx.gasPrice,
    inputs,
    attoNativeAmount: attachedAtto(terms.prepared.brings ?? call) + BigInt(tx.gasAmount) * tx.gasPrice,
  }
}

function plan(terms: AssembleTerms): PlannedScriptCall<Spendable> | Shortage {
  const { venue, signer, prepared, coins } = terms
  const { call } = prepared
  const scriptCall: ScriptCallPlan<Spendable> = {
    networkId: venue.networkId,
    payer: signer.payer,
    coins,
    call: {
      script: call.script,
      isPayable: true,
      approved: { alph: call.attoAlph, tokens: call.tokens },
      extraAlph: SPARE_DUST,
    },
    scriptGas: prepared.scriptGas,
    avoid: terms.avoid,
    spendOneOf: terms.spendOneOf,
    scriptUnlockGas: () => signer.scriptUnlockGas,
  }
  try {
    return planScriptCall(scriptCall)
  } catch (error) {
    if (!(error instanceof CannotBuild)) throw error
    return fromCannotBuild(error, scriptCall)
  }
}

/** Tokens were counted before, so what is missing is native coin, or the coins are too many and too small. */
function fromCannotBuild(error: CannotBuild, scriptCall: ScriptCallPlan<Spendable>): Shortage {
  if (error.reason === 'too-many-inputs')
    throw conflict(
      'too_many_coins',
      'the amount is spread over more coins than one transaction can spend; join some of them first',
      { coins: scriptCall.coins.length, coinsMax: limits.INPUTS_MAX },
    )
  if (error.reason === 'bad-gas')
    throw conflict('too_much_gas', 'this needs more gas than one transaction may have', {
      gasMax: limits.GAS_MAX,
    })
  return {
    token: limits.ALPH_TOKEN_ID,
    required: alphFor(scriptCall),
    available: amountOf(scriptCall.coins, limits.ALPH_TOKEN_ID),
  }
}
