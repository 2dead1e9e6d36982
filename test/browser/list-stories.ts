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
}
