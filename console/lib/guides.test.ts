import { describe, expect, test } from 'vitest'
import { guides, linkFrom, readGuide } from './guides.ts'

describe('documents', () => {
  test('default: each is there, under its heading', async () => {
    for (const [name] of guides) expect(await readGuide(name), name).toMatch(/^# \S/m)
  })
  test('behavior: links lead to documents that are shown, or somewhere else', () => {
    expect(linkFrom('errors.md')).toEqual({ to: '/guide/errors', isHere: true })
    expect(linkFrom('protocol.md#rounding')).toEqual({ to: '/guide/protocol#rounding', isHere: true })
    expect(linkFrom('https://alephium.org')).toEqual({ to: 'https://alephium.org', isHere: false })
  })
  test('error: what is not shown here is no link, whatever it says', () => {
    for (const href of ['../elsewhere', 'gas.md', 'javascript:alert(1)', '//evil.example', '#here'])
      expect(linkFrom(href), href).toBe(null)
  })
})
