import type { DevnetControls } from '../../api/index.ts'
import { ControlRefused, type Controls } from '../../devnet/index.ts'
import { refuse } from '../../domain/index.ts'

/** The devnet's controls as the interface offers them: what the chain cannot do is the caller's to put right. */
export const toDevnetControls = (controls: Controls): DevnetControls => ({
  mine: (options) => controls.mine(options),
  setTime: (change) => controls.setTime(change),
  setMining: (mode) => controls.setMining(mode),
  fault: (fault) => controls.fault(fault),
  reorg(options) {
    try {
      return controls.reorg(options)
    } catch (error) {
      if (!(error instanceof ControlRefused)) throw error
      throw refuse('INVALID_REQUEST', { field: 'depth', received: options.depth }, error.message)
    }
  },
})
