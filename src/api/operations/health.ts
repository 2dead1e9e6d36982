import { operations } from '../../wire/index.ts'
import { defineRoute } from '../route.ts'

export const health = defineRoute(operations.getHealth, () => ({ status: 'ok' as const }))
