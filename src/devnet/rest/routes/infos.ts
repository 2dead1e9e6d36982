import { GROUPS } from '../../chain-index.ts'
import type { RouteContext } from '../request.ts'

/** The release whose behaviour the devnet shows. */
export const RELEASE = '4.6.0'

export const getVersion = () => ({ version: `v${RELEASE}` })

export const getNode = () => ({
  buildInfo: { releaseVersion: RELEASE, commit: '0'.repeat(40) },
  upnp: false,
  externalAddress: null,
})

export const getChainParams = ({ core }: RouteContext) => ({
  networkId: core.networkId,
  numZerosAtLeastInHash: 0,
  groupNumPerBroker: GROUPS,
  groups: GROUPS,
})

export function getSelfClique(context: RouteContext) {
  const port = context.port()
  return {
    cliqueId: `02${'0'.repeat(64)}`,
    nodes: [{ address: '127.0.0.1', restPort: port, wsPort: port, minerApiPort: port }],
    selfReady: true,
    synced: true,
  }
}

export const getNothing = () => []

export const getDifficulty = () => ({ difficulty: '1' })

export const getHashRate = () => ({ hashrate: '0 MH/s' })
