import { cursorLengthMax } from '../../../store/index.ts'
import { readPrivately } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'
import { Limits } from '../../schemas/status.ts'

export const getLimits = defineRoute({
  method: 'GET',
  path: '/v1/limits',
  tag: 'venue',
  summary: 'Rate limits and sizes',
  access: 'public',
  success: { status: 200, description: 'how much a caller may ask for', schema: Limits },
  errors: ['UPSTREAM_TIMEOUT'],
  headers: { 'X-Block-Height': 'height of the block reads reflect', 'X-Index-Lag-Ms': 'lag in milliseconds' },
  handler: readPrivately(async ({ key }, { terms: { rates }, index }) => {
    const status = await index.current()
    const yours = key === null ? rates.anonymous : rates.key
    const body = {
      anonymous: rates.anonymous,
      key: rates.key,
      yours: { reads: key?.limits.reads ?? yours.reads, writes: key?.limits.writes ?? yours.writes },
      pageSizeMax: 200,
      searchSizeMax: 50,
      queryLengthMax: 200,
      cursorLengthMax,
    }
    return {
      text: JSON.stringify(body),
      view: { height: status?.height ?? 0, revision: status?.revision ?? 0 },
    }
  }),
})
