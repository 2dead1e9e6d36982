import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScriptedServer, startScriptedServer, status } from '../../../test/support/scripted-server.ts'
import { createClient } from '../../client/index.ts'
import { findMarket } from './find-market.ts'

const address = '27m51NRyjKB2k5YLbmzVDSbEsnF2UszgxoByUkE7CfeS3'
const refusal = (statusCode: number, code: string) =>
  status(statusCode, { statusCode, code, message: 'no', details: {} })

describe('findMarket', () => {
  let venue: ScriptedServer
  beforeAll(async () => {
    venue = await startScriptedServer(status(404, {}))
  })
  afterAll(() => venue.stop())
  const find = (named: string) => findMarket(createClient({ url: venue.url }), named)

  test.each([
    [404, 'NOT_FOUND'],
    [400, 'INVALID_REQUEST'],
  ])('error: %i is no such market, and says where to look', async (statusCode, code) => {
    venue.play(refusal(statusCode, code))
    await expect(find(address)).rejects.toMatchObject({
      name: 'ConfigError',
      message: `there is no market ${address} at ${venue.url}; \`sibyl markets\` lists those there are`,
      cause: { code },
    })
  })
  test('error: any other refusal is told as it is', async () => {
    venue.play(refusal(401, 'UNAUTHORIZED'))
    await expect(find(address)).rejects.toMatchObject({ name: 'SibylError', code: 'UNAUTHORIZED' })
  })
  test('error: what is no venue is not a missing market', async () => {
    venue.play(status(200, '<html>', 'text/html'))
    await expect(find(address)).rejects.toMatchObject({ name: 'NetworkError', trouble: 'bad_answer' })
  })
  test.each(['0', '01', '-1', '1.5', 'one', ''])('error: %o is neither a number nor an address', (named) =>
    expect(find(named)).rejects.toThrow(`${named} is neither a market's number nor its address`),
  )
})
