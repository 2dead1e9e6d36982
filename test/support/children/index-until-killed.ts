import { applyBlocks } from '../../../src/indexer/index.ts'
import { type Database, openDatabase, type Writer } from '../../../src/store/index.ts'
import { createStory } from '../../simulation/indexer/story.ts'
import { venue } from '../../simulation/indexer/world.ts'

/**
 * Indexes a made-up chain of argv[3] blocks into the database of argv[2] (JSON of its options), one commit a block, and
 * dies by SIGKILL before its argv[4]-th statement.
 */
const [, , options = '{}', blocks = '0', statement = '0'] = process.argv
const database = await openDatabase(JSON.parse(options))
const { chain, mine } = createStory()
mine(Number(blocks))

let count = 0
const tick = (): void => {
  count += 1
  if (count === Number(statement)) process.kill(process.pid, 'SIGKILL')
}
const counting = (tx: Writer): Writer => ({
  query: (asked) => {
    tick()
    return tx.query(asked)
  },
  execute: (asked) => {
    tick()
    return tx.execute(asked)
  },
})
const mortal: Database = {
  ...database,
  transaction: (work, how) => database.transaction((tx) => work(counting(tx)), how),
}

const line = { networkId: 4, genesisHash: chain.main[0]!.hash, startHeight: 0 }
for (const block of chain.main) await applyBlocks(mortal, [block], { line, venue, finalHeight: -1 })
process.stdout.write(`survived ${count} statements\n`)
await database.close()
