import { describe, expect, test } from 'vitest'
import { method, op } from '../../test/support/vm-program.ts'
import { encodeMethods, type Instruction } from '../bytecode/index.ts'
import { createFixtureWorld } from './fixture-world.ts'
import { hardForksMs } from './hard-forks.ts'
import { decodeTxScript, runTxScript } from './tx-script.ts'

function failureAt(timestampMs: number, ...instructions: readonly Instruction[]): string | undefined {
  const decoded = decodeTxScript(encodeMethods([method(instructions)]))
  if (!decoded.ok) throw new Error(decoded.text)
  const outcome = runTxScript({
    world: createFixtureWorld(),
    block: {
      networkId: 4,
      group: 0,
      timestampMs,
      target: Uint8Array.of(3, 0, 1, 0),
      blockHash: '33'.repeat(32),
    },
    tx: {
      txId: '44'.repeat(32),
      inputs: [],
      fixedOutputs: [],
      gasPrice: 1n,
      gasAmount: 20_000,
      signatures: [],
    },
    script: decoded.script,
    gas: 10_000,
  })
  return outcome.ok ? undefined : outcome.failure.text
}

describe('a block before the hard forks', () => {
  test.each([
    ['of Leman', [op('Dup')], 'InactiveInstr(Dup)'],
    ['of Leman, stateful', [op('ALPHTokenId')], 'InactiveInstr(ALPHTokenId)'],
    ['of Rhone', [op('MethodSelector', 848994680)], 'InactiveInstr(MethodSelector(Selector(848994680)))'],
    ['of Danube', [op('DevInstr', 3)], 'InactiveInstr(DevInstr(TestEqual))'],
    ['that follows an old one', [op('ConstTrue'), op('Swap')], 'InactiveInstr(Swap)'],
  ])('error: an instruction %s does not run', (_, instructions, text) => {
    expect(failureAt(hardForksMs - 1, ...instructions)).toBe(text)
    expect(failureAt(hardForksMs, ...instructions)).not.toBe(text)
  })
  test('behavior: instructions of the first release run at any time', () => {
    expect(failureAt(1_000, op('ConstTrue'), op('Pop'), op('BlockTimeStamp'), op('Pop'))).toBeUndefined()
  })
})
