import { expect, test } from 'vitest'
import { wantsCsv } from './csv.ts'

test.each([
  ['text/csv', true],
  ['TEXT/CSV', true],
  ['text/csv, application/json', true],
  ['application/json;q=0.1, text/csv', true],
  ['text/csv;q=0, */*', false],
  ['text/csv; q=0', false],
  ['text/csv;q=0.1, application/json', false],
  ['application/json, text/csv', false],
  ['text/csv;q=high', false],
  ['*/*', false],
  [undefined, false],
])('behavior: Accept %s wants CSV: %s', (accept, wanted) => expect(wantsCsv(accept)).toBe(wanted))
