import type { Hash } from '../../bytecode/index.ts'
import type { Random } from '../../kit/index.ts'
import type { Observer } from '../observer.ts'
import type { World } from '../world.ts'

/** A block as a dry run sees it: its state, and when it was. */
export interface DryRunBlock {
  readonly hash: Hash
  readonly timestampMs: number
  readonly world: World
}

/** The chain a dry run is asked against. Nothing of it is ever changed. */
export interface DryRunEnv {
  readonly networkId: number
  readonly nowMs: number
  readonly random: Random
  /** Compact form of the easiest mining target, which is what `blockTarget!` shows in a dry run. */
  readonly target: Uint8Array
  /** Sees every instruction. */
  readonly observer?: Observer
  /** The latest block of a group's own chain. */
  tipOf(group: number): DryRunBlock
  findBlock(hash: Hash): DryRunBlock | undefined
}

/** What the node's REST API would answer. */
export type DryRunAnswer<T> =
  | { readonly status: 200; readonly body: T }
  | { readonly status: 400 | 404 | 500; readonly detail: string }

export const badRequest = (detail: string): DryRunRefusal => new DryRunRefusal(400, detail)
export const failed = (detail: string): DryRunRefusal => new DryRunRefusal(500, detail)

/** Thrown within a dry run and turned into an answer at its door. */
export class DryRunRefusal {
  readonly status: 400 | 500
  readonly detail: string

  constructor(status: 400 | 500, detail: string) {
    this.status = status
    this.detail = detail
  }
}

export function answering<T>(run: () => T): DryRunAnswer<T> {
  try {
    return { status: 200, body: run() }
  } catch (error) {
    if (error instanceof DryRunRefusal) return { status: error.status, detail: error.detail }
    throw error
  }
}
