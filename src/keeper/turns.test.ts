import { expect, test } from 'vitest'
import type { Task } from './duty.ts'
import { createTurns } from './turns.ts'

const call = { script: '', attoAlph: 0n, tokens: [] }
const tasks = (from: number, to: number): Task[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ key: String(from + i), call }))

test('behavior: tasks at the head that never succeed let those behind have their turn, and get theirs again', () => {
  const turns = createTurns(2)
  const rounds = Array.from({ length: 5 }, () => {
    const due = turns.next(tasks(1, 5).slice(0, turns.limit()))
    for (const task of due) turns.tried(task)
    return due.map(({ key }) => key).join(' ')
  })
  expect(rounds).toEqual(['1 2', '3 4', '5 1', '2 3', '4 5'])
})
test('behavior: what is no longer listed is forgotten, and no more is listed than needed', () => {
  const turns = createTurns(2)
  expect(turns.limit()).toBe(2)
  for (const task of turns.next(tasks(1, 2))) turns.tried(task)
  expect(turns.limit()).toBe(4)
  expect(turns.next(tasks(3, 4)).map(({ key }) => key)).toEqual(['3', '4'])
  expect(turns.limit()).toBe(2)
})
test('behavior: only so many are remembered', () => {
  const turns = createTurns(1)
  for (const task of tasks(1, 2_001)) turns.tried(task)
  expect(turns.limit()).toBe(2_001)
})
