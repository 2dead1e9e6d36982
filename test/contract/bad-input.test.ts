import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { createWallet, mint } from '../support/wallet.ts'

// What reads and bodies refuse, row by row, before there is a single block. Rows about heads, bodies as such, keys and
// signatures are named in the tests of those.

const wallet = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
const contract = '21nqNzZZZEXnwnsYDtMcwGGUbgpm2bXtKdTJrJ3Z7qHEb'
const orders = `/v1/users/${wallet}/orders`
const positions = `/v1/users/${wallet}/positions`
const list = '/v1/markets'
const search = '/v1/search'
/** Long enough to tell one test from another. */
const nameOf = (url: string): string => url.slice(0, 80)
const text = (value: string): string => encodeURIComponent(value)

/** [row, path, the field that is named]. */
const refused: readonly [string, string, string][] = [
  ['I1', `${list}?limit=`, 'limit'],
  ['I2', `${list}?limit=0`, 'limit'],
  ['I2', `${list}?limit=201`, 'limit'],
  ['I2', `${search}?q=a&limit=51`, 'limit'],
  ['I3', `${list}?limit=0x10`, 'limit'],
  ['I4', `${list}?limit=%2050`, 'limit'],
  ...['1.5', 'null', 'true', text('５'), '1e2', '%2B5', '05'].map((value): [string, string, string] => [
    'I5',
    `${list}?limit=${value}`,
    'limit',
  ]),
  ['I6', `${list}?limit=1&limit=2`, 'limit'],
  ['I7', `${list}?page=9007199254740992`, 'page'],
  ['I9', `${list}?page=-1`, 'page'],
  ['I9', `${list}?page=-0`, 'page'],
  ['I12', `${list}?cursor=${text('\0')}`, 'cursor'],
  ['I12', `${list}?cursor=${'A'.repeat(257)}`, 'cursor'],
  ['I13', `${orders}?status=OPEN`, 'status'],
  ['I13', `${orders}?status=`, 'status'],
  ['I13', `${orders}?status=open&status=filled`, 'status'],
  ...['1', 'TRUE', '0', ''].map((value): [string, string, string] => [
    'I14',
    `${positions}?settled=${value}`,
    'settled',
  ]),
  ['I17', `/v1/users/${'1'.repeat(29)}/orders`, 'address'],
  ['I17', `/v1/users/${'1'.repeat(81)}/orders`, 'address'],
  ...['0', 'O', 'I', 'l', '%20', '%2F', '%00'].map((letter): [string, string, string] => [
    'I18',
    `/v1/users/${'1'.repeat(30)}${letter}/orders`,
    'address',
  ]),
  ['I19', `/v1/users/${':'.repeat(30)}/orders`, 'address'],
  ['I20', `/v1/users/${wallet}:9/orders`, 'address'],
  ['I20', `/v1/users/${wallet}:1:2/orders`, 'address'],
  ['I23', `${search}?q=%00`, 'q'],
  ['I24', `${search}?q=${'x'.repeat(201)}`, 'q'],
  ['I27', `${search}?q=a&types=market,foo`, 'types'],
  ['I27', `${search}?q=a&types=`, 'types'],
  ['I28', '/v1/events?category=', 'category'],
  ['I28', `/v1/events?category=${'x'.repeat(81)}`, 'category'],
  ['I28', '/v1/events?category=%00', 'category'],
]

/** [row, path]: legal, however odd. */
const answered: readonly [string, string][] = [
  ['I15', `${positions}?marketId=-9007199254740999`],
  ['I16', `${positions}?marketId=4294967297`],
  ['I20', `/v1/users/${wallet}:1/orders`],
  ['I21', `/v1/users/${contract}/orders`],
  ['I24', `${search}?q=${text('😀'.repeat(150))}`],
  ['I25', `${search}?q=-bitcoin`],
  ['I26', `${search}?q=${text([...'abcdefghijklmnopqrstuvwxyzabcdefghijklmn'].join(' OR '))}`],
  ['I26', `${search}?q=${text('"unbalanced')}`],
  ['I26', `${search}?q=${text('"a "nested" b"')}`],
  ['I27', `${search}?q=a&types=market,market`],
  ['I28', `/v1/events?category=${text('\u202e')}`],
]

describeOnBothDatabases('bad input', (context) => {
  let api: TestApi
  let key: string
  const trader = createWallet()
  beforeAll(async () => {
    api = await createTestApi({ database: context.database })
    key = (await mint(api, trader)).key
  })
  afterAll(() => api.close())

  test.each(refused.map(([row, url, field]) => [row, nameOf(url), { url, field }] as const))(
    '%s error: GET %s',
    async (_row, _name, { url, field }) => {
      expect((await api.request('GET', url)).json()).toMatchObject({
        statusCode: 400,
        code: 'INVALID_REQUEST',
        details: { field },
      })
    },
  )
  test.each(answered.map(([row, url]) => [row, nameOf(url), { url }] as const))(
    '%s behavior: GET %s is answered',
    async (_row, _name, { url }) => {
      expect((await api.request('GET', url)).status).toBe(200)
    },
  )
  test('I8 behavior: the largest legal page is empty, with the exact total', async () => {
    const answer = await api.request('GET', `${list}?page=9007199254740991`)
    expect(answer.json()).toMatchObject({
      markets: [],
      pagination: { page: 9007199254740991, total: 0, nextCursor: null },
    })
  })
  test('I10 error: page and cursor together', async () => {
    const answer = await api.request('GET', `${list}?page=1&cursor=abc`)
    expect(answer.json()).toMatchObject({ statusCode: 400, details: { field: 'page' } })
  })
  test('I15 error: an event with a negative id does not exist', async () => {
    expect((await api.request('GET', '/v1/events/-5')).json().code).toBe('NOT_FOUND')
  })
  test('I21 error: trades of a wallet’s address', async () => {
    expect((await api.request('GET', `/v1/markets/${wallet}/trades`)).json().code).toBe('NOT_FOUND')
  })
  test.each(['/v1/markets/%E0%A4%A/trades', '/v1/users/%E0%A4%A/orders'])(
    'I22 error: broken percent-encoding in %s',
    async (url) => {
      expect((await api.request('GET', url)).json().code).toBe('INVALID_REQUEST')
    },
  )
  test.each([
    ['//v1/markets', 404],
    ['/V1/markets', 404],
    ['/v1/markets/', 200],
  ])('I51 behavior: GET %s is %i', async (url, status) => {
    expect((await api.request('GET', url)).status).toBe(status)
  })

  const build = async (path: string, body: object) =>
    (
      await api.request('POST', `/v1/tx/${path}`, {
        key,
        json: { signerAddress: trader.address, signerPublicKey: trader.publicKey, ...body },
      })
    ).json()
  test('I21 error: a contract’s address as signer', async () => {
    expect(await build('vault/withdraw', { signerAddress: contract })).toMatchObject({
      statusCode: 400,
      details: { field: 'signerAddress' },
    })
  })
  test('I54 error: a public key that is not the signer’s', async () => {
    const { publicKey: signerPublicKey } = createWallet()
    expect(await build('vault/withdraw', { signerPublicKey })).toMatchObject({
      statusCode: 400,
      details: { field: 'signerPublicKey' },
    })
  })
  test('I55 error: a deposit of nothing', async () => {
    expect(await build('vault/deposit', { amount: '0' })).toMatchObject({
      statusCode: 400,
      details: { field: 'amount', received: '0' },
    })
  })
  test.each([
    'javascript:alert(1)',
    'http://a.example/b.png',
    'file:///etc/passwd',
    `https://a.example/${'x'.repeat(10_000)}`,
  ])('I57 error: imageUrl %s', async (imageUrl) => {
    const endsAt = '2026-11-15T00:00:00.000Z'
    expect(
      await build('proposals/single', { question: 'A question?', category: 'c', endsAt, imageUrl }),
    ).toMatchObject({ statusCode: 400, details: { field: 'imageUrl' } })
  })
})
