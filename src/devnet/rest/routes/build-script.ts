import { addressText } from '../../../bytecode/index.ts'
import { hexToBytes } from '../../../kit/index.ts'
import type { UnsignedTx } from '../../../transaction/index.ts'
import {
  contractCalledBy,
  contractIdOf,
  decodeTxScript,
  type ScriptSuccess,
  toJsonTokens,
} from '../../../vm/index.ts'
import { badRequest } from '../../api-error.ts'
import { type DeployRequest, deployAmounts, deploymentScript } from '../../build/deployment.ts'
import { buildGrouplessScriptCall } from '../../build/groupless.ts'
import { isGrouplessKey, type PublicKey, payerOf } from '../../build/payer.ts'
import { buildScriptCall, buildScriptTx, scriptAmounts } from '../../build/script-call.ts'
import { afterTx, type ExtraCoins, mergeCoins, noExtraCoins } from '../../build/transfer.ts'
import { coinOf, type RankedCoin } from '../../coin-entry.ts'
import { usableCoins } from '../../coin-view.ts'
import type { NodeCore } from '../../node-core.ts'
import { isAsset, type Output } from '../../transaction.ts'
import { bodyError, type JsonObject, listOf, objectOf, optional, stringOf, withKeys } from '../json-body.ts'
import { bodyOf, type RouteContext, type RouteRequest } from '../request.ts'
import { builtView, contractAddress } from '../views.ts'
import { amountOf, assetLockOf, groupIndexOf, hexOf, publicKeyOf, tokenOf } from '../wire-values.ts'
import { assetsOf, gasPercentOf, gasWishOf } from './build-requests.ts'
import { fundingView, simpleView, transferFromBody } from './build-transfer.ts'

const CANNOT_TELL_GROUP =
  'Can not determine group: request has no explicit group and no contract address can be derived from TxScript'

interface ExecuteRequest {
  readonly key: PublicKey
  readonly script: string
  readonly group: number | undefined
  readonly approved: ReturnType<typeof assetsOf>
  readonly extraDust: bigint
  readonly gasPercent: number | undefined
  readonly gas: ReturnType<typeof gasWishOf>
}

function readExecute(value: unknown): ExecuteRequest {
  const body = withKeys(value, 'fromPublicKey', 'bytecode')
  const key = publicKeyOf(body)
  const script = hexOf(body.bytecode)
  const gas = gasWishOf(body)
  const alph = optional(body, 'attoAlphAmount', amountOf)
  const tokens = optional(body, 'tokens', listOf(tokenOf))
  const extraDust = optional(body, 'dustAmount', amountOf) ?? 0n
  const group = optional(body, 'group', groupIndexOf)
  if (gas.gasAmount !== undefined && body.gasEstimationMultiplier !== undefined)
    throw badRequest(
      'Parameters `gasAmount` and `gasEstimationMultiplier` cannot be specified simultaneously',
    )
  const decoded = decodeTxScript(hexToBytes(script))
  if (!decoded.ok) throw badRequest(decoded.text)
  const gasPercent = gasPercentOf(body)
  const approved = assetsOf(alph, tokens)
  if (!isGrouplessKey(key) || group !== undefined)
    return { key, script, group, approved, extraDust, gasPercent, gas }
  const called = contractCalledBy(decoded.script)
  if (called === undefined) throw badRequest(CANNOT_TELL_GROUP)
  return {
    key,
    script,
    group: Number.parseInt(called.slice(-2), 16) % 4,
    approved,
    extraDust,
    gasPercent,
    gas,
  }
}

export function postExecuteScript({ core }: RouteContext, request: RouteRequest) {
  const execute = readExecute(bodyOf(request))
  if (!isGrouplessKey(execute.key)) return scriptView(executeFrom(core, execute, noExtraCoins))
  const { approved, script, gasPercent, gas, extraDust } = execute
  const payer = payerOf(execute.key, execute.group)
  const amounts = scriptAmounts(approved.alph ?? 0n, approved.tokens)
  const built = buildGrouplessScriptCall(core, { payer, script, amounts, gasPercent, ...gas }, extraDust)
  const { type: _, ...view } = scriptView(built)
  return { type: 'BuildGrouplessExecuteScriptTxResult', ...view, ...fundingView(built.funding) }
}

function executeFrom(core: NodeCore, execute: ExecuteRequest, extra: ExtraCoins) {
  const { approved, script, gasPercent, gas, extraDust } = execute
  const payer = payerOf(execute.key, execute.group)
  const amounts = scriptAmounts(approved.alph ?? 0n, approved.tokens, extraDust)
  const coins = mergeCoins(extra, usableCoins(core.state, payer.lock, core.nowMs()))
  return buildScriptCall(core, { payer, script, amounts, coins, gasPercent, ...gas })
}

function scriptView({ tx, outcome }: { readonly tx: UnsignedTx; readonly outcome: ScriptSuccess }) {
  const { unsignedTx, gasAmount, gasPrice, txId, fromGroup, toGroup } = builtView(tx)
  return {
    type: 'BuildSimpleExecuteScriptTxResult',
    fromGroup,
    toGroup,
    unsignedTx,
    gasAmount,
    gasPrice,
    txId,
    simulationResult: {
      contractInputs: outcome.contractInputs.map(({ output }) => assetsView(output)),
      generatedOutputs: outcome.generatedOutputs.map((output) => assetsView(output)),
    },
  }
}

const assetsView = (output: Output) => ({
  address: addressText(output.lock),
  attoAlphAmount: String(output.amount),
  tokens: toJsonTokens(output.tokens),
})

interface ReadDeployment {
  readonly key: PublicKey
  readonly group: number | undefined
  readonly gas: ReturnType<typeof gasWishOf>
  readonly deploy: DeployRequest
}

function readDeployment(value: unknown): ReadDeployment {
  const body = withKeys(value, 'fromPublicKey', 'bytecode')
  const key = publicKeyOf(body)
  const bytecode = hexOf(body.bytecode)
  const alph = optional(body, 'initialAttoAlphAmount', amountOf)
  const tokens = optional(body, 'initialTokenAmounts', listOf(tokenOf))
  const issueAmount = optional(body, 'issueTokenAmount', amountOf)
  const issueTo = optional(body, 'issueTokenTo', assetLockOf)
  const group = optional(body, 'group', groupIndexOf)
  const gas = gasWishOf(body)
  if (isGrouplessKey(key) && group === undefined)
    throw badRequest('Contract deployment using groupless address requires explicit group information')
  const assets = assetsOf(alph, tokens)
  return {
    key,
    group,
    gas,
    deploy: { bytecode, initialAlph: assets.alph, tokens: assets.tokens, issueAmount, issueTo },
  }
}

export function postDeploy({ core }: RouteContext, request: RouteRequest) {
  const deployment = readDeployment(bodyOf(request))
  if (!isGrouplessKey(deployment.key)) return deployView(deployFrom(core, deployment, noExtraCoins))
  const { deploy, gas } = deployment
  const payer = payerOf(deployment.key, deployment.group)
  const { deposit, amounts } = deployAmounts(deploy)
  const script = deploymentScript(deploy, deposit, payer.lock)
  const built = buildGrouplessScriptCall(core, { payer, script, amounts, ...gas }, 0n)
  const { type: _, ...view } = deployView(built.tx)
  return { type: 'BuildGrouplessDeployContractTxResult', ...view, ...fundingView(built.funding) }
}

function deployFrom(core: NodeCore, deployment: ReadDeployment, extra: ExtraCoins): UnsignedTx {
  const { deploy, gas } = deployment
  const { deposit, amounts } = deployAmounts(deploy)
  const payer = payerOf(deployment.key, deployment.group)
  const script = deploymentScript(deploy, deposit, payer.lock)
  const coins = mergeCoins(extra, usableCoins(core.state, payer.lock, core.nowMs()))
  return buildScriptTx(core, { payer, script, amounts, coins, ...gas }).tx
}

function deployView(tx: UnsignedTx) {
  const { unsignedTx, gasAmount, gasPrice, txId, fromGroup, toGroup } = builtView(tx)
  return {
    type: 'BuildSimpleDeployContractTxResult',
    fromGroup,
    toGroup,
    unsignedTx,
    gasAmount,
    gasPrice,
    txId,
    contractAddress: contractAddress(contractIdOf(txId, tx.fixedOutputs.length, fromGroup)),
  }
}

/** Several builds at once, each counting on what those before it will have done. */
export function postChained({ core }: RouteContext, request: RouteRequest) {
  let extra = noExtraCoins
  return listOf(objectOf)(bodyOf(request)).map((item) => {
    const built = chainedBuild(core, item, extra)
    extra = afterTx(extra, built.tx, built.generated)
    return { type: item.type, value: built.view }
  })
}

interface ChainedBuild {
  readonly tx: UnsignedTx
  readonly view: unknown
  readonly generated: readonly RankedCoin[]
}

function chainedBuild(core: NodeCore, item: JsonObject, all: ExtraCoins): ChainedBuild {
  const { type, value } = withKeys(item, 'type', 'value')
  switch (type) {
    case 'Transfer': {
      const body = withKeys(value, 'fromPublicKey', 'destinations')
      const tx = transferFromBody(core, body, ofPayer(all, payerOf(publicKeyOf(body)).lock))
      return { tx, view: simpleView(tx), generated: [] }
    }
    case 'ExecuteScript': {
      const execute = readExecute(value)
      const payer = payerOf(execute.key, execute.group)
      const built = executeFrom(core, execute, ofPayer(all, payer.lock))
      return { tx: built.tx, view: scriptView(built), generated: generatedCoins(built.tx, built.outcome) }
    }
    case 'DeployContract': {
      const deployment = readDeployment(value)
      const payer = payerOf(deployment.key, deployment.group)
      const tx = deployFrom(core, deployment, ofPayer(all, payer.lock))
      return { tx, view: deployView(tx), generated: [] }
    }
    default:
      throw bodyError(`invalid tag for tagged object: ${stringOf(type).slice(0, 100)}`)
  }
}

const ofPayer = (extra: ExtraCoins, lock: string): ExtraCoins => ({
  ...extra,
  made: extra.made.filter((coin) => coin.lock === lock),
})

function generatedCoins(tx: UnsignedTx, outcome: ScriptSuccess): RankedCoin[] {
  const { txId } = builtView(tx)
  const first = tx.fixedOutputs.length
  return outcome.generatedOutputs.flatMap((output, index) =>
    isAsset(output)
      ? [
          {
            ...coinOf(output, { txId, index: first + index, timeMs: 0, settledAt: Number.POSITIVE_INFINITY }),
            level: 2 as const,
          },
        ]
      : [],
  )
}
