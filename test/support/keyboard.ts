import type { Page } from 'playwright-core'

/** What a screen reader would say first of the focused element. */
const focusedName = `(() => {
  const focused = document.activeElement
  return (focused.getAttribute('aria-label') ?? focused.labels?.[0]?.textContent ?? focused.textContent ?? '').trim()
})()`

const pressesMax = 300

/** Presses Tab until what has the focus is called so. */
export async function reachByKeyboard(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < pressesMax; presses++) {
    await page.keyboard.press('Tab')
    if (name.test(await page.evaluate<string>(focusedName))) return
  }
  throw new Error(`the focus never came to ${name}`)
}
