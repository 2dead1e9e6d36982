import { CANCELS_PER_MINUTE } from '../../../auth/index.ts'
import { cursorLengthMax } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { readPrivately } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'
import { CONNECTIONS_PER_ADDRESS, CONNECTIONS_PER_WALLET } from '../../stream/connections.ts'
import { CHANNELS_MAX } from '../../stream/read-channels.ts'
import { QUEUE_BYTES_MAX } from '../../stream/subscriber.ts'
import { CLIENT_MESSAGES_PER_MINUTE } from '../../stream/ws-route.ts'

export const getLimits = defineRoute(
  operations.getLimits,
  readPrivately(async ({ key }, { terms: { rates }, index }) => {
    const status = await index.current()
    const yours = key === null ? rates.anonymous : rates.key
    const body = {
      anonymous: rates.anonymous,
      key: rates.key,
      yours: { reads: key?.limits.reads ?? yours.reads, writes: key?.limits.writes ?? yours.writes },
      cancels: CANCELS_PER_MINUTE,
      streams: {
        connections: {
          anonymous: CONNECTIONS_PER_ADDRESS,
          key: CONNECTIONS_PER_WALLET,
          yours: key === null ? CONNECTIONS_PER_ADDRESS : CONNECTIONS_PER_WALLET,
        },
        channelsMax: CHANNELS_MAX,
        messagesPerMinute: CLIENT_MESSAGES_PER_MINUTE,
        queueBytesMax: QUEUE_BYTES_MAX,
      },
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
