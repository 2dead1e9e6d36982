import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'asyncapi.json'), 'utf8'),
) as { components: { messages: Record<string, { payload: object }> } }
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'stream', components: document.components })
const validators = new Map<string, ValidateFunction>()

/** As docs/asyncapi.json promises it, or an error that says what differs. */
export function assertPromised(message: { readonly type: string }): void {
  const { type } = message
  if (!validators.has(type))
    validators.set(type, ajv.compile({ $ref: `stream#/components/messages/${type}/payload` }))
  const validate = validators.get(type)!
  if (!validate(message)) throw new Error(`${type}: ${ajv.errorsText(validate.errors)}`)
}
