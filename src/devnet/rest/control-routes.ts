import { ApiError, badRequest } from '../api-error.ts'
import { ControlRefused, type Controls } from '../controls.ts'
import type { Fault } from '../faults.ts'
import type { RestAnswer, RestRequest } from './handle.ts'
import {
  booleanOf,
  integerOf,
  type JsonObject,
  listOf,
  objectOf,
  optional,
  parseJson,
  stringOf,
  withKeys,
} from './json-body.ts'
import { amountOf, assetLockOf, groupIndexOf, hashOf, tokenOf } from './wire-values.ts'

const PREFIX = '/devnet/'

export const isControl = (url: string): boolean => url.startsWith(PREFIX)

/**
 * The controls over HTTP. A web page must never reach them: browsers send an Origin, and a name that was pointed at this
 * machine shows in the Host; both are refused.
 */
export function handleControl(controls: Controls, request: RestRequest): RestAnswer {
  try {
    if (request.headers.origin !== undefined)
      throw new ApiError(403, { detail: 'Requests with an Origin are refused' })
    if (!isLocalHost(request.headers.host))
      throw new ApiError(403, { detail: 'Requests to a foreign Host are refused' })
    const name = (request.url.split('?')[0] ?? '').slice(PREFIX.length).replace(/\/$/, '')
    const run = commands[name]
    if (run === undefined) throw new ApiError(404, { resource: name, detail: `There is no control ${name}` })
    if (request.method !== 'POST') return { status: 405, type: '', text: '' }
    const body = request.text.trim() === '' ? {} : objectOf(parseJson(request.text))
    return json(200, run(controls, body) ?? {})
  } catch (error) {
    if (error instanceof ApiError) return json(error.status, error.body)
    if (error instanceof ControlRefused) return json(400, { detail: error.message })
    throw error
  }
}

const json = (status: number, body: unknown): RestAnswer => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
})

/** In process there is no Host, over a socket it must name this machine. */
function isLocalHost(host: string | undefined): boolean {
  if (host === undefined) return true
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host)
}

const groupsIn = (body: JsonObject) => {
  const fromGroup = optional(body, 'fromGroup', groupIndexOf)
  const toGroup = optional(body, 'toGroup', groupIndexOf)
  return {
    ...(fromGroup === undefined ? {} : { fromGroup }),
    ...(toGroup === undefined ? {} : { toGroup }),
  }
}

const commands: Record<string, (controls: Controls, body: JsonObject) => unknown> = {
  mine(controls, body) {
    const blocks = optional(body, 'blocks', integerOf)
    return controls.mine({ ...(blocks === undefined ? {} : { blocks }), ...groupsIn(body) })
  },
  mining(controls, body) {
    const mode = stringOf(withKeys(body, 'mode').mode)
    if (mode === 'instant' || mode === 'manual') return controls.setMining({ mode })
    if (mode !== 'interval') throw badRequest('mode must be instant, manual or interval')
    const intervalMs = optional(body, 'intervalMs', integerOf) ?? 1_000
    if (intervalMs < 1) throw badRequest('intervalMs must be positive')
    return controls.setMining({ mode, intervalMs })
  },
  time(controls, body) {
    const advanceMs = optional(body, 'advanceMs', integerOf)
    const setToMs = optional(body, 'setToMs', integerOf)
    if ((advanceMs === undefined) === (setToMs === undefined))
      throw badRequest('name either advanceMs or setToMs')
    return controls.setTime(advanceMs === undefined ? { setToMs: setToMs! } : { advanceMs })
  },
  fund(controls, body) {
    const lock = assetLockOf(withKeys(body, 'address').address)
    const attoAlph = optional(body, 'attoAlph', amountOf) ?? 0n
    const tokens = optional(body, 'tokens', listOf(tokenOf)) ?? []
    const coins = optional(body, 'coins', integerOf) ?? 1
    if (coins < 1 || coins * (tokens.length + 1) > 200) throw badRequest('coins must be between 1 and 200')
    return controls.fund({ lock, attoAlph, tokens, coins })
  },
  snapshot: (controls) => controls.snapshot(),
  revert: (controls, body) => controls.revert(stringOf(withKeys(body, 'id').id)),
  reorg(controls, body) {
    const replay = optional(body, 'replay', booleanOf)
    const options = replay === undefined ? {} : { replay }
    if (body.to !== undefined) return controls.reorg({ to: hashOf(body.to), ...options })
    const depth = integerOf(withKeys(body, 'depth').depth)
    return controls.reorg({ depth, ...groupsIn(body), ...options })
  },
  fault: (controls, body) => controls.fault(faultOf(body)),
}

const kinds = ['delay', 'drop', 'status', 'garbage'] as const

function faultOf(body: JsonObject): Fault {
  const given = withKeys(body, 'route', 'kind')
  const kind = kinds.find((each) => each === given.kind)
  if (kind === undefined) throw badRequest('kind must be delay, drop, status or garbage')
  const delayMs = optional(body, 'delayMs', integerOf)
  const status = optional(body, 'status', integerOf)
  if (delayMs !== undefined && (delayMs < 0 || delayMs > 600_000))
    throw badRequest('delayMs must be at most 600000')
  if (status !== undefined && (status < 100 || status > 599))
    throw badRequest('status must be an HTTP status')
  return {
    route: stringOf(given.route),
    kind,
    count: optional(body, 'count', integerOf) ?? 1,
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(status === undefined ? {} : { status }),
  }
}
