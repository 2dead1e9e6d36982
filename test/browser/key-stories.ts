import { expect, test } from 'vitest'
import { hands } from '../support/hands.ts'
import type { BrowserVenue } from '../support/venue-with-browser.ts'

export function keyStories(venue: () => BrowserVenue): void {
  test.each(hands)(
    'default: the challenge is read, the key shown once, used and revoked, %s',
    async (_, handOf) => {
      const { page, complaints } = await venue().open('/keys')
      const hand = handOf(page)
      await hand.press('Play wallet')
      await hand.fill(/^Name/, 'bot of a story')
      await hand.press('Show me what I sign')
      const challenge = await page.locator('pre.challenge').textContent()
      expect(challenge).toMatch(/^Sibyl: sign this to create an API key for your wallet\.\n/)
      await hand.press('Sign and make the key')
      const secret = page.locator('code').getByText(/^sibyl_live_\w{20,}$/)
      await secret.waitFor()
      const authorization = `Bearer ${await secret.textContent()}`
      const listed = () => fetch(`${venue().url}/v1/auth/keys`, { headers: { authorization } })
      expect((await listed()).status).toBe(200)
      const row = page.getByRole('row', { name: /bot of a story/ })
      await row.getByRole('button', { name: 'Revoke' }).waitFor()
      await hand.press('Revoke')
      await row.getByText('revoked').waitFor()
      expect((await listed()).status).toBe(401)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )
}
