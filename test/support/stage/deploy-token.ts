import { encodeContractFields } from '@alephium/web3'
import { artifacts } from '../../../src/bindings/index.ts'
import { bytesToHex, hexToBytes, utf8ToBytes } from '../../../src/kit/index.ts'
import type { StageHost } from './host.ts'

const hex = (text: string): string => bytesToHex(utf8ToBytes(text))

/** A token that is no devnet's own: a dollar of six decimals, unless told otherwise. */
export function deployToken(
  { deploy }: Pick<StageHost, 'deploy'>,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const { bytecode, fields } = artifacts.DevToken
  const supply = 10n ** 30n
  const { encodedImmFields, encodedMutFields } = encodeContractFields(
    {
      symbol: hex('USDT'),
      name: hex('Tether USD'),
      decimals: 6n,
      supply,
      takeMax: 1n,
      __stdInterfaceId: '414c50480001',
      ...changes,
    } as Parameters<typeof encodeContractFields>[0],
    {
      names: fields.map((field) => field.name),
      types: fields.map((field) => field.type),
      isMutable: fields.map((field) => field.isMutable),
    },
    [],
  )
  return deploy({
    code: hexToBytes(bytecode),
    immFields: encodedImmFields,
    mutFields: encodedMutFields,
    issue: supply,
  })
}
