import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../test/support/database.ts'
import { Bug } from '../kit/index.ts'

describeOnBothDatabases('database', (context) => {
  test('default: rows arrive in the same types from either engine', async () => {
    const rows = await context.database.query({
      label: 'types',
      sql: `
        select $1::bigint as big, $2::numeric as amount, $3::bytea as bytes, $4::jsonb as json, $5::text[] as texts,
          $6::boolean as flag, $7::text as nothing, $8::int as small, $9::float8 as real, $10::bigint[] as bigs,
          $11::numeric[] as amounts, 'x'::text as word`,
      values: [
        2 ** 53 - 1,
        2n ** 256n - 1n,
        new Uint8Array([0, 255, 92]),
        '{"a":[1,null]}',
        ['a', 'b,c', '"q"\\', '', 'NULL', null, '{}'],
        true,
        null,
        7,
        1.5,
        [1, 2],
        [1n, 2n ** 70n],
      ],
    })
    expect(rows).toEqual([
      {
        big: 2 ** 53 - 1,
        amount: (2n ** 256n - 1n).toString(),
        bytes: new Uint8Array([0, 255, 92]),
        json: { a: [1, null] },
        texts: ['a', 'b,c', '"q"\\', '', 'NULL', null, '{}'],
        flag: true,
        nothing: null,
        small: 7,
        real: 1.5,
        bigs: [1, 2],
        amounts: ['1', (2n ** 70n).toString()],
        word: 'x',
      },
    ])
  })
  test('error: wrong SQL is a bug', async () => {
    await expect(context.database.query({ label: 'wrong', sql: 'select nope' })).rejects.toThrow(Bug)
  })
})
