import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Fault } from '../kit/index.ts'

/** A checker for one kind of answer; the first thing that is wrong is named, the answer itself is not repeated. */
export function createReplyParser<T extends TSchema>(name: string, schema: T): (reply: unknown) => Static<T> {
  const validator = Compile(schema)
  return (reply) => {
    if (validator.Check(reply)) return reply
    const first = validator.Errors(reply)[0]
    const where = first ? `${first.instancePath || '/'}: ${first.message}` : 'wrong shape'
    throw new Fault('upstream_error', `the node's ${name} answer cannot be used: ${where}`)
  }
}
