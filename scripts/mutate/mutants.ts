import ts from 'typescript'

/** A source with one small mistake. */
export interface Mutant {
  readonly path: string
  readonly line: number
  readonly change: string
  readonly text: string
}

interface Edit {
  readonly from: number
  readonly to: number
  readonly with: string
}

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

/** In SQL, each with what it becomes. Order matters where one pattern is the beginning of another. */
const sqlEdits: readonly (readonly [RegExp, string])[] = [
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/<>/g, '='],
  [/(?<![<>=-])<(?![=>])/g, '<='],
  [/(?<![<=-])>(?![>=])/g, '>='],
  // Not where a column is set.
  [/(?<!\bset [a-z_]+|, [a-z_]+|\n\s+[a-z_]+)(?<![<>!]) = (?=[$a-z(0-9'])/g, ' <> '],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
  [/(?<!\bbetween \S+ )\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/\bnot (?!null\b|exists\b|materialized\b)/g, ''],
  [/\bdesc\b/g, 'asc'],
  [/\basc\b/g, 'desc'],
  [/(?<=order by [a-z_.]+)(?=,|\n|\)|$)/g, ' desc'],
  [/\blimit (?=[$\d])/g, 'limit 1 + '],
  [/ \+ /g, ' - '],
  [/\bunion all\b/g, 'except'],
  [/\bgreatest\b/g, 'least'],
  [/\bcoalesce(?=\([^(),]+,[^(),]+\))/g, 'nullif'],
  [/\bbool_or\b/g, 'bool_and'],
  [/\bbool_and\b/g, 'bool_or'],
]
const isSql = (text: string): boolean =>
  /\b(select|insert into|update|delete from|order by|where)\b/.test(text)

/** Every mistake that is known to be made in such a source, in its order. */
export function listMutants(path: string, text: string): Mutant[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const edits: Edit[] = []
  const replace = (node: ts.Node, by: string): void =>
    void edits.push({ from: node.getStart(), to: node.end, with: by })

  function visit(node: ts.Node): void {
    // Types, imports and texts for people decide nothing.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isNewExpression(node) && /Bug|Fault|Error/.test(node.expression.getText())) return
    if (ts.isBinaryExpression(node)) {
      const other = operators[node.operatorToken.getText()]
      const joinsText = [node.left, node.right].some((side) => /^[`'"]/.test(side.getText()))
      if (other !== undefined && !joinsText) replace(node.operatorToken, other)
    } else if (ts.isNumericLiteral(node)) {
      replace(node, `(${node.text} + 1)`)
    } else if (ts.isBigIntLiteral(node)) replace(node, `(${node.text} + 1n)`)
    else if (ts.isPrefixUnaryExpression(node) && /^[-!]/.test(node.getText()))
      replace(node, `(${node.operand.getText()})`)
    else if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false')
    else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true')
    else if (ts.isConditionalExpression(node)) {
      const { condition, whenTrue, whenFalse } = node
      replace(node, `${condition.getText()} ? ${whenFalse.getText()} : ${whenTrue.getText()}`)
    } else if (ts.isExpressionStatement(node)) {
      const called = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
      if (ts.isCallExpression(called)) replace(node, ';')
    }
    if (ts.isCallExpression(node) && node.arguments.length > 1) {
      const [first, second] = node.arguments as unknown as [ts.Expression, ts.Expression]
      // Of these the order says nothing.
      const isFree = /^Math\.(min|max)$/.test(node.expression.getText())
      const isPlain = !isFree && [first, second].every((each) => /^[\w.]+$/.test(each.getText()))
      if (isPlain && first.getText() !== second.getText())
        edits.push({
          from: first.getStart(),
          to: second.end,
          with: `${second.getText()}, ${first.getText()}`,
        })
    }
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateExpression(node)
    ) {
      if (isSql(node.getText())) editSql(node)
    }
    ts.forEachChild(node, visit)
  }

  function editSql(node: ts.Node): void {
    // Only the literal parts: what is put in between is TypeScript.
    const inserted = ts.isTemplateExpression(node)
      ? node.templateSpans.map(({ expression }) => expression)
      : []
    for (const [pattern, by] of sqlEdits)
      for (const match of text.slice(node.getStart(), node.end).matchAll(pattern)) {
        const from = node.getStart() + match.index
        const isInserted = inserted.some((part) => from >= part.pos - 2 && from < part.end)
        if (!isInserted) edits.push({ from, to: from + match[0].length, with: by })
      }
  }

  visit(source)
  return edits
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, with: by }) => {
      const line = source.getLineAndCharacterOfPosition(from).line
      const old = text.slice(from, to).replaceAll(/\s+/g, ' ').trim()
      const near = text.split('\n')[line]!.trim().slice(0, 90)
      return {
        path,
        line: line + 1,
        change: `${old.slice(0, 50)} → ${by.trim().slice(0, 50)}   | ${near}`,
        text: text.slice(0, from) + by + text.slice(to),
      }
    })
}
