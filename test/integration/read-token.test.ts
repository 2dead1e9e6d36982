import { beforeAll, describe, expect, test } from 'vitest'
import { type Chain, connectNode } from '../../src/chain/index.ts'
import { readToken } from '../../src/deploy/index.ts'
import { systemClock } from '../../src/kit/index.ts'
import { deployToken } from '../support/stage/deploy-token.ts'
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

const make = (changes: Record<string, unknown>) => deployToken(host, changes)

describe('readToken', () => {
  test.each([6n, 18n])('default: what the token says of itself, with %d decimals', async (decimals) => {
    const id = await make({ decimals })
    expect(await readToken(chain, id)).toEqual({
      id,
      name: 'Tether USD',
      symbol: 'USDT',
      decimals: Number(decimals),
    })
  })

  test.each([5n, 19n])('error: %d decimals', async (decimals) => {
    expect(await readToken(chain, await make({ decimals }))).toMatch(new RegExp(`has ${decimals} decimals`))
  })

  test('error: absent, not marked as a token, silent about its name', async () => {
    expect(await readToken(chain, `${'ab'.repeat(31)}00`)).toMatch(/there is no contract/)
    expect(await readToken(chain, await make({ __stdInterfaceId: '414c50480002' }))).toMatch(
      /does not follow/,
    )
    expect(await readToken(chain, await make({ name: '' }))).toMatch(/does not say its name/)
    expect(await readToken(chain, await make({ symbol: '00ff' }))).toMatch(/does not say its name/)
  })
})
