import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { artifacts } from '../../src/bindings/index.ts'

describe('docs/gas.md', () => {
  const page = readFileSync(new URL('../../docs/gas.md', import.meta.url), 'utf8')
  test.each(['Market', 'Parlays', 'Vault', 'Voting', 'Oracle'] as const)(
    'behavior: was measured with the %s of this commit (npm run gas)',
    (name) => expect(page).toContain(`${name} ${artifacts[name].codeHash.slice(0, 16)}`),
  )
})
