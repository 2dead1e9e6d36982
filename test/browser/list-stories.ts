import { expect, test } from 'vitest'
import type { BrowserVenue } from '../support/venue-with-browser.ts'

export function listStories(venue: () => BrowserVenue): void {
  test('default: a category narrows the list, and the others stay to be picked', async () => {
    const { page, complaints } = await venue().open('/')
    const choices = page.getByLabel('Category').locator('option')
    await choices.nth(2).waitFor({ state: 'attached' })
    const all = await choices.allTextContents()
    const picked = /^(.+) \((\d+)\)$/.exec(all[1] ?? '')
    await page.getByLabel('Category').selectOption({ index: 1 })
    await page
      .getByRole('status')
      .getByText(new RegExp(`^${picked?.[2]} market`))
      .waitFor()
    expect(new URL(page.url()).searchParams.get('category')).toBe(picked?.[1])
    expect(await choices.allTextContents()).toEqual(all)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('error: a list whose categories are refused is shown all the same', async () => {
    const { page } = await venue().open('/')
    const category = await page.getByLabel('Category').locator('option').nth(1).getAttribute('value')
    await page.route(/facets=true/, (route) => route.fulfill({ status: 503 }))
    await page.goto(`${venue().url}/?category=${encodeURIComponent(category ?? '')}`)
    await page.locator('.card').first().waitFor()
    expect(await page.getByLabel('Category').locator('option').allTextContents()).toEqual(['all', category])
    expect(await page.getByLabel('Category').inputValue()).toBe(category)
    await page.context().close()
  })

  test('default: the whole list tells the exact number, what is searched for is counted up to a bound', async () => {
    const { page } = await venue().open('/')
    // By what is asked for: a list is asked for again whenever a market is created.
    const bounds: Record<string, string | null> = {}
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname !== '/v1/markets' || searchParams.has('facets')) return
      bounds[`${searchParams.get('q')} ${searchParams.get('state')}`] = searchParams.get('countUpTo')
    })
    for (const address of ['/', '/?show=open', '/?q=will', '/?q=will&show=open']) {
      await page.goto(venue().url + address)
      await page.locator('.card, .nobody').first().waitFor()
    }
    expect(bounds).toEqual({
      'null null': null,
      'null open': '1000',
      'will null': '1000',
      'will open': '1000',
    })
    await page.context().close()
  })
}
