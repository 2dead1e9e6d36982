import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Fault } from '../kit/index.ts'

/** A checker for one kind of answer; the first thing that is wrong is named, the answer itself is not repeated. */
export function createReplyParser<T extends TSchema>(name: string, schema: T): (reply: unknown) => Static<T> {
  const validator = Compile(schema)
  return (reply) => {
    const where = findFault(reply)
    if (where !== null)
      throw new Fault('upstream_error', `the node's ${name} answer cannot be used: ${where}`)
    return reply as Static<T> // just checked
  }

  function findFault(reply: unknown): string | null {
    try {
      if (validator.Check(reply)) return null
      const first = validator.Errors(reply)[0]
      return first ? `${first.instancePath || '/'}: ${first.message}` : 'wrong shape'
    } catch {
      // Arrays in arrays, deeper than the stack.
      return 'it cannot be checked'
    }
  }
}
