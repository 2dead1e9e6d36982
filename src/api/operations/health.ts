import { defineRoute } from '../route.ts'
import { Strict, Word } from '../schemas/fields.ts'

export const health = defineRoute({
  method: 'GET',
  path: '/health',
  tag: 'operations',
  summary: 'Is the process alive',
  description:
    'Asks nobody: a supervisor restarts the process when this fails, and a restart heals no database.',
  access: 'public',
  success: {
    status: 200,
    description: 'alive',
    schema: Strict({ status: Word(['ok'], 'always ok') }, 'alive'),
  },
  handler: () => ({ status: 'ok' as const }),
})
