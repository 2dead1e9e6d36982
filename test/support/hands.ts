import type { Page } from 'playwright-core'
import { reachByKeyboard } from './keyboard.ts'
import { expectNoRefusal, sign } from './venue-with-browser.ts'

/** What a person at a mouse does, or one at a keyboard alone. */
export interface Hand {
  press(name: string): Promise<void>
  fill(name: RegExp, text: string): Promise<void>
  /** The first choice of a list that stands on its empty one. */
  pickFirst(name: RegExp): Promise<void>
  /** The second of two choices that exclude each other; `first` is the one that is set. */
  switchTo(second: string, first: string): Promise<void>
  sign(): Promise<void>
}

export const mouse = (page: Page): Hand => ({
  press: (name) => page.getByRole('button', { name, exact: true }).first().click(),
  fill: (name, text) => page.getByRole('textbox', { name }).fill(text),
  async pickFirst(name) {
    await page.getByLabel(name).selectOption({ index: 1 })
  },
  switchTo: (second) => page.getByLabel(second, { exact: true }).check({ force: true }),
  sign: () => sign(page),
})

export const keyboard = (page: Page): Hand => {
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).first().waitFor()
    await reachByKeyboard(page, new RegExp(`^${name}$`))
    await page.keyboard.press('Enter')
  }
  return {
    press,
    async fill(name, text) {
      await page.getByRole('textbox', { name }).waitFor()
      await reachByKeyboard(page, name)
      await page.keyboard.type(text)
    },
    async pickFirst(name) {
      await page.getByLabel(name).waitFor()
      await reachByKeyboard(page, name)
      await page.keyboard.press('ArrowDown')
    },
    async switchTo(_second, first) {
      await reachByKeyboard(page, new RegExp(`^${first}$`))
      await page.keyboard.press('ArrowRight')
    },
    async sign() {
      await expectNoRefusal(page, 'Sign')
      await press('Sign')
      await expectNoRefusal(page, 'Close')
      await press('Close')
    },
  }
}

export const hands = [
  ['with a mouse', mouse],
  ['by keyboard alone', keyboard],
] as const

/** A new play wallet with coins. */
export async function fundByHand(page: Page, hand: Hand): Promise<void> {
  await hand.press('Play wallet')
  await hand.press('Get coins')
  await page.getByText('100,000.00 DUSD').waitFor()
}
