import { readFileSync } from 'node:fs'
import { addressToBytes } from '@alephium/web3'
import {
  type ContractCall,
  type ContractMethod,
  ENTRY_DEPOSIT,
  methodScript,
} from '../../../src/bindings/index.ts'
import type { TokenAmount } from '../../../src/domain/index.ts'
import { bytesToHex, hexToBytes } from '../../../src/kit/index.ts'
import { decodeUnsignedTx, deployScript, outputKeyOf } from '../../../src/transaction/index.ts'
import type { Venue } from './venue.ts'

const artifact = JSON.parse(readFileSync(new URL('./adversary.json', import.meta.url), 'utf8')) as {
  readonly bytecode: string
  readonly functions: readonly ContractMethod[]
}

/** The hostile contract of adversary.ral, deployed; the result makes calls of its methods. */
export async function deployAdversary(venue: Venue) {
  const { bank, host } = venue
  const script = deployScript({
    code: artifact.bytecode,
    immFields: '00',
    mutFields: '00',
    deployer: bytesToHex(addressToBytes(bank.address)),
    alph: ENTRY_DEPOSIT,
    tokens: [],
  })
  const build = await host.chain.buildScript({
    publicKey: bank.publicKey,
    bytecode: script,
    attoAlph: ENTRY_DEPOSIT,
  })
  await host.chain.submit({ unsignedTx: build.unsignedTx, signature: bank.sign(build.txId) })
  const { fixedOutputs } = decodeUnsignedTx(hexToBytes(build.unsignedTx))
  const contractId = `${outputKeyOf(build.txId, fixedOutputs.length).slice(0, -2)}00`
  return (
    name: string,
    args: Readonly<Record<string, unknown>>,
    assets: { readonly attoAlph?: bigint; readonly tokens?: readonly TokenAmount[] } = {},
  ): ContractCall => {
    const method = artifact.functions.find((item) => item.name === name)
    if (method === undefined) throw new Error(`the adversary knows no ${name}`)
    return methodScript(method, { contractId, args, ...assets })
  }
}
