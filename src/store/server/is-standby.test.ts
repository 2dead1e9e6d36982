import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { isStandby } from './is-standby.ts'

describeOnBothDatabases('isStandby', (context) => {
  test('default: a database that is written to follows no other', async () => {
    expect(await isStandby(context.database.points)).toBe(false)
  })
})
