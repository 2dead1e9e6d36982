import { cursorLengthMax } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { readPrivately } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

export const getLimits = defineRoute(
  operations.getLimits,
  readPrivately(async ({ key }, { terms: { rates }, index }) => {
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
)
