import { sleep } from '../../kit/index.ts'
import type { Fault } from '../faults.ts'
import type { RestAnswer } from './handle.ts'

/** No answer at all: the connection just ends. */
export const DROPPED = 'dropped'

/** Spoils an answer as ordered. The request was still carried out, as when a network fails on the way back. */
export async function spoil(
  fault: Fault | undefined,
  answer: RestAnswer,
): Promise<RestAnswer | typeof DROPPED> {
  switch (fault?.kind) {
    case undefined:
      return answer
    case 'delay':
      await sleep(fault.delayMs ?? 1_000)
      return answer
    case 'drop':
      return DROPPED
    case 'status': {
      const status = fault.status ?? 503
      return { status, type: 'application/json', text: JSON.stringify({ detail: `Ordered fault ${status}` }) }
    }
    case 'garbage':
      return { ...answer, status: 200, type: 'application/json', text: '{"garbage":' }
  }
}
