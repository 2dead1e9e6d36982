import { proposalBounds } from 'sibyl/client'
import { describe, expect, test } from 'vitest'
import { type Draft, emptyDraft, faultOf, requestOf } from './proposal.ts'

const draft: Draft = { ...emptyDraft, question: 'Will it?', category: 'Weather', endsAt: '2026-05-01T12:00' }
const endsAt = new Date('2026-05-01T12:00').toISOString()

describe('a proposal', () => {
  test('default: what is not given is not asked for', () => {
    expect([faultOf(draft), requestOf(draft)]).toEqual([
      null,
      { kind: 'proposeSingle', question: 'Will it?', category: 'Weather', endsAt },
    ])
  })
  test('behavior: with everything', () => {
    expect(requestOf({ ...draft, rules: 'r', sources: 's', tags: ' a, ,b ' })).toMatchObject({
      rules: 'r',
      resolutionSources: 's',
      tags: ['a', 'b'],
    })
  })
  test('behavior: answers make it an event', () => {
    expect(requestOf({ ...draft, legs: ['A', 'B'] })).toEqual({
      kind: 'proposeLinked',
      masterQuestion: 'Will it?',
      legs: [{ question: 'A' }, { question: 'B' }],
      category: 'Weather',
      endsAt,
    })
  })
  test('behavior: as much as fits can be proposed', () => {
    const full = {
      ...draft,
      question: 'q'.repeat(300),
      sources: 's'.repeat(proposalBounds.resolutionSources),
      tags: Array(10).fill('t'.repeat(40)).join(),
      legs: ['A', 'é'.repeat(150)],
    }
    expect(faultOf(full)).toBeNull()
  })
  test.each([
    [{ question: ' ' }, 'Ask a question.'],
    [{ category: '' }, 'Name a category.'],
    [{ endsAt: '' }, 'Say when trading ends.'],
    [{ endsAt: 'soon' }, 'Say when trading ends.'],
    [{ question: 'é'.repeat(151) }, 'Too long: question, at most 300 bytes.'],
    [
      { sources: 's'.repeat(proposalBounds.resolutionSources + 1) },
      `Too long: sources, at most ${proposalBounds.resolutionSources} bytes.`,
    ],
    [{ legs: ['A', 'é'.repeat(151)] }, 'Every answer needs a text that is not too long.'],
    [{ tags: Array(11).fill('t').join() }, 'At most 10 tags of 40 bytes.'],
    [{ tags: 't'.repeat(41) }, 'At most 10 tags of 40 bytes.'],
    [{ legs: ['A'] }, 'An event has at least 2 answers.'],
    [{ legs: ['A', ''] }, 'Every answer needs a text that is not too long.'],
  ])('error: %j', (part, fault) => {
    expect(faultOf({ ...draft, ...part })).toBe(fault)
  })
})
