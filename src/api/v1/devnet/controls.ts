import { BlockList } from 'node:net'
import { refuse } from '../../../domain/index.ts'
import { operations } from '../../../wire/index.ts'
import type { ApiParts, DevnetControls } from '../../parts.ts'
import { type ApiRequest, defineRoute } from '../../route.ts'

const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** An IPv4 address in IPv6 clothes is judged as what it is. */
const isLocal = (address: string): boolean => loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4')

type Asked = Pick<ApiRequest<unknown, unknown, unknown, 'public'>, 'headers' | 'client'>

/**
 * Pages may use them, unlike the node's own controls, but only ours: a page from elsewhere shows by its Origin, a name
 * that was pointed at this machine by its Host. A program elsewhere can write any Host, but comes from its own address,
 * and what a proxy on this machine hands on says so.
 */
function controlsFor({ headers, client }: Asked, { devnet }: ApiParts): DevnetControls {
  const { host = '', origin } = headers
  const isOurPage = origin === undefined || origin === `http://${host}`
  const isDirect = headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
  if (devnet === null || !isOurPage || !localHost.test(host) || !isDirect || !isLocal(client))
    throw refuse('NOT_FOUND')
  return devnet
}

export const mineBlocks = defineRoute(operations.mineBlocks, (request, parts) =>
  controlsFor(request, parts).mine({ blocks: request.body.blocks ?? 1 }),
)

export const advanceTime = defineRoute(operations.advanceTime, (request, parts) =>
  controlsFor(request, parts).setTime({ advanceMs: request.body.advanceMs }),
)

export const setMining = defineRoute(operations.setMining, async (request, parts) => {
  controlsFor(request, parts).setMining({ mode: request.body.mode })
  return undefined
})

export const reorganise = defineRoute(operations.reorganise, (request, parts) =>
  controlsFor(request, parts).reorg({ depth: request.body.depth, replay: request.body.replay ?? true }),
)

export const causeFault = defineRoute(operations.causeFault, async (request, parts) => {
  controlsFor(request, parts).fault(request.body)
  return undefined
})
