import { expect, test } from 'vitest'
import { paperDeployment } from '../../../test/support/venue/paper-venue.ts'
import { createCursorCodec, type PageRequest } from '../../store/index.ts'
import type { ApiParts } from '../parts.ts'
import { answerList } from './list-answer.ts'

const parts = { cursors: createCursorCodec(['a secret']), venue: paperDeployment } as unknown as ApiParts
const { group } = paperDeployment

/** Asks for a page of a list that has one row and another behind it; the answer, and what the list was asked for. */
async function ask(path: string, query: { readonly cursor?: string; readonly page?: number } = {}) {
  const asked: PageRequest[] = []
  const { text } = await answerList({ path, query: { limit: 100, ...query } }, parts, {
    name: 'rows',
    async list(page) {
      asked.push(page)
      return {
        records: '{"id":7}',
        last: { value: '70', id: '7' },
        total: 3,
        view: { height: 1, revision: 1 },
        owner: null,
      }
    },
  })
  const { pagination } = JSON.parse(text) as { readonly pagination: { readonly nextCursor: string } }
  return { text, cursor: pagination.nextCursor, page: asked[0] }
}

const market = (suffix: string): string => `/v1/markets/1Abc${suffix}/trades`

test('default: records as they were written, and where the next page begins', async () => {
  const { text, cursor, page } = await ask('/v1/markets')
  const pagination = { limit: 100, nextCursor: cursor, page: 0, total: 3 }
  expect(text).toBe(`{"rows":[{"id":7}],"pagination":${JSON.stringify(pagination)}}`)
  expect(page).toEqual({ limit: 100, after: null, offset: 0n })
  expect((await ask('/v1/markets', { cursor })).page).toMatchObject({ after: { value: '70', id: '7' } })
})
test('behavior: the largest page is counted exactly', async () => {
  const { page } = await ask('/v1/markets', { page: Number.MAX_SAFE_INTEGER })
  expect(page?.offset).toBe(BigInt(Number.MAX_SAFE_INTEGER) * 100n)
})
test.each([`:${group}`, `%3A${group}`, `%3a${group}`])(
  'behavior: the venue’s group behind an address, written %s, is no other list',
  async (suffix) => {
    const { cursor } = await ask(market(''))
    expect((await ask(market(suffix), { cursor })).page?.after).toEqual({ value: '70', id: '7' })
    const other = await ask(market(suffix))
    expect((await ask(market(''), { cursor: other.cursor })).page?.after).toEqual({ value: '70', id: '7' })
  },
)
test.each([`:${(group + 1) % 4}`, `:${group}${group}`, ':4'])(
  'error: %s behind an address is another list',
  async (suffix) => {
    const { cursor } = await ask(market(''))
    await expect(ask(market(suffix), { cursor })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field: 'cursor' },
    })
  },
)
test('error: page and cursor at once', async () => {
  const { cursor } = await ask('/v1/markets')
  await expect(ask('/v1/markets', { cursor, page: 0 })).rejects.toMatchObject({ details: { field: 'page' } })
})
