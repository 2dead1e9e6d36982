/** A test, or a table of tests, that names a refusal such as `Vault.AmountZero`. */
export interface NamingTest {
  /** How its name begins; empty when it can be any test of the suite. */
  readonly name: string
  /** The rows of a table fail one by one, the lines of a test only once. */
  readonly isTable: boolean
}

export function testsNaming(source: string, refusal: string): NamingTest[] {
  const [head = '', ...blocks] = source.split(/^(?=\s*(?:test|describe)(?:\.\w+)*\()/m)
  const isNamed = new RegExp(`\\b${refusal.replace('.', '\\.')}\\b`)
  if (isNamed.test(head)) return [{ name: '', isTable: true }]
  return blocks
    .filter((block) => /^\s*test/.test(block) && isNamed.test(block))
    .map((block) => ({
      name: /['`]((?:default|behavior|error):[^'`%$]*)/.exec(block)?.[1] ?? '',
      isTable: /^\s*test\.each/.test(block),
    }))
}

export const patternOf = (tests: readonly NamingTest[]): RegExp =>
  new RegExp(tests.map(({ name }) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'))
