import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { artifacts } from '../../src/bindings/index.ts'

const folder = join(import.meta.dirname, '..', 'integration')
const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

/** Contracts whose tests call a refusal by its full name. */
const contracts = ['Market', 'Parlays', 'Vault', 'Voting', 'Oracle', 'Venue', 'Desk', 'DevToken'] as const

test('behavior: every refusal is met by a test', () => {
  const names = contracts.flatMap((contract) =>
    Object.keys(artifacts[contract].errors).map((name) => `${contract}.${name}`),
  )
  expect(names.filter((name) => !tests.includes(`'${name}'`))).toEqual([])
})

test('behavior: an error code belongs to one refusal of one contract', () => {
  const codes = Object.values(artifacts).flatMap(({ errors }) => Object.values(errors))
  expect(new Set(codes).size).toBe(codes.length)
})
