import { encodeContractFields } from '@alephium/web3'
import { beforeAll, describe, expect, test } from 'vitest'
import { artifacts } from '../../src/bindings/index.ts'
import { type Chain, connectNode } from '../../src/chain/index.ts'
import { readToken } from '../../src/deploy/index.ts'
import { bytesToHex, hexToBytes, systemClock, utf8ToBytes } from '../../src/kit/index.ts'
import { createDevnetHost } from '../support/stage/devnet-host.ts'
import { patientNode } from '../support/venue/host.ts'

/** Tokens as `sibyl deploy` asks the chain for them. */
let host: Awaited<ReturnType<typeof createDevnetHost>>
let chain: Chain

beforeAll(async () => {
  host = await createDevnetHost('read-token')
  const { url, fetch } = host.devnet
  chain = connectNode({ url, fetch, group: 0, clock: systemClock, limits: patientNode })
})

const hex = (text: string) => bytesToHex(utf8ToBytes(text))

async function deployToken(changes: Record<string, unknown>): Promise<string> {
  const { bytecode, fields } = artifacts.DevToken
  const { encodedImmFields, encodedMutFields } = encodeContractFields(
    {
      symbol: hex('USDT'),
      name: hex('Tether USD'),
      decimals: 6n,
      supply: 10n ** 15n,
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
  return host.deploy({
    code: hexToBytes(bytecode),
    immFields: encodedImmFields,
    mutFields: encodedMutFields,
    issue: 10n ** 15n,
  })
}

describe('readToken', () => {
  test.each([6n, 18n])('default: what the token says of itself, with %d decimals', async (decimals) => {
    const id = await deployToken({ decimals })
    expect(await readToken(chain, id)).toEqual({
      id,
      name: 'Tether USD',
      symbol: 'USDT',
      decimals: Number(decimals),
    })
  })

  test.each([5n, 19n])('error: %d decimals', async (decimals) => {
    expect(await readToken(chain, await deployToken({ decimals }))).toMatch(
      new RegExp(`has ${decimals} decimals`),
    )
  })

  test('error: absent, not marked as a token, silent about its name', async () => {
    expect(await readToken(chain, `${'ab'.repeat(31)}00`)).toMatch(/there is no contract/)
    expect(await readToken(chain, await deployToken({ __stdInterfaceId: '414c50480002' }))).toMatch(
      /does not follow/,
    )
    expect(await readToken(chain, await deployToken({ name: '' }))).toMatch(/does not say its name/)
    expect(await readToken(chain, await deployToken({ symbol: '00ff' }))).toMatch(/does not say its name/)
  })
})
