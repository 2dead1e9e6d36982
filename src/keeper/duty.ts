import type { ContractCall, Deployment } from '../bindings/index.ts'
import type { Chain } from '../chain/index.ts'
import type { Database } from '../store/index.ts'

/** What a duty may look at. */
export interface DutyContext {
  readonly database: Database
  readonly chain: Chain
  readonly venue: Deployment
  /** Venue time, when the round began. */
  readonly nowMs: number
  /** For calls that carry one. */
  readonly deadlineMs: number
  readonly limit: number
}

/** One call that seems to be due. The dry run has the last word: due means that the chain would accept it now. */
export interface Task {
  /** What it is about, unique among all tasks: a second one is not sent while the first is on its way. */
  readonly key: string
  readonly call: ContractCall
}

/** A chore anybody may do. What is due is read afresh every time; at most it remembers where to go on looking. */
export interface Duty {
  readonly name: string
  list(context: DutyContext): Promise<readonly Task[]>
}
