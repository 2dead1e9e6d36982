import { addressFromContractId } from '../alephium/index.ts'
import { DECIMALS_MAX, DECIMALS_MIN, type VenueToken } from '../bindings/index.ts'
import type { Chain } from '../chain/index.ts'
import { hexToBytes } from '../kit/index.ts'

/** How the chain marks a contract as following its fungible-token standard: "ALPH", then the standard's id. */
const FUNGIBLE_TOKEN = '414c50480001'

/** Where the standard puts its methods. */
const methods = { symbol: 0, name: 1, decimals: 2 } as const

type Asked = Pick<Chain, 'findContractState' | 'callContract'>

/** A token as it is on the chain, or a sentence about why a venue cannot use it. */
export async function readToken(chain: Asked, id: string): Promise<VenueToken | string> {
  const address = addressFromContractId(id)
  const state = await chain.findContractState(address)
  if (state === null) return `there is no contract ${id}`
  const mark = state.immFields.at(-1)
  if (mark?.type !== 'ByteVec' || mark.value !== FUNGIBLE_TOKEN)
    return `${id} does not follow the chain’s standard for fungible tokens`
  const [symbol, name, decimals] = await Promise.all([
    ask(chain, address, methods.symbol),
    ask(chain, address, methods.name),
    ask(chain, address, methods.decimals),
  ])
  const shown = { symbol: textOf(symbol), name: textOf(name) }
  if (shown.symbol === null || shown.name === null) return `${id} does not say its name and symbol`
  const count = decimals?.type === 'U256' ? Number(decimals.value) : null
  if (count === null) return `${id} does not say how many decimals it has`
  if (!(count >= DECIMALS_MIN && count <= DECIMALS_MAX))
    return `${id} has ${count} decimals; a venue counts in ${DECIMALS_MIN} to ${DECIMALS_MAX}`
  return { id, name: shown.name, symbol: shown.symbol, decimals: count }
}

async function ask(chain: Asked, address: string, methodIndex: number) {
  const result = await chain.callContract({ address, methodIndex })
  return result.ok ? result.returns[0] : undefined
}

/** Anybody's bytes: printable, not empty, not endless. */
const printable = /^[\x20-\x7e]{1,64}$/

function textOf(value: Awaited<ReturnType<typeof ask>>): string | null {
  if (value?.type !== 'ByteVec') return null
  const text = new TextDecoder().decode(hexToBytes(value.value))
  return printable.test(text) ? text : null
}
