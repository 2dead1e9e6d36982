import { NodeProvider } from '@alephium/web3'
import { describe, expect, test } from 'vitest'
import { askingNode, NodeError } from './node-error.ts'

const failureOf = (ask: () => Promise<unknown>): Promise<unknown> =>
  askingNode('the node did not answer', ask).catch((error: unknown) => error)

describe('askingNode', () => {
  test('default: what the node answers', async () => expect(await failureOf(async () => 7)).toBe(7))
  test('error: a node that is not there', async () => {
    const node = new NodeProvider('http://127.0.0.1:1')
    const failure = await failureOf(() => node.infos.getInfosVersion())
    expect(failure).toBeInstanceOf(NodeError)
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^the node did not answer: .+/),
      cause: expect.any(Error),
    })
  })
  test('error: what the node says, and the reason beneath', async () => {
    const refused = await failureOf(() => Promise.reject(new Error('[API Error] - Double spending')))
    expect(refused).toMatchObject({ message: 'the node did not answer: [API Error] - Double spending' })
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const broken = await failureOf(() => Promise.reject(new TypeError('fetch failed', { cause })))
    expect(broken).toMatchObject({ message: 'the node did not answer: fetch failed (ECONNREFUSED)' })
  })
})
