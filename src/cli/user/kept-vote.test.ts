import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config/index.ts'
import { findVote, type KeptVote, keepVote, pathOfVote } from './kept-vote.ts'

describe('a vote that is kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-votes-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const vote = {
    marketAddress: 'market',
    voterAddress: 'voter:1',
    voteRound: 2,
    vote: 3,
    salt: 'ab'.repeat(32),
    commitHash: 'cd'.repeat(32),
  } as KeptVote
  const path = pathOfVote(readConfig({ SIBYL_VOTES_DIR: folder }), vote)

  test('default: its file is named after it and its owner’s alone', async () => {
    expect(path).toBe(join(folder, 'market-2-voter_1.json'))
    await keepVote(path, vote)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await findVote(path)).toEqual(vote)
  })
  test.each([1, 2, 3])('behavior: the vote %i', async (choice) => {
    const other = { ...vote, vote: choice } as KeptVote
    await keepVote(path, other)
    expect(await findVote(path)).toEqual(other)
  })
  test('behavior: none', async () => expect(await findVote(join(folder, 'absent'))).toBeNull())
  test('error: a folder', () => expect(findVote(folder)).rejects.toThrow(`${folder} cannot be read (EISDIR)`))
  test.each([
    '',
    'null',
    '[]',
    ...['marketAddress', 'voterAddress', 'voteRound', 'vote', 'salt', 'commitHash'].map((field) =>
      JSON.stringify({ ...vote, [field]: undefined }),
    ),
    ...[0, 4, 1.5, '1'].map((choice) => JSON.stringify({ ...vote, vote: choice })),
    JSON.stringify({ ...vote, voteRound: 1.5 }),
    JSON.stringify({ ...vote, salt: 'ab' }),
    JSON.stringify({ ...vote, salt: `${'ab'.repeat(31)}zz` }),
  ])('error: %s is none', async (text) => {
    const other = join(folder, 'other.json')
    writeFileSync(other, text)
    await expect(findVote(other)).rejects.toThrow(`${other} holds no sealed vote`)
  })
})
