import type { FastifySchemaValidationError } from 'fastify'
import type { Refusal } from '../../kit/index.ts'
import { patternForms } from '../../wire/index.ts'
import { invalid } from './invalid.ts'

/** The validator's first complaint → a refusal that names the field as a dotted path and says what would be right. */
export function fromValidation(complaint: FastifySchemaValidationError, value: unknown): Refusal {
  const path = complaint.instancePath.split('/').slice(1).map(fromPointer)
  const { keyword, params } = complaint
  if (keyword === 'required') {
    const field = [...path, String(params.missingProperty)].join('.')
    return invalid(field, undefined, `${field} is required`)
  }
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty)
    const field = [...path, name].join('.')
    return invalid(field, valueAt(value, [...path, name]), `unknown field ${field.slice(0, 50)}`)
  }
  const field = path.join('.') || 'body'
  return invalid(field, valueAt(value, path), `${field} ${wording(complaint)}`)
}

function wording({ keyword, params, message }: FastifySchemaValidationError): string {
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as string[]).join(', ')}`
  if (keyword === 'pattern') return patternForms[String(params.pattern)] ?? 'has the wrong form'
  return message ?? 'is not valid'
}

/** A JSON pointer writes ~ and / as ~0 and ~1. */
const fromPointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined
    at = (at as Record<string, unknown>)[part]
  }
  return at
}
