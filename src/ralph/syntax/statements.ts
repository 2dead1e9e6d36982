import { refuse } from '../compile-error.ts'
import type {
  AssignmentTarget,
  CompoundOperator,
  ElseBranch,
  Expr,
  Ident,
  IfBranch,
  Return,
  Statement,
  VarDeclaration,
} from './ast.ts'
import {
  access,
  accessed,
  callParts,
  expression,
  expressionList,
  selector,
  spanOfAccess,
  statement as statementRule,
} from './expressions.ts'
import { flag, ident, keyword, textWithValues, typeId } from './lexer.ts'
import {
  choice,
  cut,
  literal,
  many,
  map,
  named,
  offset,
  optional,
  type Rule,
  remembered,
  separated,
  seq,
  tight,
} from './peg.ts'
import { positioned } from './positioned.ts'
import { spanning } from './span.ts'

const { rule: statement } = statementRule

const namedVar: Rule<VarDeclaration> = map(
  seq(offset, flag('mut'), ident, tight(offset)),
  ([from, mutable, id, to]): VarDeclaration => ({ kind: 'NamedVar', mutable, ident: id, span: { from, to } }),
)
const anonymousVar: Rule<VarDeclaration> = positioned(
  literal('_'),
  (): VarDeclaration => ({ kind: 'AnonymousVar' }),
)
const declaration = choice(namedVar, anonymousVar)
const declarations: Rule<VarDeclaration[]> = choice(
  map(declaration, (one) => [one]),
  map(seq(literal('('), separated(declaration, 1, ','), literal(')')), ([, list]) => list),
)

const varDef: Rule<Statement> = map(
  seq(keyword('let'), declarations, cut(literal('=')), expression),
  ([word, vars, , value]): Statement => ({ kind: 'VarDef', vars, value, span: spanning(word, value.span) }),
)

const fieldAlias: Rule<{ mutable: boolean; ident: Ident; alias: Ident | undefined }> = map(
  seq(flag('mut'), ident, optional(seq(literal(':'), ident))),
  ([mutable, id, alias]) => ({ mutable, ident: id, alias: alias?.[1] }),
)

const structDestruction: Rule<Statement> = map(
  seq(
    keyword('let'),
    typeId,
    cut(literal('{')),
    separated(fieldAlias, 0, ','),
    literal('}'),
    literal('='),
    expression,
  ),
  ([word, id, , vars, , , expr]): Statement => {
    const span = spanning(word, expr.span)
    if (vars.length === 0) refuse('No variable declaration', span)
    return { kind: 'StructDestruction', id, vars, expr, span }
  },
)

const assignmentTarget: Rule<AssignmentTarget> = remembered(
  positioned(
    seq(ident, many(selector)),
    ([id, selectors]): AssignmentTarget => ({ ident: id, selectors, indexVariables: new Map() }),
  ),
)

const assign: Rule<Statement> = map(
  seq(separated(assignmentTarget, 1, ','), literal('='), expression),
  ([targets, , value]): Statement => ({
    kind: 'Assign',
    targets,
    value,
    span: spanning(targets[0]!.span, value.span),
  }),
)

const compoundSign = (sign: CompoundOperator): Rule<CompoundOperator> => map(literal(sign), () => sign)

const compoundAssign: Rule<Statement> = map(
  seq(
    assignmentTarget,
    choice(compoundSign('+='), compoundSign('-='), compoundSign('*='), compoundSign('/=')),
    expression,
  ),
  ([target, op, value]): Statement => ({
    kind: 'CompoundAssign',
    target,
    op,
    value,
    span: spanning(target.span, value.span),
  }),
)

const interpolation: Rule<Expr> = positioned(
  seq(literal('${'), expression, literal('}')),
  ([, expr]): Expr => expr,
)

const debug: Rule<Statement> = map(
  seq(
    literal('emit'),
    tight(offset),
    literal('Debug'),
    cut(literal('(')),
    textWithValues(interpolation),
    literal(')'),
    tight(offset),
  ),
  ([, from, , , { texts, values }, , to]): Statement => ({
    kind: 'Debug',
    texts,
    values,
    span: { from, to },
  }),
)

const mapCall = (kind: 'InsertToMap' | 'RemoveFromMap', name: string): Rule<Statement> =>
  map(
    seq(
      offset,
      ident,
      literal('.'),
      literal(name),
      literal('('),
      expressionList,
      literal(')'),
      tight(offset),
    ),
    ([from, id, , , , args, , to]): Statement => ({ kind, ident: id, args, span: { from, to } }),
  )

const contractCall: Rule<Statement> = map(accessed, ([base, accesses]): Statement => {
  const object = access(base, accesses.slice(0, -1))
  const last = accesses.at(-1)!
  const span = spanning(object.span, spanOfAccess(last))
  if (!('call' in last)) return refuse('Expected a statement', span)
  const { id, approve, args } = last.call
  return { kind: 'ContractCall', object, id, approve, args, span }
})

const funcCall: Rule<Statement> = map(
  seq(offset, optional(seq(typeId, literal('.'))), callParts, tight(offset)),
  ([from, owner, { id, approve, args }, to]): Statement => {
    const span = { from, to }
    return owner === undefined
      ? { kind: 'FuncCall', id, approve, args, span }
      : { kind: 'StaticContractFuncCall', contractId: owner[0], id, approve, args, span }
  },
)

const block: Rule<Statement[]> = map(
  seq(literal('{'), many(statement, 1), literal('}')),
  ([, statements]) => statements,
)
const emptyBlock: Rule<Statement[]> = map(seq(literal('{'), literal('}')), () => [])

const ifBranch: Rule<IfBranch> = map(
  seq(keyword('if'), expression, block, tight(offset)),
  ([word, condition, body, to]) => ({ condition, body, span: { from: word.from, to } }),
)
const elseIfBranch: Rule<IfBranch> = map(
  seq(keyword('else'), ifBranch),
  ([word, { condition, body, span }]) => ({
    condition,
    body,
    span: spanning(word, span),
  }),
)
const elseBranch: Rule<ElseBranch> = map(
  seq(keyword('else'), choice(block, emptyBlock), tight(offset)),
  ([word, body, to]) => ({ body, span: { from: word.from, to } }),
)

const ifStatement: Rule<Statement> = map(
  seq(ifBranch, many(elseIfBranch), optional(elseBranch)),
  ([first, others, otherwise]): Statement => {
    if (others.length > 0 && otherwise === undefined) {
      refuse('If ... else if constructs should be terminated with an else statement', first.span)
    }
    const branches = [first, ...others]
    const span = spanning(first.span, (otherwise ?? branches.at(-1)!).span)
    return { kind: 'IfElseStatement', branches, otherwise, span }
  },
)

const whileLoop: Rule<Statement> = map(
  seq(keyword('while'), cut(literal('(')), expression, literal(')'), block, tight(offset)),
  ([word, , condition, , body, to]): Statement => ({
    kind: 'While',
    condition,
    body,
    span: { from: word.from, to },
  }),
)

const forLoop: Rule<Statement> = map(
  seq(
    keyword('for'),
    cut(literal('(')),
    optional(statement),
    literal(';'),
    expression,
    literal(';'),
    optional(statement),
    literal(')'),
    block,
    tight(offset),
  ),
  ([word, , initialize, , condition, , update, , body, to]): Statement => {
    if (initialize === undefined) return refuse('No initialize statement in for loop', word)
    if (update === undefined) return refuse('No update statement in for loop', word)
    return { kind: 'ForLoop', initialize, condition, update, body, span: { from: word.from, to } }
  },
)

const someExpressions = separated(expression, 1, ',')
const returned: Rule<Expr[]> = choice(
  choice(
    someExpressions,
    map(seq(literal('('), someExpressions, literal(')')), ([, exprs]) => exprs),
  ),
  (): Expr[] => [],
)

const oneReturn: Rule<Return> = map(seq(keyword('return'), cut(returned)), ([word, exprs]) => ({
  kind: 'ReturnStmt',
  exprs,
  span: { from: word.from, to: exprs.at(-1)?.span?.to ?? word.to },
}))

const returnStatement: Rule<Statement> = map(
  seq(offset, tight(many(oneReturn, 1)), tight(offset)),
  ([from, returns, to]) => {
    if (returns.length > 1) refuse('Consecutive return statements are not allowed', { from, to })
    return returns[0]!
  },
)

const emitEvent: Rule<Statement> = map(
  seq(offset, literal('emit'), typeId, literal('('), expressionList, literal(')'), tight(offset)),
  ([from, , id, , args, , to]): Statement => ({ kind: 'EmitEvent', id, args, span: { from, to } }),
)

statementRule.define(
  named(
    'a statement',
    remembered(
      choice(
        varDef,
        structDestruction,
        assign,
        compoundAssign,
        debug,
        choice(mapCall('InsertToMap', 'insert!'), mapCall('RemoveFromMap', 'remove!')),
        contractCall,
        funcCall,
        ifStatement,
        whileLoop,
        forLoop,
        returnStatement,
        emitEvent,
      ),
    ),
  ),
)

export { statement }
