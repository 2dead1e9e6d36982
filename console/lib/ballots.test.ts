import { describe, expect, test } from 'vitest'
import { parseBallot } from './ballots.ts'

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
    ['half a round', JSON.stringify({ ...ballot, voteRound: 1.5 })],
  ])('error: %s is none', (_, text) => {
    expect(parseBallot(text)).toBeNull()
  })
})
