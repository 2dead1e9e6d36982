import { describe, expect, test } from 'vitest'
import {
  alice,
  at,
  bytes,
  callMethod,
  constantGas,
  contractId,
  i,
  method,
  op,
  runScript,
  u,
} from '../../../test/support/vm-program.ts'
import { addressText, contractLock, type Instruction } from '../../bytecode/index.ts'
import { utf8ToBytes } from '../../kit/index.ts'

const eventsOf = (instructions: readonly Instruction[]) => {
  const answer = callMethod({ contract: { id: contractId, methods: [method(instructions)] } })
  if (answer.status !== 200) throw new Error(answer.detail)
  return answer.body
}

describe('events', () => {
  test('default: the first value is the index, the rest are fields', () => {
    const { events } = eventsOf([i(7n), u(1n), bytes('ff'), op('Log3')])
    expect(events).toEqual([
      {
        blockHash: '22'.repeat(32),
        timestamp: 1_750_000_000_000,
        contractAddress: addressText(contractLock(contractId)),
        eventIndex: 7,
        fields: [
          { type: 'U256', value: '1' },
          { type: 'ByteVec', value: 'ff' },
        ],
      },
    ])
  })
  test('behavior: an index that is no signed byte makes the event vanish', () => {
    expect(eventsOf([i(128n), op('Log1')]).events).toEqual([])
    expect(eventsOf([i(-128n), op('Log1')]).events).toHaveLength(1)
    expect(eventsOf([u(1n), op('Log1')]).events).toEqual([])
  })
  test('behavior: a script logs nothing, for the same price', () => {
    expect(runScript([i(1n), op('Log1')], 0)).toEqual({ returns: [], gas: 120 + constantGas })
    expect(runScript([i(1n), ...Array.from({ length: 8 }, () => u(1n)), op('Log9')], 0).gas).toBe(
      280 + 9 * constantGas,
    )
  })
  test('default: debug messages put values between their parts', () => {
    const parts = ['a=', ', b=', '.'].map(utf8ToBytes)
    const { debugMessages, events } = eventsOf([u(5n), at(alice), op('DEBUG', parts)])
    expect(debugMessages.map(({ message }) => message)).toEqual([`a=5, b=${addressText(alice)}.`])
    expect(events).toEqual([])
  })
  test('error: a debug message without parts', () => {
    expect(runScript([op('DEBUG', [])], 0).failure).toBe('DebugMessageIsEmpty')
  })
})
