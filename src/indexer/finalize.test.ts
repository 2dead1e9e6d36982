import { expect, test } from 'vitest'
import { emptyIndex } from '../../test/simulation/indexer/dump.ts'
import { catchUp, makeIndexer } from '../../test/simulation/indexer/scenario.ts'
import { createScriptedChain } from '../../test/simulation/indexer/scripted-chain.ts'
import { describeOnBothDatabases } from '../../test/support/database.ts'
import { findCheckpoint } from '../store/index.ts'
import { UNDO_DEPTH_MAX } from './follow.ts'

describeOnBothDatabases('what is final', (context) => {
  test('behavior: the first block from the start; then what no reorganisation reaches, so many blocks at once', async () => {
    const { database } = context
    await emptyIndex(database)
    const chain = createScriptedChain()
    // Its indexers finalize four blocks at once.
    const indexer = makeIndexer(chain, database)
    const finalAt = async (height: number): Promise<number | undefined> => {
      for (let at = chain.main.length; at <= height; at++)
        chain.mine({ events: [], timestampMs: 1_700_000_000_000 + at * 1_000 })
      await catchUp(indexer)
      return (await findCheckpoint(database))?.finalHeight
    }
    expect(await finalAt(1)).toBe(0)
    expect(await finalAt(UNDO_DEPTH_MAX)).toBe(0)
    expect(await finalAt(UNDO_DEPTH_MAX + 3)).toBe(0)
    expect(await finalAt(UNDO_DEPTH_MAX + 4)).toBe(4)
    expect(await finalAt(UNDO_DEPTH_MAX + 7)).toBe(4)
  })
})
