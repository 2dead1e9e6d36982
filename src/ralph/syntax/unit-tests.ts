import type { SingleTest, TestContract, TestSetting, UnitTestDef } from './ast.ts'
import { approvals, expression, expressionList, tokenAmounts } from './expressions.ts'
import { ident, testName, typeId } from './lexer.ts'
import { literal, many, map, optional, type Rule, separated, seq } from './peg.ts'
import { positioned } from './positioned.ts'
import { spanning } from './span.ts'
import { statement } from './statements.ts'

/** `test` blocks of contracts. */

const setting: Rule<TestSetting> = map(seq(ident, literal('='), expression), ([id, , value]) => ({
  name: id.name,
  value,
  span: spanning(id.span, value.span),
}))

const settings: Rule<NonNullable<UnitTestDef['settings']>> = positioned(
  seq(literal('with'), separated(setting, 0, ',')),
  ([, defs]): { defs: TestSetting[]; span?: undefined } => ({ defs }),
)

const createdContract: Rule<TestContract> = positioned(
  seq(
    typeId,
    optional(map(seq(literal('{'), tokenAmounts, literal('}')), ([, amounts]) => amounts)),
    map(seq(literal('('), expressionList, literal(')')), ([, fields]) => fields),
    optional(map(seq(literal('@'), ident), ([, id]) => id)),
  ),
  ([id, tokens, fields, address]): TestContract => ({ typeId: id, tokens: tokens ?? [], fields, address }),
)

const createdContracts = (word: string): Rule<TestContract[]> =>
  map(seq(literal(word), many(seq(createdContract, optional(literal(','))))), ([, list]) =>
    list.map(([created]) => created),
  )

const singleTest: Rule<SingleTest> = positioned(
  seq(
    optional(createdContracts('before')),
    optional(createdContracts('after')),
    optional(map(seq(literal('approve'), approvals), ([, list]) => list)),
    literal('{'),
    many(statement),
    literal('}'),
  ),
  ([before, after, assets, , body]): SingleTest => ({
    before: before ?? [],
    after: after ?? [],
    assets,
    body,
  }),
)

export const unitTest: Rule<UnitTestDef> = positioned(
  seq(literal('test'), testName, optional(settings), many(singleTest)),
  ([, name, read, tests]): UnitTestDef => ({ kind: 'test', name, settings: read, tests, origin: undefined }),
)
