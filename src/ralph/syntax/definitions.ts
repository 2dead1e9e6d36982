import { u256, u256Max, type Val } from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import { CompileError, refuse } from '../compile-error.ts'
import { isPrimitive } from '../model/type.ts'
import {
  annotation,
  checkAnnotations,
  contractStdEnabled,
  functionUsing,
  interfaceStdId,
  interfaceUsesSelector,
  isInline,
} from './annotations.ts'
import type {
  Argument,
  Const,
  ConstantDef,
  Contract,
  ContractLike,
  EnumDef,
  EnumField,
  EventDef,
  FuncDef,
  Ident,
  Inheritance,
  Interface,
  MapDef,
  Program,
  Struct,
  StructField,
  Type,
  TypeId,
  UnitTestDef,
} from './ast.ts'
import { expression, textLiteral } from './expressions.ts'
import { constant, constantIdent, flag, funcId, ident, keyword, typeId } from './lexer.ts'
import { readInnermostFirst } from './nesting.ts'
import {
  choice,
  chosen,
  cut,
  endOfText,
  literal,
  many,
  map,
  named,
  offset,
  optional,
  parse,
  type Rule,
  separated,
  seq,
  tight,
} from './peg.ts'
import { positioned } from './positioned.ts'
import { type Span, spanning } from './span.ts'
import { statement } from './statements.ts'
import { type } from './type-rules.ts'
import { checkUnique } from './unique.ts'
import { unitTest } from './unit-tests.ts'

/** Contracts, interfaces, scripts and what stands beside them. */

const isMut = flag('mut')

/** Script parameters cannot be assigned to. */
const immutable: Rule<boolean> = (run) => {
  const from = run.at
  if (isMut(run) !== true) return false
  throw new CompileError('Expected an immutable variable', {
    title: 'Syntax error',
    span: { from, to: from + 'mut'.length },
  })
}

const argument = (mutability: Rule<boolean>): Rule<Argument> =>
  chosen(
    seq(offset, flag('@unused'), mutability, ident, literal(':')),
    ([from, unused, mutable, id]): Rule<Argument> =>
      map(seq(type, tight(offset)), ([read, to]) => ({
        ident: id,
        type: read,
        mutable,
        unused,
        span: { from, to },
      })),
  )

const args = (each: Rule<Argument>): Rule<Argument[]> =>
  map(seq(literal('('), separated(each, 0, ','), literal(')')), ([, list]) => list)

const mutableArgs = args(argument(flag('mut')))

const returnType: Rule<Type[]> = named(
  'a return type',
  choice(
    map(seq(literal('->'), type), ([, read]) => [read]),
    map(seq(literal('->'), literal('('), separated(type, 0, ','), literal(')')), ([, , types]) => types),
  ),
)

type FuncHead = Omit<FuncDef, 'origin'>

const anyFunc: Rule<FuncHead> = positioned(
  seq(
    many(annotation),
    offset,
    many(keyword('pub')),
    tight(offset),
    keyword('fn'),
    cut(funcId),
    mutableArgs,
    returnType,
    optional(seq(literal('{'), many(statement), literal('}'))),
  ),
  ([annotations, from, modifiers, to, , id, params, returns, body]): FuncHead => {
    if (modifiers.length > 1) {
      refuse(`Duplicated function modifiers: List(${modifiers.map(() => 'Pub').join(', ')})`, { from, to })
    }
    checkAnnotations(annotations, ['using', 'inline'], 'function')
    const using = functionUsing(annotations, false)
    if (using.paysToContractOnly && using.contractAssets !== 'no') {
      refuse(
        'Can only enable one of the two annotations: @using(assetsInContract = true/enforced) or @using(payToContractOnly = true)',
        spanning(annotations[0]?.fields[0]?.span, annotations.at(-1)?.fields.at(-1)?.span),
      )
    }
    return {
      annotations,
      id,
      isPublic: modifiers.length > 0,
      ...using,
      inline: isInline(annotations),
      args: params,
      returns,
      body: body?.[1],
    }
  },
)

const func: Rule<FuncHead> = map(anyFunc, (read) => {
  if (read.methodIndex !== undefined) {
    refuse('The `methodIndex` annotation can only be used for interface functions', read.id.span)
  }
  return read
})

const interfaceFunc: Rule<FuncHead> = map(anyFunc, (read) => {
  if (read.body !== undefined) {
    refuse(`Interface function ${read.id.name} should not have function body`, read.span)
  }
  return read
})

const eventField: Rule<EventDef['fields'][number]> = map(
  seq(
    offset,
    chosen(seq(ident, literal(':')), ([id]) => map(type, (read) => ({ ident: id, type: read }))),
    tight(offset),
  ),
  ([, read]) => read,
)

const eventFieldsMax = 9

const eventDef: Rule<EventDef> = map(
  seq(
    keyword('event'),
    cut(typeId),
    map(seq(literal('('), separated(eventField, 0, ','), literal(')')), ([, fields]) => fields),
    tight(offset),
  ),
  ([word, id, fields, to]): EventDef => {
    const span = { from: word.from, to }
    if (fields.length >= eventFieldsMax) refuse('Max 8 fields allowed for contract events', span)
    if (id.name === 'Debug') refuse('Debug is a built-in event name', id.span)
    return { kind: 'event', id, fields, span }
  },
)

const structField: Rule<StructField> = positioned(
  seq(flag('mut'), ident, literal(':'), type),
  ([mutable, id, , read]): StructField => ({ ident: id, mutable, type: read }),
)

const struct: Rule<Struct> = map(
  seq(
    keyword('struct'),
    cut(typeId),
    literal('{'),
    separated(structField, 0, ','),
    literal('}'),
    tight(offset),
  ),
  ([word, id, , fields, , to]): Struct => {
    const span = { from: word.from, to }
    if (fields.length === 0) refuse(`No field definition in struct ${id.name}`, span)
    checkUnique(
      fields.map((each) => ({ name: each.ident.name, span: each.span })),
      'struct fields',
    )
    return { kind: 'struct', id, fields, span }
  },
)

const constantDef: Rule<ConstantDef> = map(
  seq(keyword('const'), cut(constantIdent), literal('='), expression),
  ([word, id, , expr]): ConstantDef => ({
    kind: 'const',
    ident: id,
    expr,
    origin: undefined,
    span: spanning(word, expr.span),
  }),
)

interface WrittenEnumField {
  readonly ident: Ident
  readonly value: Const | undefined
  span?: Span | undefined
}

const enumField: Rule<WrittenEnumField> = positioned(
  seq(constantIdent, optional(seq(literal('='), choice(constant, textLiteral)))),
  ([id, value]): WrittenEnumField => ({ ident: id, value: value?.[1] }),
)

const enumDef: Rule<EnumDef> = positioned(
  seq(keyword('enum'), cut(typeId), literal('{'), many(enumField), literal('}')),
  ([word, id, , written]): EnumDef => {
    const [first] = written
    if (first === undefined) {
      return refuse(`No field definition in Enum ${id.name}`, spanning(word, id.span))
    }
    if (first.value === undefined) return mustHaveValue(first)
    const { type: fieldType } = first.value.value
    for (const each of written.slice(1)) {
      if (each.value === undefined) {
        if (fieldType !== 'U256') mustHaveValue(each)
      } else if (each.value.value.type !== fieldType) {
        refuse(`Fields have different types in Enum ${id.name}`, each.ident.span)
      }
    }
    const fields = counted(written)
    checkUnique(
      fields.map((each) => ({ name: each.ident.name, span: each.span })),
      'enum fields',
    )
    if (new Set(fields.map((each) => valueKey(each.value.value))).size < fields.length) {
      refuse(`Fields have the same value in Enum ${id.name}`, id.span)
    }
    return { kind: 'enum', id, fields }
  },
)

/** Equal values of one type have equal keys. */
const valueKey = ({ type: valueType, value }: Val): string =>
  valueType === 'ByteVec' ? bytesToHex(value) : String(value)

const mustHaveValue = (each: WrittenEnumField): never =>
  refuse(`Enum field ${each.ident.name} must have explicit value`, each.ident.span)

/** Fields without a value count on from the one before. */
function counted(written: readonly WrittenEnumField[]): EnumField[] {
  let last: Val | undefined
  return written.map(({ ident: id, value, span }) => {
    const field = value ?? nextValue(last, id)
    last = field.value
    return { ident: id, value: field, origin: undefined, span }
  })
}

function nextValue(last: Val | undefined, id: Ident): Const {
  if (last?.type !== 'U256') return refuse(`Enum field ${id.name} must have explicit value`, id.span)
  if (last.value === u256Max) {
    return refuse(`Enum field ${id.name} value overflows, it must not exceed ${u256Max}`, id.span)
  }
  return { kind: 'Const', value: u256(last.value + 1n) }
}

const mapKeyType: Rule<Type> = map(seq(offset, type, offset), ([from, read, to]) => {
  if (!isPrimitive(read)) refuse('The key type of map can only be primitive type', { from, to })
  return read
})

const mapDef: Rule<MapDef> = positioned(
  seq(keyword('mapping'), literal('['), mapKeyType, literal(','), type, literal(']'), ident),
  ([, , key, , value, , id]): MapDef => ({ kind: 'map', ident: id, key, value }),
)

const contractParent: Rule<Inheritance> = map(
  seq(
    offset,
    typeId,
    map(seq(literal('('), separated(ident, 0, ','), literal(')')), ([, fields]) => fields),
    tight(offset),
  ),
  ([from, parentId, fields, to]) => ({ parentId, fields, span: { from, to } }),
)
const interfaceParent: Rule<Inheritance> = map(typeId, (parentId) => ({
  parentId,
  fields: undefined,
  span: parentId.span,
}))

const parents: Rule<Inheritance[]> = map(
  seq(
    optional(seq(choice(keyword('extends'), keyword('embeds')), separated(contractParent, 1, ','))),
    optional(seq(keyword('implements'), separated(interfaceParent, 1, ','))),
  ),
  ([contracts, interfaces]) => [...(contracts?.[1] ?? []), ...(interfaces?.[1] ?? [])],
)

type Member =
  | MapDef
  | EventDef
  | ConstantDef
  | EnumDef
  | UnitTestDef
  | { readonly kind: 'fn'; readonly func: FuncHead }

const member: Rule<Member> = choice(
  mapDef,
  eventDef,
  constantDef,
  enumDef,
  map(func, (read): Member => ({ kind: 'fn', func: read })),
  unitTest,
)

/** Later ones may not come before earlier ones; functions and tests may mix. */
const memberOrder = { map: 0, event: 1, const: 2, enum: 3, fn: 4, test: 4 } as const

const contract: Rule<Contract> = map(
  seq(
    many(annotation),
    offset,
    flag('Abstract'),
    keyword('Contract'),
    cut(typeId),
    mutableArgs,
    optional(parents),
    literal('{'),
    many(member),
    literal('}'),
    tight(offset),
  ),
  ([annotations, from, isAbstract, , id, fields, inheritances, , members, , to]): Contract => {
    checkAnnotations(annotations, ['std'], 'contract')
    const stdIdEnabled = contractStdEnabled(annotations)
    let reached = 0
    for (const each of members) {
      if (memberOrder[each.kind] < reached) {
        refuse(
          'Contract statements should be in the order of `maps`, `events`, `consts`, `enums` and `methods`',
          'span' in each ? each.span : undefined,
        )
      }
      reached = memberOrder[each.kind]
    }
    return {
      kind: 'Contract',
      stdIdEnabled,
      stdInterfaceId: undefined,
      isAbstract,
      id,
      fields,
      funcs: members.filter((each) => each.kind === 'fn').map((each) => owned(each.func, id)),
      maps: members.filter((each) => each.kind === 'map'),
      events: members.filter((each) => each.kind === 'event'),
      constants: members.filter((each) => each.kind === 'const').map((each) => ({ ...each, origin: id })),
      enums: members
        .filter((each) => each.kind === 'enum')
        .map((each) => ({ ...each, fields: each.fields.map((one) => ({ ...one, origin: id })) })),
      inheritances: inheritances ?? [],
      tests: members.filter((each) => each.kind === 'test').map((each) => ({ ...each, origin: id })),
      span: { from, to },
    }
  },
)

const owned = (read: FuncHead, origin: TypeId): FuncDef => ({ ...read, origin })

const contractInterface: Rule<Interface> = map(
  seq(
    many(annotation),
    keyword('Interface'),
    cut(typeId),
    optional(seq(keyword('extends'), cut(separated(interfaceParent, 1, ',')))),
    literal('{'),
    many(eventDef),
    many(interfaceFunc),
    literal('}'),
    tight(offset),
  ),
  ([annotations, word, id, inheritances, , events, funcs, , to]): Interface => {
    if (funcs.length === 0) refuse(`No function definition in Interface ${id.name}`, id.span)
    checkAnnotations(annotations, ['std', 'using'], 'interface')
    return {
      kind: 'Interface',
      stdInterfaceId: interfaceStdId(annotations),
      usesMethodSelector: interfaceUsesSelector(annotations),
      id,
      funcs: funcs.map((read) => owned(read, id)),
      events,
      inheritances: inheritances?.[1] ?? [],
      span: { from: word.from, to },
    }
  },
)

const txScript: Rule<ContractLike> = map(
  seq(
    many(annotation),
    keyword('TxScript'),
    cut(typeId),
    optional(args(argument(immutable))),
    literal('{'),
    tight(offset),
    many(statement),
    many(func),
    literal('}'),
    tight(offset),
  ),
  ([annotations, word, id, params, , bodyAt, body, funcs, , to]): ContractLike => {
    const written = funcs.find((read) => read.id.name === 'main')
    if (body.length === 0 && written === undefined) {
      throw new CompileError(`Expected main statements for type \`${id.name}\``, {
        title: 'Syntax error',
        span: { from: bodyAt, to: bodyAt + 1 },
      })
    }
    if (body.length > 0 && written !== undefined) {
      refuse(`The main function is already defined in script \`${id.name}\``, written.id.span)
    }
    const { paysToContractOnly: _, ...using } = functionUsing(annotations, true)
    const main: FuncHead = written ?? {
      annotations: [],
      id: { name: 'main', builtIn: false },
      isPublic: true,
      ...using,
      paysToContractOnly: false,
      checksExternalCaller: true,
      methodIndex: undefined,
      inline: false,
      args: [],
      returns: [],
      body,
    }
    if (main.args.length > 0) {
      refuse(
        'The main function cannot have parameters. Please declare the parameters as script parameters',
        written?.id.span,
      )
    }
    const others = funcs.filter((read) => read.id.name !== 'main')
    return {
      kind: 'TxScript',
      id,
      params: params ?? [],
      funcs: [main, ...others].map((read) => owned(read, id)),
      span: { from: word.from, to },
    }
  },
)

type Definition = ContractLike | Struct | ConstantDef | EnumDef

const definition: Rule<Definition> = named(
  'a contract, interface, script, struct, constant or enum',
  choice(txScript, contract, contractInterface, struct, constantDef, enumDef),
)

const program: Rule<Program> = map(
  seq(tight(offset), many(definition, 1), tight(offset), endOfText),
  ([from, definitions, to]): Program => ({
    contracts: definitions.filter(
      (each) => each.kind === 'Contract' || each.kind === 'Interface' || each.kind === 'TxScript',
    ),
    structs: definitions.filter((each) => each.kind === 'struct'),
    constants: definitions.filter((each) => each.kind === 'const'),
    enums: definitions.filter((each) => each.kind === 'enum'),
    span: { from, to },
  }),
)

export const parseProgram = (source: string): Program =>
  parse(source, program, (run) => readInnermostFirst(run, expression, many(statement, 1)))
