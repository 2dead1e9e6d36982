import type { Val } from '../bytecode/index.ts'
import { equalBytes } from '../kit/index.ts'

export function equalVals(a: Val, b: Val): boolean {
  if (a.type === 'ByteVec') return b.type === 'ByteVec' && equalBytes(a.value, b.value)
  return a.type === b.type && a.value === b.value
}
