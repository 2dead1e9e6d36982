import { resolve } from 'node:path'
import {
  type Chain,
  connectNode,
  type NodeOptions,
  RETURN_AFTER_MS,
  withFailover,
} from '../../chain/index.ts'
import type { Config } from '../../config/index.ts'
import { VENUE_GROUP } from '../../deploy/index.ts'
import type { Devnet } from '../../devnet/index.ts'
import { monotonicClock } from '../../kit/index.ts'
import { openDevnet } from './open-devnet.ts'

export interface OpenNode {
  readonly chain: Chain
  /** Where a client submits what it signed. */
  readonly url: string
  /** Null on a real network. */
  readonly devnet: Devnet | null
  stop(): Promise<void>
}

type NodeManner = Pick<NodeOptions, 'limits' | 'observe'>

/**
 * The node: a real one, or the devnet in this process. With the devnet the adapter gets the devnet's own request handler
 * in place of `fetch`, so the adapter we ship is the one that is always exercised.
 */
export async function openNode(config: Config, options: NodeManner = {}): Promise<OpenNode> {
  return config.nodeUrls.length > 0 ? connect(config, options) : embed(config, options)
}

function connect({ nodeUrls, nodeApiKey }: Config, options: NodeManner): OpenNode {
  const chains = nodeUrls.map((url) =>
    connectNode({
      url,
      group: VENUE_GROUP,
      clock: monotonicClock,
      ...options,
      ...(nodeApiKey === null ? {} : { apiKey: nodeApiKey }),
    }),
  )
  const [first, ...others] = chains
  const chain =
    others.length === 0
      ? first!
      : withFailover(chains, { clock: monotonicClock, returnAfterMs: RETURN_AFTER_MS })
  return { chain, url: nodeUrls[0]!, devnet: null, stop: async () => undefined }
}

async function embed(config: Config, options: NodeManner): Promise<OpenNode> {
  const devnet = await openDevnet(config, resolve(config.dataDir))
  const chain = connectNode({
    url: devnet.url,
    group: VENUE_GROUP,
    clock: monotonicClock,
    fetch: devnet.fetch,
    ...options,
  })
  return { chain, url: devnet.url, devnet, stop: () => devnet.stop() }
}
