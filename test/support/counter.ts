import { readFileSync } from 'node:fs'
import {
  addressFromContractId,
  Contract,
  type Fields,
  type NodeProvider,
  Script,
  type SignerProvider,
} from '@alephium/web3'

/** The counter contract of test/vectors/counter/counter.ral, compiled by a 4.6.0 node, used through the stock SDK. */
const artifacts = JSON.parse(
  readFileSync(new URL('../vectors/counter/counter.json', import.meta.url), 'utf8'),
)

export const counterContract = Contract.fromJson(artifacts.contracts.Counter)

export type CounterScript = 'Add' | 'AddOnce' | 'Visit' | 'Deposit' | 'Withdraw' | 'Destroy'

const scripts = Object.fromEntries(
  Object.entries(artifacts.scripts).map(([name, artifact]) => [name, Script.fromJson(artifact)]),
)

export interface Counter {
  readonly address: string
  readonly contractId: string
}

export async function deployCounter(
  signer: SignerProvider,
  options: {
    readonly count?: bigint
    readonly issueTokenAmount?: bigint
    readonly issueTokenTo?: string
  } = {},
): Promise<Counter & { readonly txId: string }> {
  const { address } = await signer.getSelectedAccount()
  const { count = 0n, ...issue } = options
  const params = await counterContract.txParamsForDeployment(signer, {
    initialFields: { owner: address, count },
    ...issue,
  })
  const { contractId, txId } = await signer.signAndSubmitDeployContractTx(params)
  return { contractId, txId, address: addressFromContractId(contractId) }
}

export async function runScript(
  signer: SignerProvider,
  name: CounterScript,
  fields: Fields,
  options: { readonly attoAlphAmount?: bigint; readonly gasAmount?: number } = {},
) {
  const script = scripts[name]!
  const params = await script.txParamsForExecution({ signer, initialFields: fields, ...options })
  return signer.signAndSubmitExecuteScriptTx(params)
}

export const scriptBytecode = (name: CounterScript, fields: Fields): string =>
  scripts[name]!.buildByteCodeToDeploy(fields)

export const methodIndex = (name: string): number =>
  counterContract.functions.findIndex((method) => method.name === name)

export async function readCount(node: NodeProvider, counter: Counter): Promise<bigint> {
  const state = await node.contracts.getContractsAddressState(counter.address)
  return BigInt(state.mutFields[0]!.value as string)
}
