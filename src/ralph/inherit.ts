import { hashOfRecord, hashOfText, inTableOrder } from '../bytecode/index.ts'
import { bytesToHex, equalBytes } from '../kit/index.ts'
import { CompilerLimit, refuse } from './compile-error.ts'
import { funcKey } from './model/functions.ts'
import type { Globals } from './model/globals.ts'
import { listText } from './model/jvm-text.ts'
import { quote, sameTypes, typeKey, typeText } from './model/type.ts'
import { stdIdPrefix } from './syntax/annotations.ts'
import type {
  Argument,
  Contract,
  ContractLike,
  EnumDef,
  EnumField,
  FuncDef,
  Ident,
  Inheritance,
  Interface,
  Program,
  Statement,
  TxScript,
  TypeId,
} from './syntax/ast.ts'
import { checkUnique, duplicatesOf } from './syntax/unique.ts'

/** Puts contracts and interfaces together with what they inherit. */

type Heritable = Contract | Interface

export interface Inherited {
  readonly contracts: readonly ContractLike[]
  /** All parents of a contract or interface, near ones first. */
  readonly parents: ReadonlyMap<string, readonly Heritable[]>
  /** Whether a function is found by its selector and not by its index. */
  readonly usesMethodSelector: (typeId: string, func: string) => boolean
}

export function inherit(program: Program, globals: Globals): Inherited {
  checkUnique(
    [...program.contracts, ...program.structs, ...program.enums].map(({ id, span }) => ({
      name: id.name,
      span,
    })),
    'TxScript/Contract/Interface/Struct/Enum',
  )
  const selectors = new Map<string, boolean>()
  const parents = findParents(program.contracts)
  const contracts = program.contracts.map((ast): ContractLike => {
    if (ast.kind === 'TxScript') return withLoadedParams(ast, globals)
    return ast.kind === 'Contract'
      ? inheritContract(ast, parents, selectors)
      : inheritInterface(ast, parents, selectors)
  })
  return {
    contracts,
    parents,
    usesMethodSelector: (typeId, func) => selectors.get(`${typeId}.${func}`) ?? true,
  }
}

// Parents

function findParents(contracts: readonly ContractLike[]): Map<string, readonly Heritable[]> {
  const parents = new Map<string, readonly Heritable[]>()
  const visited = new Set<string>()
  const visit = (ast: Heritable): void => {
    if (visited.has(ast.id.name)) refuse(`Cyclic inheritance detected for contract ${ast.id.name}`, ast.span)
    visited.add(ast.id.name)
    const all = new Map<string, Heritable>()
    for (const inheritance of ast.inheritances) {
      const parent = findContract(contracts, inheritance.parentId)
      checkInheritedFields(ast, inheritance, parent)
      all.set(parent.id.name, parent)
      if (!parents.has(parent.id.name)) visit(parent)
      for (const ancestor of parents.get(parent.id.name)!) all.set(ancestor.id.name, ancestor)
    }
    parents.set(ast.id.name, [...all.values()])
  }
  for (const ast of contracts) if (ast.kind !== 'TxScript' && !parents.has(ast.id.name)) visit(ast)
  return parents
}

function findContract(contracts: readonly ContractLike[], id: TypeId): Heritable {
  const found = contracts.find((ast) => ast.id.name === id.name)
  if (found === undefined) return refuse(`Contract ${quote(id.name)} does not exist`, id.span)
  if (found.kind === 'TxScript') {
    return refuse(`Expected contract ${quote(id.name)}, but was script`, found.span)
  }
  return found
}

function checkInheritedFields(ast: Heritable, { fields: names }: Inheritance, parent: Heritable): void {
  if (names === undefined) return
  const fields = names.map((ident) => fieldNamed(ast, ident))
  const expected = fieldsOf(parent)
  if (fields.length === expected.length && fields.every((field, i) => sameArgument(field, expected[i]!)))
    return
  refuse(
    `Invalid contract inheritance fields, expected ${quote(argumentsText(expected))}, got ${quote(argumentsText(fields))}`,
    fields[0]?.span ?? ast.id.span,
  )
}

function fieldsOf(ast: Heritable): readonly Argument[] {
  if (ast.kind === 'Contract') return ast.fields
  return refuse(`Interface ${quote(ast.id.name)} should not contain any "field"`, ast.span)
}

const fieldNamed = (ast: Heritable, ident: Ident): Argument =>
  fieldsOf(ast).find((field) => field.ident.name === ident.name) ??
  refuse(`Inherited field ${quote(ident.name)} does not exist in contract ${quote(ast.id.name)}`, ident.span)

const sameArgument = (a: Argument, b: Argument): boolean =>
  a.ident.name === b.ident.name &&
  typeKey(a.type) === typeKey(b.type) &&
  a.mutable === b.mutable &&
  a.unused === b.unused

const argumentsText = (args: readonly Argument[]): string =>
  listText(
    args.map(
      ({ ident, type, mutable, unused }) =>
        `Argument(Ident(${ident.name}),${typeText(type)},${mutable},${unused})`,
    ),
  )

// Scripts

/** Parameters that are arrays or structs become locals at the start of every function. */
function withLoadedParams(script: TxScript, globals: Globals): TxScript {
  const loads = script.params.flatMap(({ ident, type }): Statement[] => {
    const resolved = globals.resolve(type)
    if (resolved.kind !== 'Array' && resolved.kind !== 'Struct') return []
    return [
      {
        kind: 'VarDef',
        vars: [{ kind: 'NamedVar', mutable: false, ident }],
        value: { kind: 'Variable', id: templateIdent(ident, resolved.kind) },
      },
    ]
  })
  return {
    ...script,
    funcs: script.funcs.map((func) => ({ ...func, body: [...loads, ...(func.body ?? [])] })),
  }
}

export const templateIdent = (ident: Ident, kind: 'Array' | 'Struct'): Ident => ({
  name: `_${ident.name}-template-${kind.toLowerCase()}`,
})

// Interfaces

type Parents = ReadonlyMap<string, readonly Heritable[]>

function inheritInterface(ast: Interface, parents: Parents, selectors: Map<string, boolean>): Interface {
  const parentInterfaces = parents.get(ast.id.name)!.map((parent): Interface => {
    if (parent.kind === 'Interface') return parent
    return refuse(`${parent.id.name} is not an interface`, parent.id.span)
  })
  if (!ast.usesMethodSelector) {
    const selecting = parentInterfaces.find((parent) => parent.usesMethodSelector)
    if (selecting !== undefined) {
      refuse(
        `Interface ${ast.id.name} does not use method selector, but its parent ${selecting.id.name} use method selector`,
        ast.id.span,
      )
    }
  }
  const sorted = sortInterfaces(parents, [...parentInterfaces, ast])
  const stdInterfaceId = commonStdId(sorted)
  const { unimplemented } = matchFunctions(recordFunctions(ast.id, sorted, selectors))
  checkMethodIndexes(sorted)
  return { ...ast, stdInterfaceId, funcs: unimplemented, events: sorted.flatMap(({ events }) => events) }
}

function recordFunctions(
  id: TypeId,
  interfaces: readonly Interface[],
  selectors: Map<string, boolean>,
): FuncDef[] {
  return interfaces.flatMap(({ funcs, usesMethodSelector }) => {
    for (const func of funcs) selectors.set(`${id.name}.${funcKey(func.id)}`, usesMethodSelector)
    return funcs
  })
}

/** First the chain of those without selectors, then the others; each after its parents. */
function sortInterfaces(parents: Parents, interfaces: readonly Interface[]): Interface[] {
  const depth = (ast: Interface): number => parents.get(ast.id.name)!.length
  const chain = interfaces.filter((ast) => !ast.usesMethodSelector).sort((a, b) => depth(a) - depth(b))
  chain.slice(1).forEach((child, i) => {
    const parent = chain[i]!
    if (child.inheritances.some(({ parentId }) => parentId.name === parent.id.name)) return
    refuse(
      `Interface ${child.id.name} does not inherit from ${parent.id.name}, ` +
        `please annotate ${child.id.name} with @using(methodSelector = true) annotation`,
      child.span,
    )
  })
  const selecting = interfaces
    .filter((ast) => ast.usesMethodSelector)
    .sort((a, b) => depth(a) - depth(b) || compareText(a.id.name, b.id.name))
  return [...chain, ...selecting]
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The id of a standard goes on from that of the parent's. */
function commonStdId(interfaces: readonly Interface[]): Uint8Array | undefined {
  let parentId: Uint8Array | undefined
  for (const { id, stdInterfaceId, span } of interfaces) {
    if (stdInterfaceId === undefined) continue
    if (parentId !== undefined) {
      if (equalBytes(stdInterfaceId, parentId)) {
        refuse(`The std id of interface ${id.name} is the same as parent interface`, span)
      }
      if (!equalBytes(stdInterfaceId.subarray(0, parentId.length), parentId)) {
        const start = bytesToHex(parentId.subarray(stdIdPrefix.length))
        refuse(`The std id of interface ${id.name} should start with ${start}`, span)
      }
    }
    parentId = stdInterfaceId
  }
  return parentId
}

const methodsMax = 256

function checkMethodIndexes(interfaces: readonly Interface[]): void {
  const funcs = interfaces.flatMap((ast) => ast.funcs)
  const length = Math.max(funcs.length, ...funcs.map(({ methodIndex }) => (methodIndex ?? -1) + 1))
  if (length > methodsMax) throw new CompilerLimit(`An interface can have ${methodsMax} methods`)
  const used = new Set<number>()
  let next = 0
  for (const ast of interfaces) {
    for (const { id, methodIndex } of ast.funcs) {
      if (methodIndex === undefined) continue
      if (used.has(methodIndex)) {
        refuse(
          `Function ${ast.id.name}.${id.name} have invalid predefined method index ${methodIndex}`,
          id.span,
        )
      }
      used.add(methodIndex)
    }
    for (const { methodIndex } of ast.funcs) {
      if (methodIndex !== undefined) continue
      while (used.has(next)) next += 1
      if (next >= length) throw new CompilerLimit('No method index is left')
      used.add(next)
      next += 1
    }
  }
}

// Contracts

function inheritContract(ast: Contract, parents: Parents, selectors: Map<string, boolean>): Contract {
  const all = [...parents.get(ast.id.name)!, ast]
  const contracts = all.filter((each) => each.kind === 'Contract')
  const interfaces = sortInterfaces(
    parents,
    all.filter((each) => each.kind === 'Interface'),
  )
  const stdInterfaceId = commonStdId(interfaces)
  const stdIdEnabled = isStdIdEnabled(contracts, ast.id)
  const interfaceFuncs = recordFunctions(ast.id, interfaces, selectors)
  const { unimplemented, funcs } = matchFunctions([
    ...interfaceFuncs,
    ...contracts.flatMap((each) => each.funcs),
  ])
  const enums = mergeEnums(contracts.flatMap((each) => each.enums))
  checkMethodIndexes(interfaces)
  if (!ast.isAbstract && unimplemented.length > 0) {
    const names = unimplemented.map(({ id }) => id.name).join(',')
    refuse(`Contract ${ast.id.name} has unimplemented methods: ${names}`, ast.span)
  }
  return {
    ...ast,
    stdIdEnabled,
    stdInterfaceId,
    funcs: ast.isAbstract ? funcs : arrangeFunctions(interfaceFuncs, funcs),
    maps: contracts.flatMap((each) => each.maps),
    events: [...interfaces.flatMap((each) => each.events), ...contracts.flatMap((each) => each.events)],
    constants: contracts.flatMap((each) => each.constants),
    enums,
    tests: contracts.flatMap((each) => each.tests),
  }
}

function isStdIdEnabled(contracts: readonly Contract[], id: TypeId): boolean {
  const said = contracts.map(({ stdIdEnabled }) => stdIdEnabled).filter((enabled) => enabled !== undefined)
  if (new Set(said).size > 1) {
    refuse(
      `There are different std id enabled options on the inheritance chain of contract ${id.name}`,
      id.span,
    )
  }
  return said[0] ?? true
}

/** Functions without a body take the place of the first mention; bodies come from elsewhere in the family. */
function matchFunctions(all: readonly FuncDef[]): {
  readonly unimplemented: FuncDef[]
  readonly funcs: FuncDef[]
} {
  const abstracts = all.filter(({ body }) => body === undefined)
  const implemented = all.filter(({ body }) => body !== undefined)
  const byName = new Map(implemented.map((func) => [func.id.name, func]))
  const abstractNames = new Set(abstracts.map(({ id }) => id.name))
  const named = (funcs: readonly FuncDef[]) => funcs.map(({ id, span }) => ({ name: id.name, span }))
  if (byName.size !== implemented.length) {
    const { names, span } = duplicatesOf(named(implemented))
    refuse(`These functions are implemented multiple times: ${names}`, span)
  }
  if (abstractNames.size !== abstracts.length) {
    const { names, span } = duplicatesOf(named(abstracts))
    refuse(`These abstract functions are defined multiple times: ${names}`, span)
  }
  for (const func of abstracts) {
    const body = byName.get(func.id.name)
    if (body !== undefined && !sameSignature(func, body)) {
      refuse(`Function ${quote(func.id.name)} is implemented with wrong signature`, body.span)
    }
  }
  return {
    unimplemented: abstracts.filter(({ id }) => !byName.has(id.name)),
    funcs: [
      ...abstracts.map((func) => byName.get(func.id.name) ?? func),
      ...implemented.filter(({ id }) => !abstractNames.has(id.name)),
    ],
  }
}

const sameSignature = (a: FuncDef, b: FuncDef): boolean =>
  funcKey(a.id) === funcKey(b.id) &&
  a.isPublic === b.isPublic &&
  a.usesPreapprovedAssets === b.usesPreapprovedAssets &&
  a.inline === b.inline &&
  a.args.length === b.args.length &&
  a.args.every((arg, i) => arg.mutable === b.args[i]!.mutable) &&
  sameTypes(
    a.args.map(({ type }) => type),
    b.args.map(({ type }) => type),
  ) &&
  sameTypes(a.returns, b.returns)

/** Functions whose index an interface gives stand there; the others fill what is left. */
function arrangeFunctions(interfaceFuncs: readonly FuncDef[], funcs: readonly FuncDef[]): FuncDef[] {
  const remaining: FuncDef[] = []
  const placedFuncs: FuncDef[] = []
  for (const func of funcs) {
    const methodIndex = interfaceFuncs.find(({ id }) => funcKey(id) === funcKey(func.id))?.methodIndex
    if (methodIndex === undefined) remaining.push(func)
    else placedFuncs.push({ ...func, methodIndex, origin: undefined })
  }
  const outside = placedFuncs.filter(({ methodIndex }) => methodIndex! >= funcs.length)
  if (outside.length > 0) {
    refuse(
      `The method index of these functions is out of bound: ${outside.map(({ id }) => id.name).join(',')}, total number of methods: ${funcs.length}`,
      outside[0]!.id.span,
    )
  }
  return funcs.map(
    (_, i) =>
      placedFuncs.find(({ methodIndex }) => methodIndex === i) ??
      remaining.shift() ??
      refuse('Two functions have the same method index'),
  )
}

/** Enums of one name in a family are one enum. */
function mergeEnums(enums: readonly EnumDef[]): EnumDef[] {
  const counts = new Map<string, number>()
  for (const { id } of enums) counts.set(id.name, (counts.get(id.name) ?? 0) + 1)
  const merged = new Map<string, { id: TypeId; fields: EnumField[]; names: Set<string> }>()
  for (const { id, fields } of enums) {
    if (counts.get(id.name) === 1) continue
    const known = merged.get(id.name)
    if (known === undefined) {
      merged.set(id.name, { id, fields: [...fields], names: new Set(fields.map(({ ident }) => ident.name)) })
      continue
    }
    const [type, knownType] = [fields[0]!.value.value.type, known.fields[0]!.value.value.type]
    if (type !== knownType) {
      refuse(
        `There are different field types in the enum ${id.name}: ${type},${knownType}`,
        known.fields[0]!.span,
      )
    }
    const conflicts = fields.filter(({ ident }) => known.names.has(ident.name))
    if (conflicts.length > 0) {
      refuse(
        `There are conflict fields in the enum ${id.name}: ${conflicts.map(({ ident }) => ident.name).join(',')}`,
        conflicts[0]!.span,
      )
    }
    for (const field of fields) {
      known.fields.push(field)
      known.names.add(field.ident.name)
    }
  }
  return [
    ...enums.filter(({ id }) => counts.get(id.name) === 1),
    ...inTableOrder([...merged.values()], ({ id }) => hashOfRecord('TypeId', [hashOfText(id.name)])).map(
      ({ id, fields }): EnumDef => ({ kind: 'enum', id, fields }),
    ),
  ]
}
