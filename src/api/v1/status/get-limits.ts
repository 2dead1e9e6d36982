import { cursorLengthMax } from '../../../store/index.ts'
import { defineRoute } from '../../route.ts'
import { Limits } from '../../schemas/status.ts'

export const getLimits = defineRoute({
  method: 'GET',
  path: '/v1/limits',
  tag: 'venue',
  summary: 'Rate limits and sizes',
  access: 'public',
  success: { status: 200, description: 'how much a caller may ask for', schema: Limits },
  handler({ key }, { terms: { rates } }) {
    const yours = key === null ? rates.anonymous : rates.key
    return {
      anonymous: rates.anonymous,
      key: rates.key,
      yours: { reads: key?.limits.reads ?? yours.reads, writes: key?.limits.writes ?? yours.writes },
      pageSizeMax: 200,
      searchSizeMax: 50,
      queryLengthMax: 200,
      cursorLengthMax,
    }
  },
})
