import { describe, expect, test } from 'vitest'
import { defaultListSessions } from './list-sessions.ts'

describe('default list sessions', () => {
  test.each([
    'postgres://u:p@127.0.0.1:5432/sibyl',
    'postgres://u@localhost/sibyl',
    'postgresql://u@[::1]:5432/sibyl',
    'postgres:///sibyl',
    'postgres://u@LOCALHOST/sibyl',
    'postgres://u@%2Fvar%2Frun%2Fpostgresql/sibyl',
    'postgres:///sibyl?user=u&host=/var/run/postgresql',
  ])('behavior: one more than there are cores, beside us: %s', (url) => {
    expect([1, 2, 4, 7, 64].map((cores) => defaultListSessions(url, cores))).toEqual([2, 3, 5, 8, 8])
  })
  test.each([
    'postgres://u@db.example/sibyl',
    'postgres://u@10.0.0.7/sibyl',
    'postgres://u@localhost.example/s',
  ])('behavior: eight elsewhere: %s', (url) => {
    expect([1, 2, 64].map((cores) => defaultListSessions(url, cores))).toEqual([8, 8, 8])
  })
})
