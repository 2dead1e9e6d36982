import type { Hash } from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import type { ScriptOutcome } from '../outcome.ts'
import type { AssetOutput } from '../output.ts'
import type { World } from '../world.ts'
import type { DryRunEnv } from './environment.ts'
import { createWorld, dustRetriesMax, type Existing, runOnce, type TestRequest } from './test-contract.ts'

/** One unit test of a Ralph contract: contracts to start from, and the last method of the last of them to run. */
export interface UnitTestRun {
  readonly group: number
  readonly blockHash: Hash | undefined
  readonly blockTimestampMs: number | undefined
  readonly dustAmount: bigint | undefined
  readonly contracts: readonly Existing[]
  /** What is approved, the fee of all gas included in the first. */
  readonly inputs: readonly AssetOutput[]
}

export interface UnitTestOutcome {
  readonly outcome: ScriptOutcome
  /** After the test, if it did not fail. */
  readonly world: World
}

/** Runs a unit test. Unless the test says how much dust there is, missing dust is added a few times over. */
export function runUnitTest(test: UnitTestRun, env: DryRunEnv): UnitTestOutcome {
  const tested = test.contracts.at(-1)!
  const methodIndex = tested.contract.methods.length - 1
  const method = tested.contract.methods[methodIndex]!
  const request: TestRequest = {
    group: test.group,
    blockHash: test.blockHash ?? bytesToHex(env.random.bytes(32)),
    blockTimestampMs: test.blockTimestampMs ?? env.nowMs,
    txId: bytesToHex(env.random.bytes(32)),
    callerId: undefined,
    methodIndex,
    args: [],
    inputs: test.inputs,
    dustAmount: test.dustAmount ?? 0n,
    existing: test.contracts.slice(0, -1),
    tested,
  }
  const world = createWorld(env.tipOf(test.group).world, test.contracts)
  let dust = request.dustAmount
  let outcome = runOnce(request, env, world, test.inputs, method, dust)
  for (let retries = 0; retries < (test.dustAmount === undefined ? dustRetriesMax : 0); retries++) {
    if (outcome.ok || outcome.failure.required === undefined) break
    dust += outcome.failure.required
    outcome = runOnce(request, env, world, test.inputs, method, dust)
  }
  if (outcome.ok) world.apply(outcome.changes)
  return { outcome, world }
}
