import type { DeskEvent } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

/** The desk's events change nothing that is read from the index: what it holds is asked of the chain. */
export const foldDeskEvent: Fold<DeskEvent> = () => {}
