import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const names = readdirSync(join(root, 'examples'))

describe('examples', () => {
  test.each(names)('behavior: %s is short, and imports what a stranger could', (name) => {
    const text = readFileSync(join(root, 'examples', name), 'utf8')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(80)
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, module]) => module)
    const allowed = ['sibyl/client', '@alephium/web3', '@alephium/web3-wallet']
    expect(imported.filter((module) => !allowed.includes(module ?? ''))).toEqual([])
  })
  test('behavior: docs/examples.md shows every one', () => {
    const page = readFileSync(join(root, 'docs', 'examples.md'), 'utf8')
    const shown = new Set([...page.matchAll(/^\$ npx tsx examples\/(\S+)/gm)].map(([, name]) => name))
    expect([...shown].sort()).toEqual([...names].sort())
  })
})
