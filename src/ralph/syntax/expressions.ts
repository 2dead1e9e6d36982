import { byteVec } from '../../bytecode/index.ts'
import { CompileError, refuse } from '../compile-error.ts'
import { textBytes } from '../model/jvm-text.ts'
import type {
  ApproveAsset,
  BinarySign,
  CallParts,
  Const,
  ElseExprBranch,
  Expr,
  IfExprBranch,
  Selector,
  Statement,
  StructCtor,
  TokenAmount,
  UnarySign,
} from './ast.ts'
import { constant, constantIdent, funcId, ident, keyword, rawText, typeId } from './lexer.ts'
import {
  choice,
  failed,
  forward,
  lazy,
  literal,
  many,
  map,
  named,
  offset,
  optional,
  type Rule,
  type Run,
  remembered,
  separated,
  seq,
  tight,
} from './peg.ts'
import { positioned } from './positioned.ts'
import { spanning } from './span.ts'

/** Expressions. The order of alternatives decides what is read, and which mistake is reported. */

export const expression: Rule<Expr> = remembered((run) => operation(run, 0))

/** Statements hold expressions and, in the blocks of `if`, the other way round; statements.ts says what they are. */
export const statement = forward<Statement>()

/** Binary operators from the loosest to the tightest; within a level the first that matches is taken. */
const levels: readonly (readonly (readonly [written: string, sign: BinarySign])[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<=', '<', '>=', '>'],
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['++', '+', '-', '⊕|+|', '|+|', '⊖|-|', '|-|'],
  ['*', '/', '\\', '%', '⊗|*|', '|*|'],
  ['**', '|**|'],
].map((level) =>
  level.map((text) =>
    /^[⊕⊖⊗]/.test(text) ? [text[0]!, text.slice(1) as BinarySign] : [text, text as BinarySign],
  ),
)

const comparisonLevel = 2

/** Reads an operand, then operators from the tightest level out to `loosest`. */
function operation(run: Run, loosest: number): Expr | typeof failed {
  const first = operand(run)
  if (first === failed) return failed
  let left: Expr = first
  for (let level = levels.length - 1; level >= loosest; level--) {
    const next: Expr | typeof failed =
      level === comparisonLevel ? comparison(run, left) : operations(run, left, level)
    if (next === failed) return failed
    left = next
  }
  return left
}

/** Any number of operators of one level, from the left. What cannot be finished is left unread. */
function operations(run: Run, first: Expr, level: number): Expr | typeof failed {
  let left = first
  let cutSoFar = run.cut
  let before = run.at
  run.skipSpace()
  const start = run.at
  for (let count = 0; ; count++) {
    run.cut = false
    const operator = operatorAt(run, level)
    let right: Expr | typeof failed = failed
    if (operator !== undefined) {
      run.skipSpace()
      right = operation(run, level + 1)
    }
    cutSoFar ||= run.cut
    if (operator === undefined || right === failed) {
      if (run.cut) return failed
      run.cut = cutSoFar
      run.at = count === 0 && start === run.text.length ? start : before
      return left
    }
    left = { kind: 'Binop', op: operator, left, right, span: spanning(left.span, right.span) }
    before = run.at
    run.skipSpace()
  }
}

/** At most one, and once its sign is read the right side has to follow. Space behind the left side is read either way. */
function comparison(run: Run, left: Expr): Expr | typeof failed {
  const before = run.at
  run.skipSpace()
  const operator = operatorAt(run, comparisonLevel)
  if (operator === undefined) {
    run.at = before
    run.skipSpace()
    return left
  }
  run.skipSpace()
  const right = operation(run, comparisonLevel + 1)
  if (right === failed) return failed
  return { kind: 'Binop', op: operator, left, right, span: spanning(left.span, right.span) }
}

function operatorAt(run: Run, level: number): BinarySign | undefined {
  for (const [written, sign] of levels[level]!) {
    if (run.text.startsWith(written, run.at)) {
      run.at += written.length
      return sign
    }
  }
  return undefined
}

const operand: Rule<Expr> = named(
  'an expression',
  choice(
    lazy(() => atom),
    positioned(
      seq(
        choice(
          map(literal('!'), (): UnarySign => '!'),
          map(literal('-'), (): UnarySign => '-'),
        ),
        lazy(() => atom),
      ),
      ([op, expr]): Expr => ({ kind: 'UnaryOp', op, expr }),
    ),
  ),
)

export const textLiteral: Rule<Const> = positioned(
  seq(literal('b'), rawText),
  ([, text]): Const => ({
    kind: 'Const',
    value: byteVec(textBytes(text)),
  }),
)

const alphTokenId: Rule<Expr> = positioned(keyword('ALPH'), (): Expr => ({ kind: 'ALPHTokenId' }))

const variable: Rule<Expr> = positioned(
  choice(ident, constantIdent),
  (id): Expr => ({ kind: 'Variable', id }),
)
const plainVariable: Rule<Expr> = positioned(ident, (id): Expr => ({ kind: 'Variable', id }))

const tokenAmount: Rule<TokenAmount> = map(
  seq(expression, literal(':'), expression),
  ([token, , amount]) => ({
    token,
    amount,
  }),
)
export const tokenAmounts: Rule<TokenAmount[]> = separated(tokenAmount, 0, ',')

const approval: Rule<ApproveAsset> = positioned(
  seq(expression, literal('->'), tight(offset), tokenAmounts),
  ([address, , at, amounts]): ApproveAsset => {
    if (amounts.length === 0) {
      throw new CompileError('Expected non-empty asset(s) for address', {
        title: 'Syntax error',
        span: { from: at, to: at + 1 },
      })
    }
    return { address, amounts }
  },
)

export const approvals: Rule<ApproveAsset[]> = map(
  seq(literal('{'), separated(approval, 1, ';'), optional(literal(';')), literal('}')),
  ([, list]) => list,
)

export const expressionList: Rule<Expr[]> = separated(expression, 0, ',')

export const callParts: Rule<CallParts> = remembered(
  positioned(
    seq(funcId, optional(approvals), literal('('), expressionList, literal(')')),
    ([id, approve, , args]): CallParts => ({ id, approve: approve ?? [], args }),
  ),
)

/** A call of one's own function, or of a function of a contract's type: `f()`, `Foo.encodeFields!()`. */
const call: Rule<Expr> = remembered(
  positioned(
    seq(optional(seq(typeId, literal('.'))), callParts),
    ([owner, { id, approve, args }]): Expr =>
      owner === undefined
        ? { kind: 'CallExpr', id, approve, args }
        : { kind: 'ContractStaticCallExpr', contractId: owner[0], id, approve, args },
  ),
)

const contractConv: Rule<Expr> = remembered(
  positioned(
    seq(typeId, literal('('), expression, literal(')')),
    ([id, , address]): Expr => ({ kind: 'ContractConv', typeId: id, address }),
  ),
)

const structCtor: Rule<StructCtor> = remembered(
  positioned(
    seq(
      typeId,
      literal('{'),
      separated(seq(ident, optional(seq(literal(':'), expression))), 0, ','),
      literal('}'),
    ),
    ([id, , fields]): StructCtor => {
      if (fields.length === 0) refuse(`No field definition in struct ${id.name}`, id.span)
      return {
        kind: 'StructCtor',
        id,
        fields: fields.map(([field, value]) => ({ ident: field, expr: value?.[1] })),
      }
    },
  ),
)

/** Texts of errors show them all, up to as many as a node can read; whoever walks the tree need not go through more. */
const parenthesesShown = 32

function inParentheses(expr: Expr): Expr {
  if (expr.kind !== 'ParenExpr') return { kind: 'ParenExpr', expr, depth: 1 }
  const { depth } = expr
  return depth < parenthesesShown
    ? { kind: 'ParenExpr', expr, depth: depth + 1 }
    : { kind: 'ParenExpr', expr: expr.expr, depth }
}

/** Parentheses, or a tuple if there is a comma. */
const parenthesised: Rule<Expr> = remembered(
  positioned(
    seq(literal('('), separated(expression, 1, ','), literal(')')),
    ([, exprs]): Expr => (exprs.length === 1 ? inParentheses(exprs[0]!) : { kind: 'TupleLiteral', exprs }),
  ),
)

const array: Rule<Expr> = remembered(
  choice(
    positioned(
      seq(literal('['), separated(expression, 1, ','), literal(']')),
      ([, elements]): Expr => ({ kind: 'CreateArrayExpr1', elements }),
    ),
    positioned(
      seq(literal('['), seq(expression, literal(';'), expression), literal(']')),
      ([, [element, , size]]): Expr => ({ kind: 'CreateArrayExpr2', element, size }),
    ),
  ),
)

/** `.name`, where the space behind the name counts to it. */
const identSelector: Rule<Selector> = map(
  seq(literal('.'), offset, ident, offset),
  ([, from, id, to]): Selector => ({ kind: 'IdentSelector', ident: id, span: { from, to } }),
)

const indexSelector: Rule<Selector> = map(
  seq(offset, tight(literal('[')), expression, literal(']'), tight(offset)),
  ([from, , index, , to]): Selector => ({
    kind: 'IndexSelector',
    index: { ...index, span: { from, to } },
    span: { from, to },
  }),
)

const digitRun: Rule<string> = (run) => {
  const from = run.at
  let to = from
  // Digits may stand apart, as everything may that is not one word.
  while (run.text[run.at] !== undefined && run.text[run.at]! >= '0' && run.text[run.at]! <= '9') {
    run.at += 1
    to = run.at
    run.skipSpace()
  }
  run.at = to
  return to === from ? run.fail('a digit') : run.text.slice(from, to)
}

const tupleSelector: Rule<Selector> = map(
  seq(literal('.'), offset, literal('_'), digitRun, tight(offset)),
  ([, from, , digits, to]): Selector => {
    const span = { from, to }
    return { kind: 'IdentSelector', ident: { name: `_${digits}`, span }, span }
  },
)

export const selector: Rule<Selector> = remembered(choice(identSelector, indexSelector, tupleSelector))

export type Access = { readonly selector: Selector } | { readonly call: CallParts }

/** Something followed by fields, indexes or calls of a contract's functions. */
export const accessed: Rule<readonly [Expr, Access[]]> = remembered(
  seq(
    choice(call, contractConv, structCtor, plainVariable, parenthesised, array),
    many(
      choice(
        map(seq(literal('.'), callParts), ([, parts]): Access => ({ call: parts })),
        map(selector, (read): Access => ({ selector: read })),
      ),
      1,
    ),
  ),
)

export const spanOfAccess = (access: Access) => ('call' in access ? access.call.span : access.selector.span)

/** Fields and indexes in a row are one access, so that they become one offset. */
export function access(base: Expr, accesses: readonly Access[]): Expr {
  let expr = base
  /** Of the access that is being put together. */
  let selectors: Selector[] | undefined
  for (const step of accesses) {
    const span = spanning(expr.span, spanOfAccess(step))
    if ('call' in step) {
      const { id, approve, args } = step.call
      expr = { kind: 'ContractCallExpr', object: expr, id, approve, args, span }
    } else if (selectors !== undefined && expr.kind === 'LoadDataBySelectors') {
      selectors.push(step.selector)
      expr = { kind: 'LoadDataBySelectors', base: expr.base, selectors, span }
      continue
    } else {
      selectors = expr.kind === 'LoadDataBySelectors' ? [...expr.selectors, step.selector] : [step.selector]
      const base = expr.kind === 'LoadDataBySelectors' ? expr.base : expr
      expr = { kind: 'LoadDataBySelectors', base, selectors, span }
      continue
    }
    selectors = undefined
  }
  return expr
}

const accessExpression: Rule<Expr> = map(accessed, ([base, accesses]) => access(base, accesses))

const mapContains: Rule<Expr> = map(
  seq(offset, ident, literal('.contains!'), literal('('), expression, literal(')'), tight(offset)),
  ([from, id, , , index, , to]): Expr => ({ kind: 'MapContains', ident: id, index, span: { from, to } }),
)

const enumField: Rule<Expr> = positioned(
  seq(typeId, literal('.'), constantIdent),
  ([enumId, , field]): Expr => ({ kind: 'EnumFieldSelector', enumId, field }),
)

interface Body {
  readonly statements: readonly Statement[]
  readonly expr: Expr
}

const branchBody: Rule<Body> = remembered(
  choice(
    map(seq(literal('{'), expression, literal('}')), ([, expr]): Body => ({ statements: [], expr })),
    map(
      seq(literal('{'), many(statement.rule, 1), expression, literal('}')),
      ([, statements, expr]): Body => ({ statements, expr }),
    ),
    map(expression, (expr): Body => ({ statements: [], expr })),
  ),
)

const ifBranch: Rule<IfExprBranch> = map(
  seq(keyword('if'), expression, branchBody),
  ([word, condition, { statements, expr }]) => ({
    condition,
    statements,
    expr,
    span: spanning(word, expr.span),
  }),
)

const elseIfBranch: Rule<IfExprBranch> = map(seq(keyword('else'), ifBranch), ([word, branch]) => ({
  ...branch,
  span: spanning(word, branch.span),
}))

const elseBranch: Rule<ElseExprBranch> = map(
  seq(keyword('else'), branchBody),
  ([word, { statements, expr }]) => ({ statements, expr, span: spanning(word, expr.span) }),
)

const conditional: Rule<Expr> = map(
  seq(ifBranch, many(elseIfBranch), tight(offset), optional(elseBranch)),
  ([first, others, at, otherwise]): Expr => {
    if (otherwise === undefined) {
      throw new CompileError('Expected `else` statement', {
        title: 'Syntax error',
        span: { from: at, to: at + 1 },
        footer: 'Description: `if/else` expressions require both `if` and `else` statements to be complete.',
      })
    }
    return {
      kind: 'IfElseExpr',
      branches: [first, ...others],
      otherwise,
      span: spanning(first.span, otherwise.span),
    }
  },
)

const atom: Rule<Expr> = remembered(
  choice(
    constant,
    textLiteral,
    alphTokenId,
    mapContains,
    accessExpression,
    call,
    contractConv,
    enumField,
    structCtor,
    variable,
    parenthesised,
    array,
    conditional,
  ),
)
