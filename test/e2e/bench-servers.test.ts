import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../bench/support/server.ts'
import { createTestDatabase, describeOnServer } from '../support/database.ts'

const root = join(import.meta.dirname, '..', '..')

/** All of them compose the API alike. They run compiled code, which no type check reads: a part the API asks for and they lack is found here. */
describeOnServer('the servers of the bench', () => {
  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'scripts', 'run.mjs'), 'build'], { cwd: root })
  })

  test('default: a list is answered', async () => {
    const own = await createTestDatabase('server')
    await (await own.open()).close()
    onTestFinished(() => own.drop())
    const { options } = own
    const house = await startServer(new URL('../../bench/servers/reads-house.mjs', import.meta.url), {
      BENCH_DATABASE_URL: options.kind === 'server' ? options.url : '',
      BENCH_SECRET: 'a secret for the bench of a test, long enough',
    })
    onTestFinished(() => house.stop())
    const answer = await fetch(`${house.url}/v1/markets?status=all`)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { facets: null, markets: [], pagination: { limit: 50, nextCursor: null, page: 0, total: 0 } },
    ])
  })
})
