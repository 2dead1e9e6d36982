import { equalBytes } from '../kit/index.ts'
import type { Val } from './value.ts'

export function equalVals(a: Val, b: Val): boolean {
  if (a.type === 'ByteVec') return b.type === 'ByteVec' && equalBytes(a.value, b.value)
  return a.type === b.type && a.value === b.value
}
