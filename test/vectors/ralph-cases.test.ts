import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { compareCase, firstDifference, type RalphCase, readRalphCases } from '../support/ralph-case.ts'

/** Programs and what a 4.6.0 node answered on its compile routes; `npm run ralph:replay` plays larger files. */
const cases = readRalphCases(fileURLToPath(new URL('ralph-cases.jsonl.br', import.meta.url)))

/** Of syntax errors the node's text names its own parser's rules; only the place has to be the same. */
function differencesOf(each: RalphCase): string[] {
  const result = compareCase(each)
  const isFine = result.isSyntax ? result.isRefused && result.isSamePlace : result.isEqual
  return isFine ? [] : [`${each.id}: ${firstDifference(each.response, result.got.response)}`]
}

const areas = [...new Set(cases.map(({ kind, area }) => `${kind}/${area}`))]

describe('recorded compilations', () => {
  test.each(areas)('behavior: %s are answered as the node did', (name) => {
    const members = cases.filter(({ kind, area }) => `${kind}/${area}` === name)
    expect(members.flatMap(differencesOf)).toEqual([])
  })

  test('behavior: the selection is large', () => expect(cases.length).toBeGreaterThanOrEqual(1_800))
})
