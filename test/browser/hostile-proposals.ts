import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { expect, test } from 'vitest'
import {
  createClient,
  createTrader,
  mintKey,
  signAndSubmit,
  waitForTransaction,
} from '../../src/client/index.ts'
import { demoWallet } from '../../src/demo/index.ts'
import type { BrowserVenue } from '../support/venue-with-browser.ts'

export const minute = 60_000

/** In each text of a proposal: would any of it be more than text, a dialog would open or the console complain. */
export const hostile = (field: string): string =>
  `${field} <script>alert(1)</script><img src=x onerror=alert(1)> \${alert(1)} {{7*7}} "quoted" \u202eback`

/** As a field for local times takes it. */
export function localMinutes(ms: number): string {
  const time = new Date(ms - new Date(ms).getTimezoneOffset() * minute)
  return time.toISOString().slice(0, 16)
}

/** The devnet's clock may be ahead of this machine's. */
export async function venueNow(url: string): Promise<number> {
  const { chain } = (await (await fetch(`${url}/v1/status`)).json()) as { chain: { blockTimestamp: number } }
  return Math.max(Date.now(), chain.blockTimestamp)
}

/** What the form cannot send a program can: pictures and metadata too, and legs with theirs. */
export function hostileProposals(venue: () => BrowserVenue): void {
  test('error: an injected script in every text of a proposal stays text, in the list and on the market', async () => {
    const { url, control } = venue()
    const api = createClient({ url })
    const { privateKey, address } = demoWallet('anna')
    const signer = new PrivateKeyWallet({ privateKey })
    const client = api.withKey((await mintKey(api, signer, { name: 'hostile' })).key)
    const trader = await createTrader({ client, signer })
    const send = async (request: Parameters<typeof trader.build>[0]): Promise<void> => {
      const build = await trader.build(request)
      await signAndSubmit(build, { signer, node: trader.node })
      await waitForTransaction(client, build.txId, { node: trader.node })
    }
    const imageUrl = 'https://example.com/"><script>alert(1)</script>'
    const metadata = { '<script>alert(1)</script>': hostile('metadata') }
    const common = {
      category: '<img src=x onerror=alert(2)>',
      tags: ['<svg onload=alert(3)>'],
      rules: hostile('rules'),
      resolutionSources: hostile('sources'),
      endsAt: new Date((await venueNow(url)) + 40 * minute).toISOString(),
    }
    await control('time', { advanceMs: 5 * minute })
    await control('mine', {})
    await send({ kind: 'proposeSingle', question: hostile('single'), imageUrl, metadata, ...common })
    await send({
      kind: 'proposeLinked',
      masterQuestion: hostile('master'),
      masterImageUrl: imageUrl,
      legs: ['one', 'two'].map((name) => ({ question: hostile(name), imageUrl, metadata })),
      ...common,
    })
    const { page, complaints } = await venue().open('/govern')
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs += 1
      void dialog.dismiss()
    })
    for (const name of ['single', 'master']) await page.getByText(hostile(name), { exact: true }).waitFor()
    await page.getByText(`${hostile('one')} · ${hostile('two')}`).waitFor()
    const { proposals } = await client.voting.proposals({ activePeriodOnly: true })
    for (const { id, proposer } of proposals)
      if (proposer === address) await send({ kind: 'vote', proposalId: id })
    await control('time', { advanceMs: 5 * minute })
    await control('mine', {})

    await page.goto(url)
    await page.getByText(hostile('master'), { exact: true }).waitFor()
    for (const name of ['single', 'one', 'two']) {
      await page.goto(url)
      await page.getByRole('link', { name: hostile(name), exact: true }).click()
      await page.getByRole('heading', { level: 1, name: hostile(name) }).waitFor()
      for (const text of [common.rules, common.resolutionSources, common.tags[0] ?? ''])
        await page.getByText(text, { exact: true }).waitFor()
      const link = page.getByRole('link', { name: imageUrl })
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
      await page.getByText('What else the proposer said').click()
      expect(JSON.parse((await page.locator('pre').textContent()) ?? '')).toEqual(metadata)
      expect(await page.locator('main script, main img, main svg[onload]').count()).toBe(0)
    }
    expect(dialogs).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })
}
