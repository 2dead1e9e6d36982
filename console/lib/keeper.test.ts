import { describe, expect, test } from 'vitest'
import { keeperOf } from './keeper.ts'

describe('the keeper, from the figures for machines', () => {
  test('default: its coins, and the bugs of all its duties', () => {
    const text = [
      '# HELP sibyl_keeper_balance_alph ALPH',
      'sibyl_keeper_balance_alph{wallet="1abc"} 998.25',
      'sibyl_keeper_bugs_total{duty="resolve"} 1',
      'sibyl_keeper_bugs_total{duty="reveal"} 2',
    ].join('\n')
    expect(keeperOf(text)).toEqual({ balance: 998.25, bugs: 3 })
  })
  test('behavior: a process without a keeper has none', () => {
    expect(keeperOf('')).toBe(null)
  })
})
