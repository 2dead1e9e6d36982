import { describe, expect, test } from 'vitest'
import { questionAt, questionOf } from './question-of.ts'

const alone = { marketAddress: 'a', masterQuestion: null, question: 'Will it rain?' }
const leg = { marketAddress: 'b', masterQuestion: 'Who wins the City Cup?', question: 'Harbour United' }

describe('what a market is called where its event is not in sight', () => {
  test('default: a market by itself has its question', () => expect(questionOf(alone)).toBe('Will it rain?'))
  test('behavior: a leg follows the question of its event', () =>
    expect(questionOf(leg)).toBe('Who wins the City Cup? Harbour United'))
  test.each([
    ['b', 'Who wins the City Cup? Harbour United'],
    ['a', 'Will it rain?'],
    ['c', 'market 3'],
    [null, 'market 3'],
  ])('behavior: found by the address %s', (address, question) =>
    expect(questionAt([alone, leg], address, 'market 3')).toBe(question),
  )
})
