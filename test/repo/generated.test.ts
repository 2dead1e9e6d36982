import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

describe('generated documents', () => {
  test('behavior: none is stale', () => {
    const tsx = join(root, 'node_modules', '.bin', 'tsx')
    expect(() =>
      execFileSync(tsx, [join(root, 'scripts', 'generate.ts'), '--check'], { stdio: 'pipe' }),
    ).not.toThrow()
  })
})
