import type { IncomingHttpHeaders } from 'node:http'
import { refuse } from '../../../domain/index.ts'
import { operations } from '../../../wire/index.ts'
import type { ApiParts, DevnetControls } from '../../parts.ts'
import { defineRoute } from '../../route.ts'

const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Pages may use them, unlike the node's own controls, but only ours: a page from elsewhere shows by its Origin, a name
 * that was pointed at this machine by its Host.
 */
function controlsFor({ host = '', origin }: IncomingHttpHeaders, { devnet }: ApiParts): DevnetControls {
  const isOurs = origin === undefined || origin === `http://${host}`
  if (devnet === null || !isOurs || !localHost.test(host)) throw refuse('NOT_FOUND')
  return devnet
}

export const mineBlocks = defineRoute(operations.mineBlocks, ({ body, headers }, parts) =>
  controlsFor(headers, parts).mine({ blocks: body.blocks ?? 1 }),
)

export const advanceTime = defineRoute(operations.advanceTime, ({ body, headers }, parts) =>
  controlsFor(headers, parts).setTime({ advanceMs: body.advanceMs }),
)

export const setMining = defineRoute(operations.setMining, async ({ body, headers }, parts) => {
  controlsFor(headers, parts).setMining({ mode: body.mode })
  return undefined
})

export const reorganise = defineRoute(operations.reorganise, ({ body, headers }, parts) =>
  controlsFor(headers, parts).reorg({ depth: body.depth, replay: body.replay ?? true }),
)
