import { type DecodedContract, equalVals, groups, type Val, valText } from '../bytecode/index.ts'
import { CONTRACT_DEPOSIT, DUST } from '../kit/index.ts'
import {
  alphTokenId,
  type CompiledTest,
  type CompiledTests,
  CompileError,
  type CreatedContract,
  errorText,
  type TestedContract,
} from '../ralph/index.ts'
import { type DryRunEnv, type LogEntry, runUnitTest, type ScriptFailure, type World } from '../vm/index.ts'

const debugEventIndex = -3

/** Runs the tests inside Ralph contracts, each in a world of its own and when it is asked for: why it failed, or undefined. */
export function* ralphTestResults(
  source: string,
  contracts: readonly TestedContract[],
  env: DryRunEnv,
): Generator<string | undefined> {
  const codes = new Map(contracts.map(({ name, debugCode }) => [name, debugCode]))
  // Those that change immutable fields come last, whatever contract they belong to.
  for (const updatesImmFields of [false, true]) {
    for (const { name, debugCode, testCode, tests } of contracts) {
      for (const test of tests?.tests ?? []) {
        if (test.settings.updatesImmFields !== updatesImmFields) continue
        const tested = (updatesImmFields ? testCode : undefined) ?? debugCode
        yield runTest(source, test, tests!, { codes, name, tested }, env)
      }
    }
  }
}

interface Codes {
  readonly codes: ReadonlyMap<string, DecodedContract>
  readonly name: string
  readonly tested: DecodedContract
}

function runTest(
  source: string,
  test: CompiledTest,
  tests: CompiledTests,
  codes: Codes,
  env: DryRunEnv,
): string | undefined {
  const { group, blockHash, blockTimestampMs, dustAmount: dust } = test.settings
  if (group < 0 || group >= groups) return `Invalid group setting ${group} in test ${test.name}`
  const { outcome, world } = runUnitTest(
    {
      group,
      blockHash,
      blockTimestampMs: blockTimestampMs === undefined ? undefined : Number(blockTimestampMs),
      dustAmount: dust,
      contracts: test.before.map((created) => existing(created, test, codes)),
      inputs: test.assets.map(({ lock, tokens }) => ({
        kind: 'asset',
        lock,
        amount: tokens.find(({ id }) => id === alphTokenId)?.amount ?? DUST,
        lockTimeMs: 0n,
        tokens: tokens.filter(({ id }) => id !== alphTokenId),
        additionalData: new Uint8Array(),
      })),
    },
    env,
  )
  const fail = (detail: string, span: CompileError['span']): string =>
    testErrorText(source, test, detail, span, outcome.logs)
  if (!outcome.ok) return failureText(outcome, test, tests, fail)
  return checkAfter(test, world, fail)
}

/** The tested contract, wherever it occurs, has the test as its last method. */
function existing(created: CreatedContract, test: CompiledTest, { codes, name, tested }: Codes) {
  const contract =
    created.typeName === name
      ? { ...tested, methods: [...tested.methods, test.method] }
      : codes.get(created.typeName)!
  return {
    id: created.contractId,
    contract,
    immFields: created.immFields.map(({ value }) => value),
    mutFields: created.mutFields.map(({ value }) => value),
    asset: {
      amount: created.tokens.find(({ id }) => id === alphTokenId)?.amount ?? CONTRACT_DEPOSIT,
      tokens: created.tokens.filter(({ id }) => id !== alphTokenId),
    },
  }
}

type Fail = (detail: string, span: CompileError['span']) => string

function failureText(
  { failure }: ScriptFailure,
  test: CompiledTest,
  tests: CompiledTests,
  fail: Fail,
): string {
  if (failure.kind === 'io') return `IO error occurred when running test \`${test.name}\`: ${failure.text}`
  const isAssertion = failure.name === 'AssertionFailedWithErrorCode'
  const place = isAssertion ? failure.errorCode : failure.testPlace
  const text = isAssertion ? `Assertion Failed in test \`${test.name}\`` : failure.text
  return fail(`VM execution error: ${text}`, place === undefined ? undefined : tests.places.get(place))
}

function testErrorText(
  source: string,
  test: CompiledTest,
  detail: string,
  span: CompileError['span'],
  logs: readonly LogEntry[],
): string {
  const messages = debugMessages(test, logs)
  const error = new CompileError(`Test failed: ${test.name}, detail: ${detail}`, {
    title: 'Testing error',
    span,
    ...(messages.length === 0 ? {} : { footer: `Debug messages:\n${messages.join('\n')}\n` }),
  })
  return errorText(error, source)
}

const utf8 = new TextDecoder()

function debugMessages(test: CompiledTest, logs: readonly LogEntry[]): string[] {
  return logs.flatMap(({ contractId, eventIndex, fields }) => {
    const contract = test.before.find((created) => created.contractId === contractId)
    const [message] = fields
    if (contract === undefined || eventIndex !== debugEventIndex || message?.type !== 'ByteVec') return []
    return [`> Contract @ ${contract.typeName} - ${utf8.decode(message.value)}`]
  })
}

function checkAfter(test: CompiledTest, world: World, fail: Fail): string | undefined {
  for (const [i, expected] of test.after.entries()) {
    const found = world.findContract(expected.contractId)
    if (found === undefined) return `Failed in IO: contract ${expected.contractId} does not exist`
    const detail =
      wrongField(expected.immFields, found.immFields) ??
      wrongField(expected.mutFields, found.mutFields) ??
      wrongToken(expected, found.asset)
    if (detail !== undefined) return fail(detail, test.afterSpans[i])
  }
  return undefined
}

function wrongField(expected: CreatedContract['immFields'], found: readonly Val[]): string | undefined {
  for (const [i, { name, value }] of expected.entries()) {
    const got = found[i]
    if (got === undefined || !equalVals(value, got)) {
      return `invalid field ${name}, expected ${valText(value)}, have: ${got === undefined ? 'nothing' : valText(got)}`
    }
  }
  return undefined
}

function wrongToken(
  { tokens }: CreatedContract,
  asset: {
    readonly amount: bigint
    readonly tokens: readonly { readonly id: string; readonly amount: bigint }[]
  },
): string | undefined {
  for (const { id, amount } of tokens) {
    const got =
      id === alphTokenId ? asset.amount : (asset.tokens.find((token) => token.id === id)?.amount ?? 0n)
    if (got !== amount) return `invalid token amount, token id: ${id}, expected: ${amount}, have: ${got}`
  }
  return undefined
}
