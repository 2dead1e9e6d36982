import * as Type from 'typebox'
import { errorCodes } from '../../domain/index.ts'
import { Named, Word } from './fields.ts'

export const ErrorShape = Named(
  'Error',
  {
    statusCode: Type.Integer({ minimum: 400, maximum: 599, description: 'equals the HTTP status' }),
    code: Word(errorCodes, 'stable machine-readable code; switch on this, not on the message'),
    message: Type.String({ description: 'for people' }),
    details: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'varies by code' })),
  },
  'every answer with a status of 400 or more',
)
