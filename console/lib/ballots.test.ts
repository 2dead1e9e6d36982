import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findBallot, keepBallot, listBallots, parseBallot } from './ballots.ts'

const ballot = {
  marketAddress: 'm',
  voterAddress: 'v',
  voteRound: 1,
  vote: 2,
  salt: 'ab'.repeat(32),
  commitHash: 'cd',
}

describe('a sealed vote from a file', () => {
  test('default: is taken as it was saved', () => {
    expect(parseBallot(JSON.stringify(ballot, null, 2))).toEqual(ballot)
  })
  test.each([
    ['no JSON', 'x'],
    ['nothing', 'null'],
    ['a list', '[]'],
    ['another choice', JSON.stringify({ ...ballot, vote: 4 })],
    ['a short salt', JSON.stringify({ ...ballot, salt: 'ab' })],
    ['no seal', JSON.stringify({ ...ballot, commitHash: undefined })],
    ['half a round', JSON.stringify({ ...ballot, voteRound: 1.5 })],
  ])('error: %s is none', (_, text) => {
    expect(parseBallot(text)).toBeNull()
  })
})

describe('sealed votes of this browser', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    })
    return () => vi.unstubAllGlobals()
  })
  const first = { ...ballot, vote: 2 } as const
  const second = { ...ballot, vote: 1, salt: 'ef'.repeat(32), commitHash: 'ee' } as const
  test('behavior: a second vote of a round does not take the first one’s salt', () => {
    keepBallot(first)
    keepBallot(second)
    expect(listBallots()).toEqual([first, second])
    expect(findBallot(first)).toEqual(first)
  })
  test('behavior: the one that a block has is found, and kept once', () => {
    keepBallot(first)
    keepBallot(second)
    keepBallot({ ...second, isCommitted: true })
    expect(listBallots()).toEqual([first, { ...second, isCommitted: true }])
    expect(findBallot(first)).toEqual({ ...second, isCommitted: true })
  })
  test('default: another round, market or wallet has its own', () => {
    keepBallot(first)
    expect(findBallot({ ...first, voteRound: 2 })).toBeNull()
    expect(findBallot({ ...first, marketAddress: 'n' })).toBeNull()
    expect(findBallot({ ...first, voterAddress: 'w' })).toBeNull()
  })
  test('error: a damaged store is an empty one, and what is no vote in it is none', () => {
    for (const text of ['{', '7', '[null, {"vote": 1}]']) {
      localStorage.setItem('sibyl.ballots', text)
      expect(listBallots()).toEqual([])
    }
  })
})
