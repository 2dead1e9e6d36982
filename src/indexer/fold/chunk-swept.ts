import type { ChunkSwept } from '../../domain/index.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'

export const foldChunkSwept: Fold<ChunkSwept> = (event, place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  const sweptChunks = [...market.sweptChunks, event.chunk].sort((a, b) => a - b)
  rows.markets.put({ ...market, sweptChunks, updatedAtMs: place.timestampMs })
}
