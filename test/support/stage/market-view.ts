import {
  addressFromContractId,
  encodeMapKey,
  encodeMapPrefix,
  type NodeProvider,
  subContractId,
} from '@alephium/web3'
import type { OrderBook, RestingOrder } from '../../../src/domain/index.ts'
import { bytesToHex, concatBytes } from '../../../src/kit/index.ts'
import type { StagedMarket } from './stage.ts'

/** The maps of a market, in the order in which the contract declares them. */
const maps = { orders: 0, positions: 1, chunks: 2 } as const

type Key =
  | { readonly type: 'U256'; readonly value: bigint }
  | { readonly type: 'Address'; readonly value: string }

/** A market read entry by entry from the chain's state, not through the contract's own eyes. */
export function viewMarket(node: NodeProvider, market: StagedMarket, collateralId: string) {
  const entry = async (
    map: keyof typeof maps,
    key: Key,
  ): Promise<{ imm: string[]; mut: string[] } | null> => {
    const path = concatBytes(encodeMapPrefix(maps[map]), encodeMapKey(key.value, key.type))
    const address = addressFromContractId(subContractId(market.id, bytesToHex(path), 0))
    try {
      const state = await node.contracts.getContractsAddressState(address)
      return {
        imm: state.immFields.map((field) => String(field.value)),
        mut: state.mutFields.map((field) => String(field.value)),
      }
    } catch (error) {
      if (String(error).includes('KeyNotFound')) return null
      throw error
    }
  }

  const state = async () => {
    const raw = await node.contracts.getContractsAddressState(market.address)
    const fields = raw.mutFields.map((field) => BigInt(String(field.value)))
    const held = raw.asset.tokens?.find((token) => token.id === collateralId)?.amount ?? '0'
    return {
      held: BigInt(held),
      attoAlph: BigInt(raw.asset.attoAlphAmount),
      nextOrderId: Number(fields[2]),
      chunksUsed: Number(fields[3]),
      creatorFees: fields[4]!,
      treasuryFees: fields[5]!,
      levels: fields.slice(6),
    }
  }

  const position = async (trader: string): Promise<{ yes: bigint; no: bigint } | null> => {
    const found = await entry('positions', { type: 'Address', value: trader })
    return found === null ? null : { yes: BigInt(found.mut[0]!), no: BigInt(found.mut[1]!) }
  }

  /** Every order of one side, best first, by walking levels, queues and links. */
  const walk = async (side: 'bid' | 'ask'): Promise<RestingOrder[]> => {
    const { levels } = await state()
    const base = side === 'bid' ? 0 : 4
    const found: RestingOrder[] = []
    for (let index = 1; index < 1000; index += 1) {
      if ((levels[base + Math.floor(index / 256)]! >> BigInt(index % 256)) % 2n === 0n) continue
      const chunk = await entry('chunks', {
        type: 'U256',
        value: BigInt((base / 4) * 16 + Math.floor(index / 64)),
      })
      const word = BigInt(chunk!.mut[Math.floor((index % 64) / 4)]!)
      const queue = (word >> BigInt((index % 4) * 64)) % (1n << 64n)
      const last = Number(queue >> 32n)
      for (let id = Number(queue % (1n << 32n)); ; ) {
        const order = (await entry('orders', { type: 'U256', value: BigInt(id) }))!
        const terms = BigInt(order.imm[1]!)
        const isSell = terms % 2n === 1n
        found.push({
          orderId: id,
          trader: order.imm[0]!,
          side: isSell ? 'sell' : 'buy',
          outcome: (terms >> 1n) % 2n === 0n ? 'yes' : 'no',
          price: isSell ? index : 1000 - index,
          remaining: BigInt(order.mut[0]!),
        })
        if (id === last) break
        id = Number(order.mut[1])
      }
    }
    return found
  }

  return { state, position, entry, walk }
}

/** Which levels of a side have orders, as the contract's bitmap says it. */
export function levelsOf(book: OrderBook): bigint[] {
  const words = Array.from({ length: 8 }, () => 0n)
  for (const side of ['bid', 'ask'] as const)
    for (const order of book.list(side)) {
      const index = order.side === 'sell' ? order.price : 1000 - order.price
      const word = (side === 'bid' ? 0 : 4) + Math.floor(index / 256)
      words[word]! |= 1n << BigInt(index % 256)
    }
  return words
}
