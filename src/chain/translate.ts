import type { RefusalReason } from './node-refused.ts'
import type { ScriptFailure } from './port.ts'

/**
 * The one place where texts of a node are matched. The node has no codes, so its sentences are all there is; each row
 * has a test with the sentence as a 4.6.0 node writes it. First match wins.
 */
const table: readonly {
  readonly pattern: RegExp
  readonly toReason: (match: RegExpExecArray) => RefusalReason
}[] = [
  { pattern: /^The block [0-9a-f]* does not exist/, toReason: () => ({ kind: 'block_unknown' }) },
  { pattern: /KeyNotFound/, toReason: () => ({ kind: 'contract_missing' }) },
  {
    pattern: /^Execution error when emulating tx script or contract: ([\s\S]*)$/,
    toReason: (match) => ({ kind: 'script_failed', failure: toScriptFailure(match[1] ?? '') }),
  },
  {
    // Looked for from the start only: from every place where it might begin, a long text would take minutes.
    pattern: /^.{0,200}? due to TxScriptExeFailed\(([\s\S]*)\): [0-9a-f]*$/,
    toReason: (match) => ({ kind: 'script_failed', failure: toScriptFailure(match[1] ?? '') }),
  },
  {
    pattern: /^(?:[\s\S]*\n)?VM execution error: [\s\S]*$/,
    toReason: (match) => ({ kind: 'script_failed', failure: toScriptFailure(match[0]) }),
  },
  { pattern: /due to NonExistInput/, toReason: () => ({ kind: 'input_spent' }) },
  {
    pattern: /due to (?:InvalidSignature|NotEnoughSignature|TooManyInputSignatures)/,
    toReason: () => ({ kind: 'invalid_signature' }),
  },
  { pattern: /is double spending/, toReason: () => ({ kind: 'double_spend' }) },
  {
    pattern: /^Not enough balance|^Insufficient funds for gas|^Not enough ALPH for/,
    toReason: () => ({ kind: 'insufficient_funds' }),
  },
  { pattern: /^Gas fee exceeds the limit/, toReason: () => ({ kind: 'fee_cap' }) },
  { pattern: /^Your address has too many UTXOs/, toReason: () => ({ kind: 'too_many_coins' }) },
  { pattern: /^Can not determine group/, toReason: () => ({ kind: 'group_unknown' }) },
  { pattern: /^Invalid value for: /, toReason: () => ({ kind: 'bad_request' }) },
  { pattern: / not found$/, toReason: () => ({ kind: 'not_found' }) },
]

export function toRefusalReason(detail: string): RefusalReason {
  for (const { pattern, toReason } of table) {
    const match = pattern.exec(detail)
    if (match) return toReason(match)
  }
  return { kind: 'other' }
}

const contractAssertion = /Assertion Failed in Contract @ ([1-9A-HJ-NP-Za-km-z]+), Error Code: (\d{1,10})/
const scriptAssertion = /Assertion Failed in TxScript, Error Code: (\d{1,10})/
const prefix = /^(?:[\s\S]*\n)?VM execution error: /

/** Failure text of a call, dry run, build or submission → what failed. Debug messages before it are dropped. */
export function toScriptFailure(text: string): ScriptFailure {
  const plain = text.replace(prefix, '')
  const inContract = contractAssertion.exec(plain)
  if (inContract)
    return { text: plain, errorCode: Number(inContract[2]), contractAddress: inContract[1] ?? null }
  const inScript = scriptAssertion.exec(plain)
  return { text: plain, errorCode: inScript ? Number(inScript[1]) : null, contractAddress: null }
}
